"""The library's interface for cffi, and the C code between the library and Python."""

from cffi import FFI

DECLARATIONS = r"""
typedef int32_t restoration_status;
typedef uint64_t restoration_handle;
typedef struct { const char *bytes; uint64_t count; ...; } restoration_string;
typedef struct restoration_coder restoration_coder;
typedef struct restoration_session restoration_session;
typedef struct restoration_test restoration_test;
typedef struct restoration_children restoration_children;

typedef struct { restoration_handle object; restoration_string slot; ...; } restoration_child;
typedef struct { uint32_t struct_size; ...; } restoration_class;
typedef struct { uint32_t struct_size; ...; } restoration_shape;
typedef struct { uint32_t struct_size; ...; } restoration_callbacks;
typedef struct { uint32_t struct_size; ...; } restoration_test_program;
typedef struct {
    uint32_t preset; uint32_t flags;
    const char *remote; const char *person;
    const char *private_directory; const char *state_directory; const char *key_directory;
    const char *const *plugin_directories; uint64_t plugin_directory_count;
    const char *application_version;
    uint64_t autosave_milliseconds; uint64_t hang_milliseconds; uint64_t arrival_milliseconds;
    uint64_t maximum_age_seconds; const restoration_callbacks *callbacks; ...;
} restoration_options;
typedef struct {
    uint32_t reason; const restoration_string *path; uint64_t path_count;
    restoration_handle object; restoration_coder *parameters; restoration_coder *captures;
    restoration_coder *state; ...;
} restoration_creation_request;

typedef struct {
    restoration_status status; const char *problem; const char *place; const char *remedy; ...;
} restoration_problem;
typedef struct {
    const char *problem; const char *place; const char *remedy; ...;
} restoration_note;
typedef struct {
    uint32_t outcome; uint32_t planned; uint32_t recorded_version;
    const char *path; const char *class_id; const char *plugin;
    const char *problem; const char *place; const char *remedy;
    uint64_t nanoseconds; uint64_t size_in_bytes; ...;
} restoration_entry;
typedef struct {
    uint32_t reason; uint64_t generation; int64_t saved_at; const char *application_version;
    const restoration_entry *const *entries; uint64_t entry_count;
    const restoration_note *const *notes; uint64_t note_count; ...;
} restoration_report;
typedef struct {
    uint32_t decision; uint64_t generation; int64_t saved_at; const char *application_version;
    const char *problem; const char *place; const char *remedy;
    const restoration_entry *const *entries; uint64_t entry_count;
    const restoration_note *const *notes; uint64_t note_count; ...;
} restoration_plan;
typedef struct {
    restoration_status status; uint64_t generation; uint64_t object_count; uint64_t size_in_bytes;
    const char *problem; const char *place; const char *remedy;
    const restoration_note *const *issues; uint64_t issue_count;
    const restoration_note *const *notes; uint64_t note_count; ...;
} restoration_save;
typedef struct {
    uint32_t ending; const char *problem; const char *plugin; ...;
} restoration_previous_launch;
typedef struct {
    uint32_t flags; const char *path; const char *class_id; const char *plugin;
    const char *problem; const char *place; const char *remedy; ...;
} restoration_description;
typedef struct { uint64_t count; const char *const *texts; ...; } restoration_texts;
typedef struct {
    const char *device; const char *label; uint64_t generation; int64_t saved_at;
    uint64_t size_in_bytes; ...;
} restoration_save_elsewhere;
typedef struct {
    uint64_t count; const restoration_save_elsewhere *const *saves; ...;
} restoration_saves_elsewhere;

#define RESTORATION_ABI_VERSION ...

const restoration_problem *restoration_last_problem(void);
void restoration_free(void *result);
restoration_session *restoration_session_open_version(
    uint32_t version, const char *application, const restoration_options *options);
restoration_status restoration_session_close(restoration_session *);
restoration_status restoration_session_discard(restoration_session *);

restoration_status restoration_session_add_root(
    restoration_session *, const char *, const restoration_class *, void *, restoration_handle *);
restoration_status restoration_session_add_scoped_root(
    restoration_session *, const char *, const char *, const restoration_class *, void *,
    restoration_handle *);
restoration_status restoration_session_use_as_root(
    restoration_session *, restoration_handle, const char *);
restoration_status restoration_session_add_child(
    restoration_session *, restoration_handle, const char *, const restoration_class *, void *,
    restoration_handle *);
restoration_status restoration_session_register_object(
    restoration_session *, restoration_handle, const char *, const restoration_class *, void *,
    restoration_handle *);
restoration_status restoration_session_adopt(
    restoration_session *, const char *, const char *, const char *, void *, restoration_handle *);
restoration_status restoration_session_forget(restoration_session *, restoration_handle);
restoration_status restoration_session_hold(restoration_session *, restoration_handle);
restoration_status restoration_session_release(restoration_session *, restoration_handle);

restoration_status restoration_session_add_class(restoration_session *, const restoration_class *);
restoration_status restoration_session_alias_class(
    restoration_session *, const char *, const char *);
restoration_status restoration_session_alias_path(
    restoration_session *, const char *, const char *);
void restoration_session_fail(restoration_session *, const char *);

restoration_status restoration_session_restore(restoration_session *, uint32_t reason);
restoration_status restoration_session_make(
    restoration_session *, restoration_handle, const char *, const char *,
    restoration_status (*)(void *, restoration_coder *), void *, restoration_handle *);
restoration_status restoration_session_rename(
    restoration_session *, restoration_handle, const char *);
restoration_status restoration_session_move(
    restoration_session *, restoration_handle, restoration_handle);
restoration_status restoration_session_find(
    restoration_session *, const char *, restoration_handle *);
restoration_status restoration_session_apply_awaited(restoration_session *, restoration_handle);
restoration_status restoration_session_arrived(restoration_session *, restoration_handle);

restoration_status restoration_session_invalidate(restoration_session *, restoration_handle);
restoration_status restoration_session_preserve(restoration_session *);
restoration_status restoration_session_preserve_in_background(restoration_session *);
int restoration_session_has_unsaved_changes(restoration_session *);
restoration_status restoration_session_give_up(
    restoration_session *, const char *, const char *, uint64_t *);

restoration_status restoration_session_newer_elsewhere(
    restoration_session *, restoration_saves_elsewhere **);
restoration_status restoration_session_remote_problem(restoration_session *, restoration_note **);
restoration_status restoration_session_keep_mine(restoration_session *);
restoration_status restoration_session_take_over(restoration_session *, const char *);
restoration_status restoration_session_take_mine_back(restoration_session *);

int restoration_session_descriptor(restoration_session *);
int restoration_session_milliseconds(restoration_session *);
restoration_status restoration_session_run_pending(restoration_session *);
restoration_status restoration_session_attach_to_glib(restoration_session *, void *);
restoration_status restoration_session_detach_from_glib(restoration_session *);
restoration_status restoration_session_handle_signals(
    restoration_session *, const int *, uint64_t);
restoration_status restoration_session_perform_default_action(restoration_session *, int);

restoration_status restoration_session_interface(
    restoration_session *, restoration_handle, const char *, const void **, void **);
restoration_status restoration_session_offer(restoration_session *, const char *, const void *);

restoration_status restoration_session_plugins_changed(restoration_session *);
restoration_status restoration_session_reload_plugin(restoration_session *, const char *);
restoration_status restoration_session_pin(
    restoration_session *, const char *, const char *, const char *);
restoration_status restoration_session_retry_objects_set_aside(restoration_session *);
restoration_status restoration_session_report_progress(restoration_session *);
restoration_status restoration_session_extend_window(restoration_session *);
restoration_status restoration_session_complete_window(restoration_session *);

restoration_status restoration_session_report(restoration_session *, restoration_report **);
restoration_status restoration_session_plan(restoration_session *, restoration_plan **);
restoration_status restoration_session_last_save(restoration_session *, restoration_save **);
restoration_status restoration_session_previous_launch(
    restoration_session *, restoration_previous_launch **);
restoration_status restoration_session_describe(
    restoration_session *, restoration_handle, restoration_description **);
restoration_status restoration_session_scopes(
    restoration_session *, const char *, restoration_texts **);
restoration_status restoration_session_plugins(restoration_session *, restoration_texts **);
restoration_status restoration_session_plugin_faults(restoration_session *, restoration_texts **);

restoration_test *restoration_test_begin_version(
    uint32_t, const char *, const restoration_options *, const restoration_test_program *);
restoration_session *restoration_test_launch(restoration_test *);
restoration_status restoration_test_terminate(restoration_test *, uint32_t);
restoration_session *restoration_test_relaunch(restoration_test *, uint32_t);
restoration_status restoration_test_advance(restoration_test *, uint64_t);
restoration_status restoration_test_saved_state(restoration_test *, char **);
void restoration_test_end(restoration_test *);

// The code below.

typedef struct {
    int64_t integer; uint64_t count; double number; const char *bytes; uint32_t nanoseconds; ...;
} item;
typedef struct {
    const char *key; uint64_t count; uintptr_t name; uint32_t expected; int is_optional;
    int is_sensitive; ...;
} column;
typedef struct { const column *columns; int count; ...; } plan;
void share_things(uintptr_t shared);
int put_fields(restoration_coder *, const column *, int first, int count, uintptr_t tuple);
int read_fields(restoration_coder *, const column *, int first, int count, uintptr_t list);

int32_t read_item(restoration_coder *, const char *key, uint64_t count, item *, int expected);
void hold_all(restoration_session *, const uint64_t *objects, uint64_t count);
int32_t leave(restoration_coder *);
uint32_t coder_version(restoration_coder *);
int32_t key_at(restoration_coder *, uint64_t index, item *);
int32_t skip(restoration_coder *);
int32_t put_null(restoration_coder *, const char *, uint64_t);
int32_t put_bool(restoration_coder *, const char *, uint64_t, int);
int32_t put_int64(restoration_coder *, const char *, uint64_t, int64_t);
int32_t put_uint64(restoration_coder *, const char *, uint64_t, uint64_t);
int32_t put_double(restoration_coder *, const char *, uint64_t, double);
int32_t put_text(restoration_coder *, const char *, uint64_t, const char *, uint64_t);
int32_t put_bytes(restoration_coder *, const char *, uint64_t, const char *, uint64_t);
int32_t put_date(restoration_coder *, const char *, uint64_t, int64_t, uint32_t);
int32_t put_uuid(restoration_coder *, const char *, uint64_t, const char *);
int32_t put_reference(restoration_coder *, const char *, uint64_t, uint64_t);
uint64_t put_references(restoration_coder *, uintptr_t list, uintptr_t by_id, uintptr_t classes);
uint64_t read_references(restoration_coder *, uint64_t *objects, uint64_t count);
uint64_t take_objects(const uint64_t *objects, uint64_t count, uintptr_t by_handle,
                      uintptr_t to_hold, uintptr_t list);
int32_t begin(restoration_coder *, const char *, uint64_t, int is_array);
int32_t end(restoration_coder *);
int32_t copy_value(restoration_coder *, const char *, uint64_t, restoration_coder *, const char *,
                   uint64_t);
int32_t mark_sensitive(restoration_coder *, const char *, uint64_t);
int32_t add_child(restoration_children *, uint64_t, const char *, uint64_t);

int32_t call_method(restoration_session *, uint64_t object, const char *name, const item *,
                    const uint32_t *kinds, uint64_t count, uint32_t *kind, item *result);
int32_t get_property(restoration_session *, uint64_t object, const char *key, uint32_t *kind,
                     item *result);
int32_t set_property(restoration_session *, uint64_t object, const char *key, uint32_t kind,
                     const item *);

void fill_class(restoration_class *, const char *id, uint64_t count, uint32_t version,
                uintptr_t token, uint32_t flags, int finishes, const restoration_shape *);
void fill_shape(restoration_shape *, uint32_t flags, int children, int presenter, int elements);
void fill_callbacks(restoration_callbacks *, uintptr_t token, uint32_t parts);
void fill_options(restoration_options *);
void fill_program(restoration_test_program *, uintptr_t token);
int32_t make_with_parameters(restoration_session *, uint64_t parent, const char *identifier,
                             const char *class_id, uintptr_t token, uint64_t *object);
int32_t lend(restoration_session *, int how, uint64_t parent, const char *identifier,
             const char *scope, const restoration_class *, uintptr_t token, uint64_t *handle);

extern "Python" {
int64_t on_create(uintptr_t, uint64_t, int, const restoration_creation_request *);
int32_t on_encode(uintptr_t, restoration_coder *);
int32_t on_decode(uintptr_t, restoration_coder *);
void on_finished(uintptr_t);
void on_destroy(uintptr_t);
int32_t on_migrate(uintptr_t, uint32_t, restoration_coder *, restoration_coder *);
void on_cancelled(uintptr_t, uint64_t);
int32_t on_children(uintptr_t, restoration_children *, uint64_t *);
void on_attach(uintptr_t, const restoration_child *, uint64_t, uint64_t);
uint64_t on_presented(uintptr_t);
void on_present(uintptr_t, uint64_t);
int32_t on_elements(uintptr_t, restoration_children *);
int32_t on_parameters(uintptr_t, restoration_coder *);

void on_log(uintptr_t, uint32_t, const char *, uint64_t);
void on_saved(uintptr_t, const restoration_save *);
void on_settled(uintptr_t);
void on_reloaded(uintptr_t, const char *);
void on_arrived(uintptr_t, const uint64_t *, uint64_t);
void on_signalled(uintptr_t, int);
void on_newer_elsewhere(uintptr_t, const restoration_saves_elsewhere *);
int32_t on_application(uintptr_t, int, restoration_coder *);
int32_t on_build(uintptr_t, restoration_session *);
void on_dispose(uintptr_t);
}
"""

SOURCE = r"""
#include <string.h>

#include "restoration/session.h"
#include "restoration/session_report.h"
#include "restoration/session_testing.h"

#define KEY {count == 0 ? NULL : key, count}

// MARK: State

/// One value, flat: Python reads a member of a structure faster than one of a union in it.
typedef struct {
    int64_t integer;
    uint64_t count;
    double number;
    const char *bytes;
    uint32_t nanoseconds;
    char uuid[16];
} item;

static void unpack(const restoration_value *value, item *item) {
    switch (value->kind) {
    case RESTORATION_KIND_BOOL: item->integer = value->data.boolean; break;
    case RESTORATION_KIND_INTEGER: item->integer = value->data.int64; break;
    case RESTORATION_KIND_UNSIGNED: item->count = value->data.uint64; break;
    case RESTORATION_KIND_FLOAT: item->number = value->data.float32; break;
    case RESTORATION_KIND_DOUBLE: item->number = value->data.float64; break;
    case RESTORATION_KIND_STRING:
        item->bytes = value->data.string.bytes;
        item->count = value->data.string.count;
        break;
    case RESTORATION_KIND_BYTES:
        item->bytes = (const char *)value->data.bytes.bytes;
        item->count = value->data.bytes.count;
        break;
    case RESTORATION_KIND_DATE:
        item->integer = value->data.date.seconds;
        item->nanoseconds = value->data.date.nanoseconds;
        break;
    case RESTORATION_KIND_UUID:
        memcpy(item->uuid, value->data.uuid.bytes, 16);
        item->bytes = item->uuid;
        item->count = 16;
        break;
    case RESTORATION_KIND_REFERENCE: item->count = value->data.reference; break;
    default: break;
    }
}

static void pack(restoration_value *value, uint32_t kind, const item *item) {
    memset(value, 0, sizeof *value);
    value->kind = kind;
    switch (kind) {
    case RESTORATION_KIND_BOOL: value->data.boolean = item->integer != 0; break;
    case RESTORATION_KIND_INTEGER: value->data.int64 = item->integer; break;
    case RESTORATION_KIND_UNSIGNED: value->data.uint64 = item->count; break;
    case RESTORATION_KIND_DOUBLE: value->data.float64 = item->number; break;
    case RESTORATION_KIND_STRING:
        value->data.string.bytes = item->bytes;
        value->data.string.count = item->count;
        break;
    case RESTORATION_KIND_BYTES:
        value->data.bytes.bytes = (const uint8_t *)item->bytes;
        value->data.bytes.count = item->count;
        break;
    case RESTORATION_KIND_DATE:
        value->data.date.seconds = item->integer;
        value->data.date.nanoseconds = item->nanoseconds;
        break;
    case RESTORATION_KIND_UUID: memcpy(value->data.uuid.bytes, item->bytes, 16); break;
    case RESTORATION_KIND_REFERENCE: value->data.reference = item->count; break;
    default: break;
    }
}

/// Reads a value, or enters an array or dictionary. Returns the kind, or a status below zero.
///
/// `expected`: the kind of a single value that the state has most likely, or 0.
static int32_t read_item(restoration_coder *coder, const char *key, uint64_t count, item *item,
                         int expected) {
    const restoration_string name = KEY;
    restoration_value value;
    uint32_t kind;
    restoration_status status;
    if (expected != 0) {
        value.kind = (uint32_t)expected;
        value.reserved = 0;
        status = restoration_get(coder, name, &value);
        if (status == RESTORATION_OK) {
            unpack(&value, item);
            return expected;
        }
        if (status == RESTORATION_ABSENT) return -status;
    }
    status = restoration_get_kind(coder, name, &kind);
    if (status != RESTORATION_OK) return -status;
    if (kind == RESTORATION_KIND_ARRAY || kind == RESTORATION_KIND_DICTIONARY) {
        status = restoration_enter(coder, name, &item->count);
        return status == RESTORATION_OK ? (int32_t)kind : -status;
    }
    value.kind = kind;
    value.reserved = 0;
    status = restoration_get(coder, name, &value);
    if (status == RESTORATION_MISMATCH && kind == RESTORATION_KIND_INTEGER) {
        value.kind = RESTORATION_KIND_UNSIGNED;
        status = restoration_get(coder, name, &value);
    }
    if (status != RESTORATION_OK) return -status;
    unpack(&value, item);
    return (int32_t)value.kind;
}

// MARK: Fields of dataclasses
//
// Python passes the address of a tuple or list that lives until the call returns.

/// A field of a dataclass.
typedef struct {
    const char *key;
    uint64_t count;
    uintptr_t name;    ///< The name of the attribute, a text of Python that is never freed.
    uint32_t expected; ///< The kind of a single value; 0 for a field that only Python can store.
    int is_optional;
    int is_sensitive;
} column;

/// Whether a value was stored. Python stores a value of another type, and explains a refusal.
static int put_field(restoration_coder *coder, const column *column, PyObject *value) {
    const restoration_string key = {column->key, column->count};
    restoration_status status = RESTORATION_MISMATCH;
    if (column->expected == 0) return 0;
    if (value == Py_None && column->is_optional) {
        status = restoration_put_null(coder, key);
    } else if (column->expected == RESTORATION_KIND_BOOL && PyBool_Check(value)) {
        status = restoration_put_bool(coder, key, value == Py_True);
    } else if (column->expected == RESTORATION_KIND_INTEGER && PyLong_CheckExact(value)) {
        int overflow = 0;
        const long long number = PyLong_AsLongLongAndOverflow(value, &overflow);
        if (overflow == 0) status = restoration_put_int64(coder, key, number);
    } else if (column->expected == RESTORATION_KIND_DOUBLE && PyFloat_CheckExact(value)) {
        status = restoration_put_double(coder, key, PyFloat_AsDouble(value));
    } else if (column->expected == RESTORATION_KIND_DOUBLE && PyLong_CheckExact(value)) {
        const double number = PyLong_AsDouble(value);
        if (PyErr_Occurred() == NULL) status = restoration_put_double(coder, key, number);
        PyErr_Clear(); // an int that is too large
    } else if (column->expected == RESTORATION_KIND_STRING && PyUnicode_CheckExact(value)) {
        PyObject *data = PyUnicode_AsUTF8String(value);
        if (data == NULL) {
            PyErr_Clear(); // lone surrogates
            return 0;
        }
        const restoration_string text = {PyBytes_AsString(data), (uint64_t)PyBytes_Size(data)};
        status = restoration_put_string(coder, key, text);
        Py_DECREF(data);
    }
    if (status == RESTORATION_OK && column->is_sensitive) restoration_mark_sensitive(coder, key);
    return status == RESTORATION_OK;
}

/// Stores fields up to the first that Python has to store, and returns its number.
static int put_fields(restoration_coder *coder, const column *columns, int first, int count,
                      uintptr_t tuple) {
    const PyGILState_STATE state = PyGILState_Ensure();
    int index = first;
    while (index < count &&
           put_field(coder, &columns[index], PyTuple_GetItem((PyObject *)tuple, index)))
        index++;
    PyGILState_Release(state);
    return index;
}

/// The value of a field; null if Python has to read it.
static PyObject *read_field(restoration_coder *coder, const column *column) {
    const restoration_string key = {column->key, column->count};
    restoration_value value;
    value.kind = column->expected;
    value.reserved = 0;
    if (column->expected == 0) return NULL;
    restoration_status status = restoration_get(coder, key, &value);
    if (status == RESTORATION_MISMATCH && column->is_optional) {
        value.kind = RESTORATION_KIND_NULL;
        status = restoration_get(coder, key, &value);
    }
    if (status != RESTORATION_OK) return NULL;
    switch (value.kind) {
    case RESTORATION_KIND_NULL: Py_INCREF(Py_None); return Py_None;
    case RESTORATION_KIND_BOOL: return PyBool_FromLong(value.data.boolean);
    case RESTORATION_KIND_INTEGER: return PyLong_FromLongLong(value.data.int64);
    case RESTORATION_KIND_DOUBLE: return PyFloat_FromDouble(value.data.float64);
    default:
        return PyUnicode_DecodeUTF8(value.data.string.bytes, (Py_ssize_t)value.data.string.count,
                                    NULL);
    }
}

/// Reads fields up to the first that Python has to read, and returns its number.
static int read_fields(restoration_coder *coder, const column *columns, int first, int count,
                       uintptr_t list) {
    const PyGILState_STATE state = PyGILState_Ensure();
    int index = first;
    for (; index < count; index++) {
        PyObject *value = read_field(coder, &columns[index]);
        if (value == NULL) break;
        PyList_SetItem((PyObject *)list, index, value);
    }
    PyErr_Clear(); // without memory
    PyGILState_Release(state);
    return index;
}

/// The fields of a dataclass that C code stores and restores alone: all are plain, and no code in
/// Python gets or sets them.
typedef struct {
    const column *columns;
    int count;
} plan;
enum { MOST_PLANNED = 64 };

/// A tuple of Python, never freed: the things by token, the tokens, the class of a binding, the
/// name of a table's maker, and the names of a binding's attributes.
static PyObject *shared;
enum {
    THINGS, TOKENS, BINDING, MAKER, ATTRIBUTES,
    PLAN = ATTRIBUTES + 2, HANDLE, HELD = ATTRIBUTES + 6, STRONG
};
#define SHARED(INDEX) PyTuple_GetItem(shared, INDEX)

static void share_things(uintptr_t given) { shared = (PyObject *)given; }

/// A thing, borrowed; null if it is not known.
static PyObject *thing(uintptr_t token) {
    PyObject *key = PyLong_FromUnsignedLongLong(token);
    PyObject *found = key == NULL ? NULL : PyDict_GetItem(SHARED(THINGS), key);
    Py_XDECREF(key);
    return found;
}

/// The object of a binding with a plan, as a new reference; null for any other.
static PyObject *planned_object(uintptr_t token, const plan **found) {
    PyObject *binding = thing(token), *value = NULL;
    PyObject *address = binding == NULL ? NULL : PyObject_GetAttr(binding, SHARED(PLAN));
    *found = address == NULL ? NULL : PyLong_AsVoidPtr(address);
    if (*found != NULL) value = PyObject_GetAttr(binding, SHARED(STRONG));
    Py_XDECREF(address);
    if (value != Py_None) return value;
    Py_DECREF(value); // a weak reference
    return NULL;
}

/// Records a new object as `Core.created` does, and returns its token; 0 after an exception.
///
/// `maker`: the class, the core, its description, its plan, and the bindings by handle and by id.
static int64_t bind_made(PyObject *maker, PyObject *value, PyObject *handle, PyObject *identity) {
    PyObject *const core = PyTuple_GetItem(maker, 1), *const info = PyTuple_GetItem(maker, 2);
    PyObject *const by_id = PyTuple_GetItem(maker, 5);
    if ((PyObject *)Py_TYPE(value) != PyTuple_GetItem(maker, 0) ||
        PyDict_Contains(by_id, identity)) {
        PyObject *binding = PyObject_CallMethod(core, "created", "OOO", info, value, handle);
        PyObject *token = binding == NULL ? NULL : PyObject_GetAttrString(binding, "token");
        const int64_t number = token == NULL ? 0 : PyLong_AsLongLong(token);
        Py_XDECREF(token);
        Py_XDECREF(binding);
        return number;
    }
    PyObject *token = PyIter_Next(SHARED(TOKENS));
    PyObject *binding = PyType_GenericAlloc((PyTypeObject *)SHARED(BINDING), 0);
    // In the order of `Binding.__slots__`.
    PyObject *const values[] = {core, info, PyTuple_GetItem(maker, 3), handle, identity,
                                Py_False, Py_False, value, Py_None, token};
    int is_made = token != NULL && binding != NULL;
    for (int index = 0; is_made && index < (int)(sizeof values / sizeof *values); index++)
        is_made = PyObject_SetAttr(binding, SHARED(ATTRIBUTES + index), values[index]) == 0;
    is_made = is_made && PyDict_SetItem(PyTuple_GetItem(maker, 4), handle, binding) == 0 &&
              PyDict_SetItem(by_id, identity, binding) == 0 &&
              PyDict_SetItem(SHARED(THINGS), token, binding) == 0;
    const int64_t number = is_made ? PyLong_AsLongLong(token) : 0;
    Py_XDECREF(binding);
    Py_XDECREF(token);
    return number;
}

/// Creates an object of a class with a plan. Returns its token, a status below zero, or 0 if Python
/// has to create it.
static int64_t create_planned(uintptr_t token, uint64_t object) {
    const PyGILState_STATE state = PyGILState_Ensure();
    PyObject *table = thing(token);
    PyObject *maker = table == NULL ? NULL : PyObject_GetAttr(table, SHARED(MAKER));
    int64_t result = 0;
    if (maker != NULL && maker != Py_None) {
        PyObject *value = PyObject_CallObject(PyTuple_GetItem(maker, 0), NULL);
        PyObject *handle = value == NULL ? NULL : PyLong_FromUnsignedLongLong(object);
        PyObject *identity = handle == NULL ? NULL : PyLong_FromVoidPtr(value);
        if (identity != NULL) result = bind_made(maker, value, handle, identity);
        Py_XDECREF(value);
        Py_XDECREF(handle);
        Py_XDECREF(identity);
        if (result == 0) {
            PyObject *kind, *error, *trace;
            PyErr_Fetch(&kind, &error, &trace);
            PyErr_NormalizeException(&kind, &error, &trace);
            if (trace != NULL) PyException_SetTraceback(error, trace);
            PyObject *status = PyObject_CallMethod(table, "failed", "O", error);
            result = status == NULL ? -RESTORATION_FAILED : -PyLong_AsLongLong(status);
            Py_XDECREF(status);
            Py_XDECREF(kind);
            Py_XDECREF(error);
            Py_XDECREF(trace);
        }
    }
    Py_XDECREF(maker);
    PyErr_Clear();
    PyGILState_Release(state);
    return result;
}

/// Whether the object was stored. Python stores any other, and reports failures.
static int encode_planned(uintptr_t token, restoration_coder *coder) {
    const PyGILState_STATE state = PyGILState_Ensure();
    const plan *plan = NULL;
    PyObject *value = planned_object(token, &plan);
    int is_stored = value != NULL;
    for (int index = 0; is_stored && index < plan->count; index++) {
        PyObject *field = PyObject_GetAttr(value, (PyObject *)plan->columns[index].name);
        is_stored = field != NULL && put_field(coder, &plan->columns[index], field);
        Py_XDECREF(field);
    }
    Py_XDECREF(value);
    PyErr_Clear(); // Python raises it again
    PyGILState_Release(state);
    return is_stored;
}

/// Whether the object was restored. As `encode_planned`; sets the fields only after all are read.
static int decode_planned(uintptr_t token, restoration_coder *coder) {
    const PyGILState_STATE state = PyGILState_Ensure();
    const plan *plan = NULL;
    PyObject *value = planned_object(token, &plan), *fields[MOST_PLANNED];
    int count = 0, is_restored = value != NULL;
    for (; is_restored && count < plan->count; count++) {
        fields[count] = read_field(coder, &plan->columns[count]);
        if (fields[count] == NULL) {
            is_restored = 0;
            break;
        }
    }
    for (int index = 0; index < count; index++) {
        PyObject *name = (PyObject *)plan->columns[index].name;
        if (is_restored && PyObject_SetAttr(value, name, fields[index]) != 0) is_restored = 0;
        Py_DECREF(fields[index]);
    }
    Py_XDECREF(value);
    PyErr_Clear();
    PyGILState_Release(state);
    return is_restored;
}

static int32_t leave(restoration_coder *coder) { return restoration_leave(coder); }
static int32_t skip(restoration_coder *coder) { return restoration_skip(coder); }
static uint32_t coder_version(restoration_coder *coder) { return coder->schema_version; }

static int32_t key_at(restoration_coder *coder, uint64_t index, item *item) {
    restoration_string key;
    const restoration_status status = restoration_key_at(coder, index, &key);
    if (status == RESTORATION_OK) {
        item->bytes = key.bytes;
        item->count = key.count;
    }
    return status;
}

#define DEFINE_PUT(NAME, TYPE, FUNCTION)                                                           \
    static int32_t put_##NAME(restoration_coder *coder, const char *key, uint64_t count,           \
                              TYPE value) {                                                        \
        const restoration_string name = KEY;                                                       \
        return restoration_put_##FUNCTION(coder, name, value);                                     \
    }
DEFINE_PUT(int64, int64_t, int64)
DEFINE_PUT(uint64, uint64_t, uint64)
DEFINE_PUT(double, double, double)
DEFINE_PUT(reference, uint64_t, reference)

/// The handle of an object of one of the classes, or of any class for null; 0 for any other.
static uint64_t handle_of(PyObject *value, PyObject *by_id, PyObject *classes) {
    int is_accepted = classes == NULL;
    for (Py_ssize_t index = 0; !is_accepted && index < PyTuple_Size(classes); index++)
        is_accepted = PyTuple_GetItem(classes, index) == (PyObject *)Py_TYPE(value);
    PyObject *identity = is_accepted ? PyLong_FromVoidPtr(value) : NULL;
    PyObject *binding = identity == NULL ? NULL : PyDict_GetItem(by_id, identity);
    PyObject *strong = binding == NULL ? NULL : PyObject_GetAttr(binding, SHARED(STRONG));
    PyObject *handle = strong != value ? NULL : PyObject_GetAttr(binding, SHARED(HANDLE));
    const uint64_t number = handle == NULL ? 0 : PyLong_AsUnsignedLongLong(handle);
    Py_XDECREF(handle);
    Py_XDECREF(strong);
    Py_XDECREF(identity);
    return number;
}
/// Stores the elements of a list up to the first that Python has to store. Returns their number.
static uint64_t put_references(restoration_coder *coder, uintptr_t list, uintptr_t by_id,
                               uintptr_t classes) {
    const restoration_string element = {NULL, 0};
    const PyGILState_STATE state = PyGILState_Ensure();
    const Py_ssize_t count = PySequence_Size((PyObject *)list);
    Py_ssize_t index = 0;
    for (; index < count; index++) {
        PyObject *value = PySequence_GetItem((PyObject *)list, index);
        const uint64_t handle =
            value == NULL ? 0 : handle_of(value, (PyObject *)by_id, (PyObject *)classes);
        Py_XDECREF(value);
        if (handle == 0 || restoration_put_reference(coder, element, handle) != RESTORATION_OK)
            break;
    }
    PyErr_Clear(); // Python raises it again
    PyGILState_Release(state);
    return (uint64_t)index;
}
/// Reads the elements of a list up to the first that is not a reference. Returns their number.
static uint64_t read_references(restoration_coder *coder, uint64_t *objects, uint64_t count) {
    const restoration_string element = {NULL, 0};
    for (uint64_t index = 0; index < count; index++) {
        restoration_value value;
        value.kind = RESTORATION_KIND_REFERENCE;
        value.reserved = 0;
        if (restoration_get(coder, element, &value) != RESTORATION_OK) return index;
        objects[index] = value.data.reference;
    }
    return count;
}

/// Finds objects of the program as `Core.object` does, and sets them in a list of None. Returns the
/// number of those that Python has to find.
static uint64_t take_objects(const uint64_t *objects, uint64_t count, uintptr_t by_handle,
                             uintptr_t to_hold, uintptr_t list) {
    const PyGILState_STATE state = PyGILState_Ensure();
    uint64_t left = 0;
    for (uint64_t index = 0; index < count; index++) {
        if (objects[index] == 0) continue;
        PyObject *handle = PyLong_FromUnsignedLongLong(objects[index]);
        PyObject *binding = handle == NULL ? NULL : PyDict_GetItem((PyObject *)by_handle, handle);
        PyObject *value = binding == NULL ? NULL : PyObject_GetAttr(binding, SHARED(STRONG));
        PyObject *held = value == NULL ? NULL : PyObject_GetAttr(binding, SHARED(HELD));
        int is_found = held != NULL && value != Py_None;
        if (is_found && held == Py_False)
            is_found = PyList_Append((PyObject *)to_hold, handle) == 0 &&
                       PyObject_SetAttr(binding, SHARED(HELD), Py_True) == 0;
        if (is_found) PyList_SetItem((PyObject *)list, (Py_ssize_t)index, value);
        if (!is_found) Py_XDECREF(value);
        left += !is_found;
        Py_XDECREF(held);
        Py_XDECREF(handle);
    }
    PyErr_Clear();
    PyGILState_Release(state);
    return left;
}

static int32_t put_bool(restoration_coder *coder, const char *key, uint64_t count, int value) {
    const restoration_string name = KEY;
    return restoration_put_bool(coder, name, value != 0);
}
static int32_t put_null(restoration_coder *coder, const char *key, uint64_t count) {
    const restoration_string name = KEY;
    return restoration_put_null(coder, name);
}
static int32_t put_text(restoration_coder *coder, const char *key, uint64_t count,
                        const char *bytes, uint64_t length) {
    const restoration_string name = KEY, text = {bytes, length};
    return restoration_put_string(coder, name, text);
}
static int32_t put_bytes(restoration_coder *coder, const char *key, uint64_t count,
                         const char *bytes, uint64_t length) {
    const restoration_string name = KEY;
    const restoration_bytes value = {(const uint8_t *)bytes, length};
    return restoration_put_bytes(coder, name, value);
}
static int32_t put_date(restoration_coder *coder, const char *key, uint64_t count, int64_t seconds,
                        uint32_t nanoseconds) {
    const restoration_string name = KEY;
    const restoration_date date = {seconds, nanoseconds, 0};
    return restoration_put_date(coder, name, date);
}
static int32_t put_uuid(restoration_coder *coder, const char *key, uint64_t count,
                        const char *bytes) {
    const restoration_string name = KEY;
    restoration_uuid uuid;
    memcpy(uuid.bytes, bytes, 16);
    return restoration_put_uuid(coder, name, uuid);
}
static int32_t begin(restoration_coder *coder, const char *key, uint64_t count, int is_array) {
    const restoration_string name = KEY;
    return is_array ? restoration_begin_array(coder, name)
                    : restoration_begin_dictionary(coder, name);
}
static int32_t end(restoration_coder *coder) { return restoration_end(coder); }
static int32_t copy_value(restoration_coder *coder, const char *key, uint64_t count,
                          restoration_coder *source, const char *source_key,
                          uint64_t source_count) {
    const restoration_string name = KEY, source_name = {source_key, source_count};
    return restoration_put_copy(coder, name, source, source_name);
}
static int32_t mark_sensitive(restoration_coder *coder, const char *key, uint64_t count) {
    const restoration_string name = KEY;
    return restoration_mark_sensitive(coder, name);
}
static int32_t add_child(restoration_children *children, uint64_t object, const char *slot,
                         uint64_t count) {
    const restoration_child child = {object, {slot, count}};
    return children->add(children, &child);
}

// MARK: Methods and properties

static int32_t call_method(restoration_session *session, uint64_t object, const char *name,
                           const item *items, const uint32_t *kinds, uint64_t count,
                           uint32_t *kind, item *result) {
    restoration_value arguments[32], value;
    if (count > sizeof arguments / sizeof *arguments) return RESTORATION_MISMATCH;
    for (uint64_t index = 0; index < count; index++)
        pack(&arguments[index], kinds[index], &items[index]);
    const restoration_status status =
        restoration_session_call(session, object, name, arguments, count, &value);
    if (status != RESTORATION_OK) return status;
    *kind = value.kind;
    unpack(&value, result);
    return status;
}
static int32_t get_property(restoration_session *session, uint64_t object, const char *key,
                            uint32_t *kind, item *result) {
    restoration_value value;
    const restoration_status status =
        restoration_session_get_property(session, object, key, &value);
    if (status != RESTORATION_OK) return status;
    *kind = value.kind;
    unpack(&value, result);
    return status;
}
static int32_t set_property(restoration_session *session, uint64_t object, const char *key,
                            uint32_t kind, const item *item) {
    restoration_value value;
    pack(&value, kind, item);
    return restoration_session_set_property(session, object, key, &value);
}

// MARK: Callbacks
//
// A pointer of the library's is a number of Python's: one that is not known is an error there,
// where a pointer to an object that has ended would crash.

static int64_t on_create(uintptr_t, uint64_t, int, const restoration_creation_request *);
static int32_t on_encode(uintptr_t, restoration_coder *);
static int32_t on_decode(uintptr_t, restoration_coder *);
static void on_finished(uintptr_t);
static void on_destroy(uintptr_t);
static int32_t on_migrate(uintptr_t, uint32_t, restoration_coder *, restoration_coder *);
static void on_cancelled(uintptr_t, uint64_t);
static int32_t on_children(uintptr_t, restoration_children *, uint64_t *);
static void on_attach(uintptr_t, const restoration_child *, uint64_t, uint64_t);
static uint64_t on_presented(uintptr_t);
static void on_present(uintptr_t, uint64_t);
static int32_t on_elements(uintptr_t, restoration_children *);
static int32_t on_parameters(uintptr_t, restoration_coder *);
static void on_log(uintptr_t, uint32_t, const char *, uint64_t);
static void on_saved(uintptr_t, const restoration_save *);
static void on_settled(uintptr_t);
static void on_reloaded(uintptr_t, const char *);
static void on_arrived(uintptr_t, const uint64_t *, uint64_t);
static void on_signalled(uintptr_t, int);
static void on_newer_elsewhere(uintptr_t, const restoration_saves_elsewhere *);
static int32_t on_application(uintptr_t, int, restoration_coder *);
static int32_t on_build(uintptr_t, restoration_session *);
static void on_dispose(uintptr_t);

#define TOKEN(POINTER) ((uintptr_t)(POINTER))

static restoration_status create(const restoration_creation_request *request, void **object) {
    // A number of the object, or a status below zero.
    const uintptr_t table = TOKEN(request->object_class->user_data);
    int64_t result = request->parameters == NULL ? create_planned(table, request->object) : 0;
    if (result == 0)
        result = on_create(table, request->object, request->parameters != NULL, request);
    if (result < 0) return (restoration_status)-result;
    *object = (void *)(uintptr_t)result;
    return RESTORATION_OK;
}
static restoration_status encode(void *object, restoration_coder *coder) {
    return encode_planned(TOKEN(object), coder) ? RESTORATION_OK : on_encode(TOKEN(object), coder);
}
static restoration_status decode(void *object, restoration_coder *coder) {
    return decode_planned(TOKEN(object), coder) ? RESTORATION_OK : on_decode(TOKEN(object), coder);
}
static void finished(void *object) { on_finished(TOKEN(object)); }
static void destroy(void *object) { on_destroy(TOKEN(object)); }
static restoration_status migrate(const restoration_class *object_class, uint32_t from_version,
                                  restoration_coder *state, restoration_coder *migrated) {
    return on_migrate(TOKEN(object_class->user_data), from_version, state, migrated);
}
static void cancelled(const restoration_class *object_class, restoration_handle object) {
    on_cancelled(TOKEN(object_class->user_data), object);
}
static restoration_status children(void *object, restoration_children *children,
                                   restoration_handle *selected) {
    return on_children(TOKEN(object), children, selected);
}
static void attach(void *object, const restoration_child *children, uint64_t count,
                   restoration_handle selected) {
    on_attach(TOKEN(object), children, count, selected);
}
static restoration_handle presented(void *object) { return on_presented(TOKEN(object)); }
static void present(void *object, restoration_handle other) { on_present(TOKEN(object), other); }
static restoration_status elements(void *object, restoration_children *elements) {
    return on_elements(TOKEN(object), elements);
}

static void fill_class(restoration_class *table, const char *id, uint64_t count, uint32_t version,
                       uintptr_t token, uint32_t flags, int finishes,
                       const restoration_shape *shape) {
    memset(table, 0, sizeof *table);
    table->struct_size = sizeof *table;
    table->schema_version = version;
    table->id.bytes = id;
    table->id.count = count;
    table->create = create;
    table->encode = encode;
    table->decode = decode;
    if (finishes) table->finished = finished;
    table->destroy = destroy;
    table->migrate = migrate;
    table->cancelled = cancelled;
    table->shape = shape;
    table->user_data = (void *)token;
    table->flags = flags;
}
static void fill_shape(restoration_shape *table, uint32_t flags, int has_children, int presenter,
                       int has_elements) {
    memset(table, 0, sizeof *table);
    table->struct_size = sizeof *table;
    table->flags = flags;
    if (has_children) {
        table->children = children;
        table->attach = attach;
    }
    if (presenter) {
        table->presented = presented;
        table->present = present;
    }
    if (has_elements) table->elements = elements;
}

static void log_line(void *user, uint32_t level, restoration_string message) {
    on_log(TOKEN(user), level, message.bytes, message.count);
}
static void saved(void *user, const restoration_save *save) { on_saved(TOKEN(user), save); }
static void settled(void *user) { on_settled(TOKEN(user)); }
static void reloaded(void *user, const char *plugin) { on_reloaded(TOKEN(user), plugin); }
static void arrived(void *user, const restoration_handle *objects, uint64_t count) {
    on_arrived(TOKEN(user), objects, count);
}
static void signalled(void *user, int number) { on_signalled(TOKEN(user), number); }
static void newer_elsewhere(void *user, const restoration_saves_elsewhere *saves) {
    on_newer_elsewhere(TOKEN(user), saves);
}
static restoration_status should_preserve(void *user, restoration_coder *coder) {
    return on_application(TOKEN(user), 0, coder);
}
static restoration_status encode_application(void *user, restoration_coder *coder) {
    return on_application(TOKEN(user), 1, coder);
}
static restoration_status should_restore(void *user, restoration_coder *coder) {
    return on_application(TOKEN(user), 2, coder);
}
static restoration_status decode_application(void *user, restoration_coder *coder) {
    return on_application(TOKEN(user), 3, coder);
}

/// `parts`: a bit for each function of the application, and one for signals.
static void fill_callbacks(restoration_callbacks *table, uintptr_t token, uint32_t parts) {
    memset(table, 0, sizeof *table);
    table->struct_size = sizeof *table;
    table->user_data = (void *)token;
    table->log = log_line;
    table->saved = saved;
    table->settled = settled;
    table->plugin_reloaded = reloaded;
    table->restored_awaited = arrived;
    table->newer_elsewhere = newer_elsewhere;
    if (parts & 1) table->should_preserve = should_preserve;
    if (parts & 2) table->encode = encode_application;
    if (parts & 4) table->should_restore = should_restore;
    if (parts & 8) table->decode = decode_application;
    if (parts & 16) table->signalled = signalled;
}

static void fill_options(restoration_options *options) {
    const restoration_options defaults = RESTORATION_OPTIONS_INIT;
    *options = defaults;
}

static restoration_status build(void *user, restoration_session *session) {
    return on_build(TOKEN(user), session);
}
static void dispose(void *user) { on_dispose(TOKEN(user)); }
static void fill_program(restoration_test_program *program, uintptr_t token) {
    memset(program, 0, sizeof *program);
    program->struct_size = sizeof *program;
    program->user_data = (void *)token;
    program->build = build;
    program->dispose = dispose;
}

static restoration_status write_parameters(void *context, restoration_coder *coder) {
    return on_parameters(TOKEN(context), coder);
}
static int32_t make_with_parameters(restoration_session *session, uint64_t parent,
                                    const char *identifier, const char *class_id, uintptr_t token,
                                    uint64_t *object) {
    return restoration_session_make(session, parent, identifier, class_id,
                                    token == 0 ? NULL : write_parameters, (void *)token, object);
}

static void hold_all(restoration_session *session, const uint64_t *objects, uint64_t count) {
    for (uint64_t index = 0; index < count; index++)
        (void)restoration_session_hold(session, objects[index]);
}

/// `how`: 0 for a root, 1 for a child, 2 for a registered object.
static int32_t lend(restoration_session *session, int how, uint64_t parent, const char *identifier,
                    const char *scope, const restoration_class *table, uintptr_t token,
                    uint64_t *handle) {
    void *object = (void *)token;
    switch (how) {
    case 0:
        return scope == NULL
                   ? restoration_session_add_root(session, identifier, table, object, handle)
                   : restoration_session_add_scoped_root(session, identifier, scope, table, object,
                                                         handle);
    case 1:
        return restoration_session_add_child(session, parent, identifier, table, object, handle);
    default:
        return restoration_session_register_object(session, parent, identifier, table, object,
                                                   handle);
    }
}
"""


builder = FFI()
builder.cdef(DECLARATIONS)
builder.set_source(
    "restorationkit._library",
    SOURCE,
    define_macros=[("Py_LIMITED_API", "0x03090000")],
    py_limited_api=True,
)
