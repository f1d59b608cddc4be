#define _GNU_SOURCE
#include "pseudo_terminal.h"

#include <locale.h>
#include <pthread.h>
#include <wchar.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static locale_t utf8;

static void open_locale(void) {
    utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
}

int32_t pseudo_terminal_columns(uint32_t scalar) {
    pthread_once(&once, open_locale);
    // The program under test calls wcwidth too, so both agree. If the locale is missing,
    // uselocale(0) changes nothing and the process's locale applies.
    locale_t previous = uselocale(utf8);
    int columns = wcwidth((wchar_t)scalar);
    uselocale(previous);
    return columns;
}
