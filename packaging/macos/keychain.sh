#!/usr/bin/env bash
# Put the certificate that signs into a keychain of its own, and say who signs, on a build machine.
#
# Reads MACOS_CERTIFICATE (a .p12 in base64), MACOS_CERTIFICATE_PASSWORD, NOTARY_APPLE_ID, NOTARY_TEAM_ID
# and NOTARY_PASSWORD; does nothing where they are empty. Later steps find the answers in GITHUB_ENV.
set -euo pipefail

if [ -z "${MACOS_CERTIFICATE:-}" ]; then
    echo "There is no certificate: the program will not be signed."
    exit 0
fi
keychain=${RUNNER_TEMP:?}/signing.keychain-db
certificate=$RUNNER_TEMP/certificate.p12
password=$(openssl rand -base64 24)
trap 'rm -f "$certificate"' EXIT

base64 --decode <<< "$MACOS_CERTIFICATE" > "$certificate"
security create-keychain -p "$password" "$keychain"
security set-keychain-settings -lut 7200 "$keychain"
security unlock-keychain -p "$password" "$keychain"
security import "$certificate" -k "$keychain" -P "$MACOS_CERTIFICATE_PASSWORD" -T /usr/bin/codesign
security set-key-partition-list -S apple-tool:,apple: -s -k "$password" "$keychain" > /dev/null
security list-keychains -d user -s "$keychain" login.keychain-db
identity=$(security find-identity -v -p codesigning "$keychain" |
    sed -n 's/.*"\(Developer ID Application: .*\)".*/\1/p' | head -n 1)
[ -n "$identity" ] || { echo "The certificate is no Developer ID Application."; exit 1; }
echo "CHUNKSCOPE_SIGN_IDENTITY=$identity" >> "$GITHUB_ENV"

if [ -n "${NOTARY_APPLE_ID:-}" ]; then
    xcrun notarytool store-credentials chunkscope --keychain "$keychain" \
        --apple-id "$NOTARY_APPLE_ID" --team-id "$NOTARY_TEAM_ID" --password "$NOTARY_PASSWORD"
    echo "CHUNKSCOPE_NOTARY_PROFILE=chunkscope" >> "$GITHUB_ENV"
    echo "CHUNKSCOPE_NOTARY_KEYCHAIN=$keychain" >> "$GITHUB_ENV"
fi
