; The installer for Windows: for the user who runs it, without an administrator.
;
; makensis /INPUTCHARSET UTF8 /DVERSION=1.2.3 /DNUMBERS=1.2.3.0 /DSOURCE=FOLDER /DICON=FILE.ico
;          /DOUT=FILE.exe [/DQUICK] installer.nsi
;
; Silent: setup.exe /S [/D=FOLDER], uninstall.exe /S. Exit codes: 0 done, 1 given up by the user,
; 2 failed, 3 silent and the program is still running.

Unicode true
Target amd64-unicode
ManifestDPIAware true
!ifdef QUICK
  SetCompressor zlib
!else
  SetCompressor /SOLID lzma
  SetCompressorDictSize 64
!endif

!include MUI2.nsh
!include FileFunc.nsh
!include LogicLib.nsh

!define NAME "ChunkScope"
!define CLASS "ChunkScope.Markdown"
!define ENTRY "Software\Microsoft\Windows\CurrentVersion\Uninstall\${NAME}"
!define CLASSES "Software\Classes"
!define PATHS "Software\Microsoft\Windows\CurrentVersion\App Paths\${NAME}.exe"

Name "${NAME}"
OutFile "${OUT}"
RequestExecutionLevel user
InstallDir "$LOCALAPPDATA\Programs\${NAME}"
InstallDirRegKey HKCU "${ENTRY}" "InstallLocation"
BrandingText "${NAME} ${VERSION}"
VIProductVersion "${NUMBERS}"
VIAddVersionKey ProductName "${NAME}"
VIAddVersionKey ProductVersion "${VERSION}"
VIAddVersionKey FileVersion "${VERSION}"
VIAddVersionKey FileDescription "${NAME} Setup"
VIAddVersionKey LegalCopyright "MIT licence"

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_ABORTWARNING
!define MUI_FINISHPAGE_RUN "$INSTDIR\${NAME}.exe"
!define MUI_FINISHPAGE_RUN_TEXT "Open ${NAME}"
!insertmacro MUI_PAGE_WELCOME
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"

; Put "yes" into $1 where a file of the program cannot be written, which is so while it runs.
!macro NOTE_RUNNING file
  ${If} ${FileExists} "$INSTDIR\${file}"
    ClearErrors
    FileOpen $0 "$INSTDIR\${file}" a
    ${If} ${Errors}
      StrCpy $1 "yes"
    ${Else}
      FileClose $0
    ${EndIf}
  ${EndIf}
!macroend

; Wait until neither the window nor a command runs.
!macro WAIT_FOR_END prefix
Function ${prefix}WaitForEnd
  again:
  StrCpy $1 "no"
  !insertmacro NOTE_RUNNING "${NAME}.exe"
  !insertmacro NOTE_RUNNING "${NAME}.com"
  ${If} $1 == "yes"
    ${If} ${Silent}
      SetErrorLevel 3
      Quit
    ${EndIf}
    MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION \
      "${NAME} is open. Close it, then choose Retry." IDRETRY again
    SetErrorLevel 1
    Quit
  ${EndIf}
FunctionEnd
!macroend
!insertmacro WAIT_FOR_END ""
!insertmacro WAIT_FOR_END "un."

; All are ours as a whole: nobody else puts anything there.
!macro REMOVE_PROGRAM
  RMDir /r "$INSTDIR\_internal"
  Delete "$INSTDIR\${NAME}.exe"
  Delete "$INSTDIR\${NAME}.com"
  Delete "$INSTDIR\${NAME}.pkg"
!macroend

Section "${NAME}"
  Call WaitForEnd
  SetOutPath "$INSTDIR"
  ; Files of an older version would be found by the new one.
  !insertmacro REMOVE_PROGRAM
  ClearErrors
  File /r "${SOURCE}\*.*"
  ${If} ${Errors}
    SetErrorLevel 2
    Abort "Not all files could be written."
  ${EndIf}
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\${NAME}.lnk" "$INSTDIR\${NAME}.exe"

  WriteRegStr HKCU "${ENTRY}" "DisplayName" "${NAME}"
  WriteRegStr HKCU "${ENTRY}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${ENTRY}" "DisplayIcon" "$INSTDIR\${NAME}.exe"
  WriteRegStr HKCU "${ENTRY}" "Publisher" "The ${NAME} authors"
  WriteRegStr HKCU "${ENTRY}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${ENTRY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${ENTRY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${ENTRY}" "NoModify" 1
  WriteRegDWORD HKCU "${ENTRY}" "NoRepair" 1
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  WriteRegDWORD HKCU "${ENTRY}" "EstimatedSize" $0

  ; Offered under "Open with"; what opens a file on a double click stays as it was.
  WriteRegStr HKCU "${CLASSES}\${CLASS}" "" "Markdown document"
  WriteRegStr HKCU "${CLASSES}\${CLASS}\DefaultIcon" "" "$INSTDIR\${NAME}.exe,0"
  WriteRegStr HKCU "${CLASSES}\${CLASS}\shell\open\command" "" '"$INSTDIR\${NAME}.exe" "%1"'
  WriteRegNone HKCU "${CLASSES}\.md\OpenWithProgids" "${CLASS}"
  WriteRegNone HKCU "${CLASSES}\.markdown\OpenWithProgids" "${CLASS}"
  WriteRegStr HKCU "${CLASSES}\Applications\${NAME}.exe" "FriendlyAppName" "${NAME}"
  WriteRegStr HKCU "${CLASSES}\Applications\${NAME}.exe\shell\open\command" "" \
    '"$INSTDIR\${NAME}.exe" "%1"'
  !macro SUPPORTED ending
    WriteRegStr HKCU "${CLASSES}\Applications\${NAME}.exe\SupportedTypes" "${ending}" ""
  !macroend
  !insertmacro SUPPORTED ".md"
  !insertmacro SUPPORTED ".markdown"
  !insertmacro SUPPORTED ".txt"
  !insertmacro SUPPORTED ".htm"
  !insertmacro SUPPORTED ".html"
  !insertmacro SUPPORTED ".pdf"
  !insertmacro SUPPORTED ".docx"
  !insertmacro SUPPORTED ".pptx"
  !insertmacro SUPPORTED ".xlsx"
  !insertmacro SUPPORTED ".epub"
  WriteRegStr HKCU "${PATHS}" "" "$INSTDIR\${NAME}.exe"
  ${RefreshShellIcons}
SectionEnd

Section "Uninstall"
  Call un.WaitForEnd
  ; The program knows what it keeps, and touches nothing else.
  MessageBox MB_YESNO|MB_ICONQUESTION \
    "Remove your settings, stored questions, indexes and fetched models too?" /SD IDYES IDNO keep
  StrCpy $0 "not started"
  ExecWait '"$INSTDIR\${NAME}.exe" --remove-data --yes' $0
  ${If} $0 != 0
    MessageBox MB_OK|MB_ICONEXCLAMATION \
      "Some of it could not be removed. Look into $APPDATA\chunkscope and $LOCALAPPDATA\chunkscope." \
      /SD IDOK
  ${EndIf}
  keep:
  !insertmacro REMOVE_PROGRAM
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\${NAME}.lnk"
  DeleteRegKey HKCU "${ENTRY}"
  DeleteRegKey HKCU "${CLASSES}\${CLASS}"
  DeleteRegKey HKCU "${CLASSES}\Applications\${NAME}.exe"
  DeleteRegKey HKCU "${PATHS}"
  !macro FORGET ending
    DeleteRegValue HKCU "${CLASSES}\${ending}\OpenWithProgids" "${CLASS}"
    DeleteRegKey /ifempty HKCU "${CLASSES}\${ending}\OpenWithProgids"
    DeleteRegKey /ifempty HKCU "${CLASSES}\${ending}"
  !macroend
  !insertmacro FORGET ".md"
  !insertmacro FORGET ".markdown"
  ${RefreshShellIcons}
SectionEnd
