/* Stands in for the icuuc.dll of Windows 10, which Wine 10 lacks and Qt 6.10 and later link to.
 *
 * Qt asks it for converters of old encodings. It is told that there are none, as on a Windows without
 * them; the program decodes files itself. For smoke_under_wine.sh alone.
 */

#define SAYS_NOTHING(name) \
    __declspec(dllexport) void *name(void) { return 0; }

enum { U_FILE_ACCESS_ERROR = 4 };

__declspec(dllexport) void *ucnv_open(const char *name, int *error) {
    (void)name;
    *error = U_FILE_ACCESS_ERROR;
    return 0;
}

SAYS_NOTHING(UCNV_FROM_U_CALLBACK_SUBSTITUTE)
SAYS_NOTHING(UCNV_TO_U_CALLBACK_SUBSTITUTE)
SAYS_NOTHING(ucnv_cbFromUWriteUChars)
SAYS_NOTHING(ucnv_cbToUWriteUChars)
SAYS_NOTHING(ucnv_close)
SAYS_NOTHING(ucnv_countAvailable)
SAYS_NOTHING(ucnv_fromUCountPending)
SAYS_NOTHING(ucnv_fromUnicode)
SAYS_NOTHING(ucnv_getAvailableName)
SAYS_NOTHING(ucnv_getFromUCallBack)
SAYS_NOTHING(ucnv_getMaxCharSize)
SAYS_NOTHING(ucnv_getName)
SAYS_NOTHING(ucnv_getStandardName)
SAYS_NOTHING(ucnv_getToUCallBack)
SAYS_NOTHING(ucnv_reset)
SAYS_NOTHING(ucnv_setFromUCallBack)
SAYS_NOTHING(ucnv_setToUCallBack)
SAYS_NOTHING(ucnv_toUCountPending)
SAYS_NOTHING(ucnv_toUnicode)
