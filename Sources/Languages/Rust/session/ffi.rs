use super::{c_char, c_int, c_void};
use crate::restoration::ffi::{Class, Coder, Handle, Host, Status, Text, Value};

#[repr(C)]
pub struct Session {
    _opaque: [u8; 0],
}

#[repr(C)]
pub struct Test {
    _opaque: [u8; 0],
}

#[repr(C)]
pub struct Problem {
    pub struct_size: u32,
    pub status: Status,
    pub problem: *const c_char,
    pub place: *const c_char,
    pub remedy: *const c_char,
}

pub type Ask = extern "C" fn(*mut c_void, *mut Coder) -> Status;

#[repr(C)]
pub struct Callbacks {
    pub struct_size: u32,
    pub reserved: u32,
    pub user_data: *mut c_void,
    pub log: extern "C" fn(*mut c_void, u32, Text),
    pub saved: extern "C" fn(*mut c_void, *const Save),
    pub settled: extern "C" fn(*mut c_void),
    pub plugin_reloaded: extern "C" fn(*mut c_void, *const c_char),
    pub restored_awaited: extern "C" fn(*mut c_void, *const Handle, u64),
    pub signalled: extern "C" fn(*mut c_void, c_int),
    pub newer_elsewhere: Option<extern "C" fn(*mut c_void, *const c_void)>,
    pub should_preserve: Ask,
    pub encode: Ask,
    pub should_restore: Ask,
    pub decode: Ask,
}

#[repr(C)]
pub struct Options {
    pub struct_size: u32,
    pub preset: u32,
    pub flags: u32,
    pub reserved: u32,
    pub instance: *const c_char,
    pub remote: *const c_char,
    pub person: *const c_char,
    pub private_directory: *const c_char,
    pub state_directory: *const c_char,
    pub key_directory: *const c_char,
    pub plugin_directories: *const *const c_char,
    pub plugin_directory_count: u64,
    pub application_version: *const c_char,
    pub autosave_milliseconds: u64,
    pub hang_milliseconds: u64,
    pub arrival_milliseconds: u64,
    pub maximum_age_seconds: u64,
    pub callbacks: *const Callbacks,
}

#[repr(C)]
pub struct Note {
    pub struct_size: u32,
    pub reserved: u32,
    pub problem: *const c_char,
    pub place: *const c_char,
    pub remedy: *const c_char,
}

#[repr(C)]
pub struct Entry {
    pub struct_size: u32,
    pub outcome: u32,
    pub planned: u32,
    pub recorded_version: u32,
    pub path: *const c_char,
    pub class_id: *const c_char,
    pub plugin: *const c_char,
    pub problem: *const c_char,
    pub place: *const c_char,
    pub remedy: *const c_char,
    pub nanoseconds: u64,
    pub size_in_bytes: u64,
}

#[repr(C)]
pub struct Report {
    pub struct_size: u32,
    pub reason: u32,
    pub generation: u64,
    pub saved_at: i64,
    pub application_version: *const c_char,
    pub entries: *const *const Entry,
    pub entry_count: u64,
    pub notes: *const *const Note,
    pub note_count: u64,
}

#[repr(C)]
pub struct Plan {
    pub struct_size: u32,
    pub decision: u32,
    pub generation: u64,
    pub saved_at: i64,
    pub application_version: *const c_char,
    pub problem: *const c_char,
    pub place: *const c_char,
    pub remedy: *const c_char,
    pub entries: *const *const Entry,
    pub entry_count: u64,
    pub notes: *const *const Note,
    pub note_count: u64,
}

#[repr(C)]
pub struct Save {
    pub struct_size: u32,
    pub status: Status,
    pub generation: u64,
    pub object_count: u64,
    pub size_in_bytes: u64,
    pub problem: *const c_char,
    pub place: *const c_char,
    pub remedy: *const c_char,
    pub issues: *const *const Note,
    pub issue_count: u64,
    pub notes: *const *const Note,
    pub note_count: u64,
}

#[repr(C)]
pub struct PreviousLaunch {
    pub struct_size: u32,
    pub ending: u32,
    pub problem: *const c_char,
    pub plugin: *const c_char,
}

#[repr(C)]
pub struct Description {
    pub struct_size: u32,
    pub flags: u32,
    pub path: *const c_char,
    pub class_id: *const c_char,
    pub plugin: *const c_char,
    pub problem: *const c_char,
    pub place: *const c_char,
    pub remedy: *const c_char,
}

#[repr(C)]
pub struct Texts {
    pub count: u64,
    pub texts: *const *const c_char,
}

#[repr(C)]
pub struct TestProgram {
    pub struct_size: u32,
    pub reserved: u32,
    pub user_data: *mut c_void,
    pub build: extern "C" fn(*mut c_void, *mut Session) -> Status,
    pub dispose: extern "C" fn(*mut c_void),
}

type S = *mut Session;
type T = *const c_char;

#[link(name = "restoration")]
extern "C" {
    pub fn restoration_last_problem() -> *const Problem;
    pub fn restoration_status_name(status: Status) -> T;
    pub fn restoration_version() -> u32;
    pub fn restoration_free(result: *mut c_void);
    pub fn restoration_session_open_version(version: u32, id: T, options: *const Options) -> S;
    pub fn restoration_session_close(session: S) -> Status;
    pub fn restoration_session_discard(session: S) -> Status;
    pub fn restoration_session_add_root(
        session: S,
        identifier: T,
        class: *const Class,
        object: *mut c_void,
        handle: *mut Handle,
    ) -> Status;
    pub fn restoration_session_add_scoped_root(
        session: S,
        identifier: T,
        scope: T,
        class: *const Class,
        object: *mut c_void,
        handle: *mut Handle,
    ) -> Status;
    pub fn restoration_session_use_as_root(session: S, object: Handle, scope: T) -> Status;
    pub fn restoration_session_add_child(
        session: S,
        parent: Handle,
        identifier: T,
        class: *const Class,
        object: *mut c_void,
        handle: *mut Handle,
    ) -> Status;
    pub fn restoration_session_register_object(
        session: S,
        parent: Handle,
        identifier: T,
        class: *const Class,
        object: *mut c_void,
        handle: *mut Handle,
    ) -> Status;
    pub fn restoration_session_adopt(
        session: S,
        binding: T,
        class: T,
        identifier: T,
        object: *mut c_void,
        handle: *mut Handle,
    ) -> Status;
    pub fn restoration_session_forget(session: S, object: Handle) -> Status;
    pub fn restoration_session_hold(session: S, object: Handle) -> Status;
    pub fn restoration_session_release(session: S, object: Handle) -> Status;
    pub fn restoration_session_add_class(session: S, class: *const Class) -> Status;
    pub fn restoration_session_alias_class(session: S, former: T, id: T) -> Status;
    pub fn restoration_session_alias_path(session: S, former: T, path: T) -> Status;
    pub fn restoration_session_host(session: S) -> *const Host;
    pub fn restoration_session_restore(session: S, reason: u32) -> Status;
    pub fn restoration_session_make(
        session: S,
        parent: Handle,
        identifier: T,
        class_id: T,
        write: extern "C" fn(*mut c_void, *mut Coder) -> Status,
        context: *mut c_void,
        object: *mut Handle,
    ) -> Status;
    pub fn restoration_session_rename(session: S, object: Handle, identifier: T) -> Status;
    pub fn restoration_session_move(session: S, object: Handle, parent: Handle) -> Status;
    pub fn restoration_session_find(session: S, path: T, object: *mut Handle) -> Status;
    pub fn restoration_session_apply_awaited(session: S, object: Handle) -> Status;
    pub fn restoration_session_arrived(session: S, object: Handle) -> Status;
    pub fn restoration_session_invalidate(session: S, object: Handle) -> Status;
    pub fn restoration_session_preserve(session: S) -> Status;
    pub fn restoration_session_preserve_in_background(session: S) -> Status;
    pub fn restoration_session_has_unsaved_changes(session: S) -> c_int;
    pub fn restoration_session_give_up(
        session: S,
        path: T,
        plugin: T,
        count: *mut u64,
    ) -> Status;
    pub fn restoration_session_descriptor(session: S) -> c_int;
    pub fn restoration_session_milliseconds(session: S) -> c_int;
    pub fn restoration_session_run_pending(session: S) -> Status;
    pub fn restoration_session_attach_to_glib(session: S, context: *mut c_void) -> Status;
    pub fn restoration_session_detach_from_glib(session: S) -> Status;
    pub fn restoration_session_handle_signals(
        session: S,
        signals: *const c_int,
        count: u64,
    ) -> Status;
    pub fn restoration_session_perform_default_action(session: S, signal: c_int) -> Status;
    pub fn restoration_session_interface(
        session: S,
        object: Handle,
        id: T,
        table: *mut *const c_void,
        pointer: *mut *mut c_void,
    ) -> Status;
    pub fn restoration_session_offer(session: S, id: T, table: *const c_void) -> Status;
    pub fn restoration_session_call(
        session: S,
        object: Handle,
        method: T,
        arguments: *const Value,
        count: u64,
        result: *mut Value,
    ) -> Status;
    pub fn restoration_session_get_property(
        session: S,
        object: Handle,
        key: T,
        value: *mut Value,
    ) -> Status;
    pub fn restoration_session_set_property(
        session: S,
        object: Handle,
        key: T,
        value: *const Value,
    ) -> Status;
    pub fn restoration_session_plugins_changed(session: S) -> Status;
    pub fn restoration_session_reload_plugin(session: S, plugin: T) -> Status;
    pub fn restoration_session_pin(session: S, plugin: T, class: T, route: T) -> Status;
    pub fn restoration_session_retry_objects_set_aside(session: S) -> Status;
    pub fn restoration_session_report_progress(session: S) -> Status;
    pub fn restoration_session_extend_window(session: S) -> Status;
    pub fn restoration_session_complete_window(session: S) -> Status;
    pub fn restoration_session_report(session: S, report: *mut *mut Report) -> Status;
    pub fn restoration_session_plan(session: S, plan: *mut *mut Plan) -> Status;
    pub fn restoration_session_last_save(session: S, save: *mut *mut Save) -> Status;
    pub fn restoration_session_previous_launch(
        session: S,
        launch: *mut *mut PreviousLaunch,
    ) -> Status;
    pub fn restoration_session_describe(
        session: S,
        object: Handle,
        description: *mut *mut Description,
    ) -> Status;
    pub fn restoration_session_scopes(
        session: S,
        identifier: T,
        scopes: *mut *mut Texts,
    ) -> Status;
    pub fn restoration_session_plugins(session: S, plugins: *mut *mut Texts) -> Status;
    pub fn restoration_session_plugin_faults(session: S, faults: *mut *mut Texts) -> Status;
    pub fn restoration_report_json(report: *const Report) -> *mut c_char;
    pub fn restoration_plan_json(plan: *const Plan) -> *mut c_char;
    pub fn restoration_save_json(save: *const Save) -> *mut c_char;
    pub fn restoration_test_begin_version(
        version: u32,
        application: T,
        options: *const Options,
        program: *const TestProgram,
    ) -> *mut Test;
    pub fn restoration_test_launch(test: *mut Test) -> S;
    pub fn restoration_test_terminate(test: *mut Test, ending: u32) -> Status;
    pub fn restoration_test_advance(test: *mut Test, milliseconds: u64) -> Status;
    pub fn restoration_test_saved_state(test: *mut Test, text: *mut *mut c_char) -> Status;
    pub fn restoration_test_end(test: *mut Test);
}

#[repr(C)]
pub struct Poll {
    pub descriptor: c_int,
    pub events: i16,
    pub found: i16,
}

extern "C" {
    pub fn poll(list: *mut Poll, count: std::os::raw::c_ulong, milliseconds: c_int) -> c_int;
}
