// The checks of arguments.
#include "checks.h"

restoration_status restoration_refuse_null(const char *function) {
    return restoration_refuse(RESTORATION_INVALID, "A required argument is null", function,
                              "Pass it.");
}

restoration_status restoration_check_version(uint32_t version, const char *function) {
    char problem[160];
    if (version == RESTORATION_ABI_VERSION)
        return RESTORATION_OK;
    snprintf(problem, sizeof problem,
             "The program was compiled with the headers of version %u.%u, the library is %u.%u",
             (unsigned)(version >> 16), (unsigned)(version & 0xffff), RESTORATION_ABI_MAJOR,
             RESTORATION_ABI_MINOR);
    return restoration_refuse(RESTORATION_VERSION_MISMATCH, problem, function,
                              "Compile the program with the headers of the library.");
}

restoration_status restoration_check_size(uint32_t size, size_t known, const char *table) {
    char problem[160];
    if (size == known)
        return RESTORATION_OK;
    snprintf(problem, sizeof problem, "The %s have %u bytes in place of %zu", table, (unsigned)size,
             known);
    return restoration_refuse(RESTORATION_VERSION_MISMATCH, problem, NULL,
                              "Set struct_size to the table's size, and compile the program"
                              " with the headers of the library.");
}

restoration_status restoration_check_options(const restoration_options *options) {
    restoration_status status = RESTORATION_OK;
    if (options == NULL)
        return RESTORATION_OK;
    status = restoration_check_size(options->struct_size, sizeof *options, "options");
    if (status != RESTORATION_OK || options->callbacks == NULL)
        return status;
    return restoration_check_size(options->callbacks->struct_size, sizeof *options->callbacks,
                                  "callbacks");
}
