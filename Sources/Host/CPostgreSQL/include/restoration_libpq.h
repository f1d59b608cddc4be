/// The functions of libpq that the store uses, declared here so that building needs no libpq-dev.
///
/// Semantic source: "libpq - C Library" in the documentation of PostgreSQL, whose interface is
/// stable: libpq.so.5 has had it since PostgreSQL 12. A test compiles this file behind
/// <postgresql/libpq-fe.h>, so a declaration that differs does not compile.
#ifndef RESTORATION_LIBPQ_H
#define RESTORATION_LIBPQ_H

#ifndef LIBPQ_FE_H
typedef unsigned int Oid;
typedef struct pg_conn PGconn;
typedef struct pg_result PGresult;

typedef struct pgNotify {
    char *relname; ///< The channel.
    int be_pid;    ///< The sender's process on the server.
    char *extra;   ///< The payload.
    struct pgNotify *next;
} PGnotify;

typedef struct _PQconninfoOption {
    char *keyword;
    char *envvar;
    char *compiled;
    char *val; ///< NULL if the string does not have the option.
    char *label;
    char *dispchar;
    int dispsize;
} PQconninfoOption;

typedef void (*PQnoticeProcessor)(void *argument, const char *message);

typedef enum { CONNECTION_OK, CONNECTION_BAD } ConnStatusType;
typedef enum {
    PGRES_POLLING_FAILED = 0,
    PGRES_POLLING_READING,
    PGRES_POLLING_WRITING,
    PGRES_POLLING_OK
} PostgresPollingStatusType;
typedef enum { PGRES_EMPTY_QUERY = 0, PGRES_COMMAND_OK, PGRES_TUPLES_OK } ExecStatusType;
typedef enum { PQERRORS_TERSE, PQERRORS_DEFAULT, PQERRORS_VERBOSE } PGVerbosity;
#endif

PQconninfoOption *PQconndefaults(void);
PQconninfoOption *PQconninfoParse(const char *conninfo, char **errmsg);
void PQconninfoFree(PQconninfoOption *options);

PGconn *PQconnectStartParams(const char *const *keywords, const char *const *values,
                             int expand_dbname);
PostgresPollingStatusType PQconnectPoll(PGconn *connection);
void PQfinish(PGconn *connection);
ConnStatusType PQstatus(const PGconn *connection);
char *PQerrorMessage(const PGconn *connection);
int PQsocket(const PGconn *connection);
int PQconnectionNeedsPassword(const PGconn *connection);
PGVerbosity PQsetErrorVerbosity(PGconn *connection, PGVerbosity verbosity);
PQnoticeProcessor PQsetNoticeProcessor(PGconn *connection, PQnoticeProcessor processor,
                                       void *argument);
int PQsetnonblocking(PGconn *connection, int isNonblocking);

int PQsendQuery(PGconn *connection, const char *query);
int PQsendQueryParams(PGconn *connection, const char *command, int nParams, const Oid *paramTypes,
                      const char *const *paramValues, const int *paramLengths,
                      const int *paramFormats, int resultFormat);
int PQflush(PGconn *connection);
int PQconsumeInput(PGconn *connection);
int PQisBusy(PGconn *connection);
PGresult *PQgetResult(PGconn *connection);
PGnotify *PQnotifies(PGconn *connection);
void PQfreemem(void *memory);

ExecStatusType PQresultStatus(const PGresult *result);
char *PQresultErrorField(const PGresult *result, int fieldCode);
int PQntuples(const PGresult *result);
int PQnfields(const PGresult *result);
char *PQgetvalue(const PGresult *result, int row, int column);
int PQgetlength(const PGresult *result, int row, int column);
void PQclear(PGresult *result);

/// The field codes of an error, from libpq-fe.h and postgres_ext.h.
enum { RESTORATION_PG_SQLSTATE = 'C', RESTORATION_PG_MESSAGE = 'M' };

/// The loaded functions.
typedef struct restoration_libpq {
#define RESTORATION_LIBPQ_FUNCTIONS(FUNCTION)                                                      \
    FUNCTION(PQconndefaults)                                                                       \
    FUNCTION(PQconninfoParse)                                                                      \
    FUNCTION(PQconninfoFree)                                                                       \
    FUNCTION(PQconnectStartParams)                                                                 \
    FUNCTION(PQconnectPoll)                                                                        \
    FUNCTION(PQfinish)                                                                             \
    FUNCTION(PQstatus)                                                                             \
    FUNCTION(PQerrorMessage)                                                                       \
    FUNCTION(PQsocket)                                                                             \
    FUNCTION(PQconnectionNeedsPassword)                                                            \
    FUNCTION(PQsetErrorVerbosity)                                                                  \
    FUNCTION(PQsetNoticeProcessor)                                                                 \
    FUNCTION(PQsetnonblocking)                                                                     \
    FUNCTION(PQsendQuery)                                                                          \
    FUNCTION(PQsendQueryParams)                                                                    \
    FUNCTION(PQflush)                                                                              \
    FUNCTION(PQconsumeInput)                                                                       \
    FUNCTION(PQisBusy)                                                                             \
    FUNCTION(PQgetResult)                                                                          \
    FUNCTION(PQnotifies)                                                                           \
    FUNCTION(PQfreemem)                                                                            \
    FUNCTION(PQresultStatus)                                                                       \
    FUNCTION(PQresultErrorField)                                                                   \
    FUNCTION(PQntuples)                                                                            \
    FUNCTION(PQnfields)                                                                            \
    FUNCTION(PQgetvalue)                                                                           \
    FUNCTION(PQgetlength)                                                                          \
    FUNCTION(PQclear)
#define RESTORATION_LIBPQ_POINTER(name) __typeof__(&name) name;
    RESTORATION_LIBPQ_FUNCTIONS(RESTORATION_LIBPQ_POINTER)
} restoration_libpq;

/// Ignores the server's notices, which libpq would print.
void restoration_libpq_ignore(void *argument, const char *message);

/// Loads libpq.so.5 and finds the functions, once. [any thread]
///
/// Returns NULL after failures, and sets `*error` to the dynamic loader's message, which stays
/// valid.
const restoration_libpq *restoration_libpq_load(const char **error);

#endif
