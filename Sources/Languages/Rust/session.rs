//! The session for programs in Rust, a wrapper of `librestoration.so`. Copy this file into your
//! crate, beside `restoration.rs`. It needs only `std`.
//!
//! ```ignore
//! let session = Session::open("org.example.desk")?;
//! let desk = session.add_root("Desk", Desk::default())?;
//! let report = session.restore()?;
//! desk.change(|desk| desk.starts += 1);
//! session.preserve()?;
//! ```
//!
//! Types implement `restoration::Object`, as in a plugin. Build with `panic = "unwind"`, the
//! default: a panic in an object's function is that function's failure, and affects nothing else.
//!
//! A session belongs to the thread that opens it. Only a `Notifier` crosses threads. Closing a
//! session saves nothing: call `preserve` first.
//!
//! The layouts are those of `restoration/session.h`.

#![allow(dead_code)]
#![warn(unsafe_op_in_unsafe_fn)]

use std::any::{Any, TypeId};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::ffi::{c_void, CStr, CString};
use std::fmt;
use std::marker::PhantomData;
use std::mem::{size_of, ManuallyDrop};
use std::ops::Deref;
use std::os::raw::{c_char, c_int};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::io::{AsRawFd, RawFd};
use std::path::{Path, PathBuf};
use std::ptr::{null, null_mut};
use std::rc::Rc;
use std::sync::atomic::Ordering;
use std::sync::Mutex;
use std::time::Duration;

use crate::restoration::ffi::{Coder, Value, ABI_VERSION};
use crate::restoration::{
    attempted, borrow, class, created, ffi as plugin, guarded, lend, Bytes, Date, Decoder, Encoder,
    Failure, Held, Host, Level, Object, Program, Reference, Table, Uuid, PROGRAM,
};

/// The C declarations.
pub mod ffi {
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
}

// MARK: Errors

macro_rules! numbered {
    ($(#[$about:meta])* $name:ident, $default:ident;
     $($(#[$note:meta])* $case:ident = $number:literal,)*) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum $name { $($(#[$note])* $case = $number,)* }

        impl $name {
            /// A number of a later version maps to the most general name.
            fn of(number: u32) -> $name {
                match number {
                    $($number => $name::$case,)*
                    _ => $name::$default,
                }
            }
        }
    };
}

numbered! {
    /// The cause of a failed call, for programs to decide by.
    Status, Failed;
    Declined = 1, Absent = 2, Mismatch = 3, Unsupported = 4, Limit = 5, Invalid = 6,
    WrongThread = 7, Failed = 8, NotYet = 9,
    /// Another process, or another session of this process, has the state in use.
    Busy = 10,
    KeyUnavailable = 11,
    /// The disk or the user's quota is full. The previous state is intact.
    DiskFull = 12,
    NotRestored = 13, AlreadyRestored = 14, Closed = 15,
    /// The object has ended, or belongs to another session.
    Stale = 16,
    Forked = 17,
    /// The function may not be called in a callback.
    InCallback = 18,
    Jumped = 19, VersionMismatch = 20,
    /// Another object, or retained state, has the path.
    Taken = 21,
}

impl Status {
    /// `None` for success.
    fn failure(status: plugin::Status) -> Option<Status> {
        (status != plugin::OK).then(|| Status::of(status as u32))
    }
}

/// A problem, its place and its remedy. Texts are empty where there is none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Note {
    /// A sentence without its full stop.
    pub problem: String,
    /// A path, file or identifier.
    pub place: String,
    pub remedy: String,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.problem)?;
        if !self.place.is_empty() {
            write!(f, " ({})", self.place)?;
        }
        if self.remedy.is_empty() { Ok(()) } else { write!(f, ". {}", self.remedy) }
    }
}

/// A failed call. `{}` writes one line. `{:?}`, with which `main` prints an error, has lines for
/// the problem, the place and the remedy.
#[derive(Clone, PartialEq, Eq)]
pub struct Error {
    pub status: Status,
    pub note: Note,
}

impl Error {
    fn new(status: Status, problem: &str, place: &str, remedy: &str) -> Error {
        let (problem, place, remedy) = (problem.into(), place.into(), remedy.into());
        Error { status, note: Note { problem, place, remedy } }
    }

    /// The thread's last failed call.
    fn last(status: Status) -> Error {
        // SAFETY: never null, and valid until the thread's next failed call.
        let last = unsafe { &*ffi::restoration_last_problem() };
        let note = unsafe { note(last.problem, last.place, last.remedy) };
        Error { status, note: note.unwrap_or_default() }
    }

    fn check(status: plugin::Status) -> Result<(), Error> {
        Status::failure(status).map_or(Ok(()), |status| Err(Error::last(status)))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.note.fmt(f)
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.note.problem)?;
        if !self.note.place.is_empty() {
            write!(f, "\n   at: {}", self.note.place)?;
        }
        write!(f, "\n  fix: {}", self.note.remedy)
    }
}

impl std::error::Error for Error {}

/// SAFETY: NUL-terminated, or null.
unsafe fn text(lent: *const c_char) -> String {
    if lent.is_null() {
        return String::new();
    }
    unsafe { CStr::from_ptr(lent) }.to_string_lossy().into_owned()
}

/// `None` without a problem. SAFETY: as for `text`.
unsafe fn note(
    problem: *const c_char,
    place: *const c_char,
    remedy: *const c_char,
) -> Option<Note> {
    let note = unsafe { Note { problem: text(problem), place: text(place), remedy: text(remedy) } };
    (note != Note::default()).then_some(note)
}

fn terminated(text: impl AsRef<[u8]>) -> Result<CString, Error> {
    CString::new(text.as_ref()).map_err(|error| {
        let place = String::from_utf8_lossy(text.as_ref()).replace('\0', "\\0");
        let problem = format!("A text has a NUL at byte {}", error.nul_position());
        Error::new(Status::Invalid, &problem, &place, "Remove it.")
    })
}

fn optional(text: Option<&str>) -> Result<Option<CString>, Error> {
    text.map(terminated).transpose()
}

fn pointer(text: &Option<CString>) -> *const c_char {
    text.as_ref().map_or(null(), |text| text.as_ptr())
}

// MARK: Objects

/// A typed handle, which does not keep its object alive. Objects encode handles of other objects,
/// even of those that could not be restored: that retains their state. A handle may be sent to
/// other threads, for `Notifier`.
pub struct Handle<T>(plugin::Handle, PhantomData<fn() -> T>);

impl<T> Handle<T> {
    /// The live object. `None` if it has ended, could not be restored, is of another type, or
    /// belongs to another thread.
    pub fn get(self) -> Option<Live<T>>
    where
        T: 'static,
    {
        let held = LIVE.with(|live| Some(live.borrow().get(&self.0)?.held.clone()))?;
        let object = held.downcast::<Held<T>>().ok()?.object.clone();
        Some(Live { object, handle: self })
    }

    pub fn reference(self) -> Reference {
        Reference(self.0)
    }
}

impl<T> Clone for Handle<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Handle<T> {}

/// No object.
impl<T> Default for Handle<T> {
    fn default() -> Self {
        Handle(0, PhantomData)
    }
}

impl<T> PartialEq for Handle<T> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<T> Eq for Handle<T> {}

impl<T> fmt::Debug for Handle<T> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "Handle({})", self.0)
    }
}

impl<T> From<Handle<T>> for Reference {
    fn from(handle: Handle<T>) -> Reference {
        handle.reference()
    }
}

impl<T> From<&Live<T>> for Reference {
    fn from(live: &Live<T>) -> Reference {
        live.handle.reference()
    }
}

impl crate::restoration::Children {
    /// The children without their slots, as objects of one type.
    pub fn handles<T>(&self) -> Vec<Handle<T>> {
        self.list.iter().map(|child| child.object.typed()).collect()
    }
}

impl Reference {
    /// No object.
    pub const NONE: Reference = Reference(0);

    /// The live object, if it is of this type: see `Handle::get`.
    pub fn get<T: 'static>(self) -> Option<Live<T>> {
        self.typed().get()
    }

    /// A typed handle. The type is checked by `Handle::get`.
    pub fn typed<T>(self) -> Handle<T> {
        Handle(self.0, PhantomData)
    }
}

/// Stored as a reference.
impl<T> crate::restoration::Value for Handle<T> {
    fn put(&self, coder: &mut Encoder, key: &str) -> Result<(), Failure> {
        Reference(self.0).put(coder, key)
    }
    fn get(coder: &mut Decoder, key: &str) -> Result<Option<Self>, Failure> {
        Ok(<Reference as crate::restoration::Value>::get(coder, key)?.map(Reference::typed))
    }
}

/// An object of the program, in a `RefCell`, and its handle. While you borrow it mutably, call no
/// function of the session, which could not encode the object.
///
/// It keeps the Rust value alive, and does not keep the object in the session: see
/// `Session::hold`. It belongs to the session's thread, and its handle may be sent to others:
///
/// ```compile_fail,E0277
/// # use restoration::session::Live;
/// fn count_elsewhere(count: Live<u32>) {
///     std::thread::spawn(move || count.change(|count| *count += 1));
/// }
/// ```
pub struct Live<T> {
    object: Rc<RefCell<T>>,
    handle: Handle<T>,
}

impl<T> Live<T> {
    pub fn handle(&self) -> Handle<T> {
        self.handle
    }

    /// Changes the object, and reports the change, which is saved within the autosave interval.
    pub fn change<R>(&self, body: impl FnOnce(&mut T) -> R) -> R {
        let result = body(&mut self.object.borrow_mut());
        Host::invalidate(self.handle.0);
        result
    }
}

impl<T> Clone for Live<T> {
    fn clone(&self) -> Self {
        Live { object: self.object.clone(), handle: self.handle }
    }
}

impl<T> Deref for Live<T> {
    type Target = RefCell<T>;
    fn deref(&self) -> &RefCell<T> {
        &self.object
    }
}

struct Entry {
    /// A `Held<T>` that the library points to.
    held: Rc<dyn Any>,
    /// The session to which the program has lent the object.
    lender: Option<*mut ffi::Session>,
}

thread_local! {
    /// The thread's objects, by handle. Never destroyed, because a session may be dropped after
    /// other thread-locals.
    static LIVE: ManuallyDrop<RefCell<BTreeMap<plugin::Handle, Entry>>> = Default::default();
    /// The session whose call is running, or else the session opened last.
    static CURRENT: Cell<*mut ffi::Session> = Cell::new(null_mut());
}

/// The process's open sessions, for changes that other threads report.
static OPEN: Mutex<Vec<usize>> = Mutex::new(Vec::new());

fn open_sessions() -> Vec<usize> {
    OPEN.lock().map_or_else(|broken| broken.into_inner().clone(), |open| open.clone())
}

static SERVICES: Program = Program {
    // SAFETY of these: a number that is no open session's is refused.
    host: || unsafe { ffi::restoration_session_host(CURRENT.with(Cell::get)) },
    invalidate: |object| {
        for session in open_sessions() {
            unsafe { ffi::restoration_session_invalidate(session as *mut _, object) };
        }
    },
    arrived: |object| {
        for session in open_sessions() {
            unsafe { ffi::restoration_session_arrived(session as *mut _, object) };
        }
    },
};

fn keep<T: 'static>(held: Rc<Held<T>>, lender: Option<*mut ffi::Session>) {
    let handle = held.handle.get();
    LIVE.with(|live| live.borrow_mut().insert(handle, Entry { held, lender }));
}

/// Drops the value outside of the borrow, because its `drop` may call this module.
fn let_go(handle: plugin::Handle) {
    drop(LIVE.with(|live| live.borrow_mut().remove(&handle)));
}

fn let_go_of_all(session: *mut ffi::Session) {
    let lent: Vec<plugin::Handle> = LIVE.with(|live| {
        let live = live.borrow();
        let lent = live.iter().filter(|(_, entry)| entry.lender == Some(session));
        lent.map(|(handle, _)| *handle).collect()
    });
    lent.into_iter().for_each(let_go);
}

extern "C" fn create<T: Object>(
    request: *const plugin::CreationRequest,
    object: *mut *mut c_void,
) -> plugin::Status {
    guarded(|| {
        // SAFETY: the library lends the request, and space for the pointer, for the call.
        let held = Rc::new(unsafe { created::<T>(request)? });
        unsafe { *object = Rc::as_ptr(&held) as *mut c_void };
        keep(held, None);
        Ok(())
    })
}

extern "C" fn destroy<T: Object>(object: *mut c_void) {
    guarded(|| {
        // SAFETY: the pointer from `create`, whose object is kept until here.
        let_go(unsafe { &*object.cast::<Held<T>>() }.handle.get());
        Ok(())
    });
}

/// The addresses of all classes' tables, by type, id and version. They live as long as the process.
static CLASSES: Mutex<Option<BTreeMap<(TypeId, String, u32), usize>>> = Mutex::new(None);

fn class_table<T: Object>(id: &str, schema_version: u32) -> *const plugin::Class {
    let key = (TypeId::of::<T>(), id.to_string(), schema_version);
    let known = CLASSES.lock().ok().and_then(|classes| classes.as_ref()?.get(&key).copied());
    if let Some(address) = known {
        return address as *const _;
    }
    // Outside of the lock: it calls the type's functions.
    let id: &'static str = Box::leak(id.to_string().into_boxed_str());
    let table: &'static plugin::Class = Box::leak(Box::new(plugin::Class {
        create: create::<T>,
        destroy: destroy::<T>,
        ..class::<T>(id, schema_version)
    }));
    if let Ok(mut classes) = CLASSES.lock() {
        let classes = classes.get_or_insert_with(BTreeMap::new);
        classes.insert(key, table as *const _ as usize);
    }
    table
}

/// Keeps an object in the session, until it is dropped.
#[must_use]
pub struct Hold {
    session: *mut ffi::Session,
    object: Reference,
}

impl Drop for Hold {
    fn drop(&mut self) {
        // SAFETY: a closed session is refused.
        unsafe { ffi::restoration_session_release(self.session, self.object.0) };
    }
}

// MARK: Options

/// The treatment of failures: see `Docs/RestorePolicy.md`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Preset {
    /// A failure costs as little as possible.
    #[default]
    Granular = 0,
    /// As in UIKit. The session saves only on request.
    UIKit = 1,
}

/// A session's settings: `Options { preset: Preset::UIKit, ..Options::default() }`. `None` is the
/// default, and `Duration::MAX` for ever.
#[derive(Clone, Default)]
pub struct Options {
    pub preset: Preset,
    /// Changes are not saved automatically.
    pub saves_on_request: bool,
    /// Takes no lock, saves and restores nothing.
    pub without_state: bool,
    /// Saves also report objects that no restore will find.
    pub audits_saves: bool,
    /// Accepts plugins that serve every application.
    pub accepts_any_plugin: bool,
    /// Sets aside state from before a reboot.
    pub expires_at_restart: bool,
    /// For development: no crash costs any state.
    pub keeps_state: bool,
    /// `restorectl plugin dev` may reload plugins.
    pub accepts_reloads: bool,
    /// Fatal signals are not recorded.
    pub ignores_fatal_signals: bool,
    /// One directory for all files of the session, with its key.
    pub private_directory: Option<PathBuf>,
    pub state_directory: Option<PathBuf>,
    pub key_directory: Option<PathBuf>,
    /// Directories searched for plugins before all others.
    pub plugin_directories: Vec<PathBuf>,
    /// Stored with the state.
    pub application_version: Option<String>,
    /// The longest time before a change is saved: one second by default.
    pub autosave_interval: Option<Duration>,
    /// How long a callback may run before it counts as hung: ten seconds by default.
    pub hang_deadline: Option<Duration>,
    /// How long the session waits for objects that said "not yet": 30 seconds by default.
    pub arrival_limit: Option<Duration>,
    /// The age above which state is set aside.
    pub maximum_age: Option<Duration>,
    /// See `Session::set_delegate`. This delegate also receives log lines of the opening.
    pub delegate: Option<Rc<dyn Delegate>>,
}

impl Options {
    fn flags(&self) -> u32 {
        let flags = [
            self.saves_on_request,
            self.without_state,
            self.audits_saves,
            self.accepts_any_plugin,
            self.expires_at_restart,
            self.keeps_state,
            self.accepts_reloads,
            self.ignores_fatal_signals,
        ];
        flags.iter().enumerate().map(|(bit, &is_set)| u32::from(is_set) << bit).sum()
    }
}

/// In milliseconds; 0 is the default.
fn milliseconds(duration: Option<Duration>) -> u64 {
    match duration {
        None => 0,
        Some(Duration::MAX) => u64::MAX,
        Some(duration) => u64::try_from(duration.as_millis()).unwrap_or(u64::MAX).max(1),
    }
}

/// Options in C, and the memory to which they point.
struct LentOptions {
    table: ffi::Options,
    _texts: Vec<CString>,
    _directories: Vec<*const c_char>,
}

impl LentOptions {
    fn new(options: &Options, callbacks: *const ffi::Callbacks) -> Result<LentOptions, Error> {
        let mut texts = Vec::new();
        let mut lend = |text: CString| {
            // The text's bytes stay in place when the list grows.
            let address = text.as_ptr();
            texts.push(text);
            address
        };
        let mut path = |path: Option<&Path>| -> Result<*const c_char, Error> {
            path.map_or(Ok(null()), |path| Ok(lend(terminated(path.as_os_str().as_bytes())?)))
        };
        let private_directory = path(options.private_directory.as_deref())?;
        let state_directory = path(options.state_directory.as_deref())?;
        let key_directory = path(options.key_directory.as_deref())?;
        let directories = options.plugin_directories.iter().map(|each| path(Some(each)));
        let directories = directories.collect::<Result<Vec<_>, _>>()?;
        let version = optional(options.application_version.as_deref())?;
        let application_version = version.map_or(null(), lend);
        let table = ffi::Options {
            struct_size: size_of::<ffi::Options>() as u32,
            preset: options.preset as u32,
            flags: options.flags(),
            reserved: 0,
            instance: null(),
            remote: null(),
            private_directory,
            state_directory,
            key_directory,
            plugin_directories: directories.as_ptr(),
            plugin_directory_count: directories.len() as u64,
            application_version,
            autosave_milliseconds: milliseconds(options.autosave_interval),
            hang_milliseconds: milliseconds(options.hang_deadline),
            arrival_milliseconds: milliseconds(options.arrival_limit),
            maximum_age_seconds: options.maximum_age.map_or(0, |age| age.as_secs().max(1)),
            callbacks,
        };
        Ok(LentOptions { table, _texts: texts, _directories: directories })
    }
}

// MARK: The delegate

/// The program's functions that a session calls, on its thread and from inside a call of the
/// program. A panic or failure is logged, and has no other consequence, except `Failure::Declined`.
pub trait Delegate {
    /// A line of the log. By default, warnings and errors go to stderr.
    fn log(&self, level: Level, message: &str) {
        if level as u32 >= Level::Warning as u32 {
            eprintln!("{message}");
        }
    }
    /// The outcome of a save.
    fn saved(&self, save: &Save) {
        let _ = save;
    }
    /// The restoration window has closed: the restore is complete.
    fn settled(&self) {}
    /// Another build of a plugin has replaced the loaded one.
    fn plugin_reloaded(&self, plugin: &str) {
        let _ = plugin;
    }
    /// Deferred objects have been restored, parents first. Store a reference to each object without
    /// a container.
    fn restored_awaited(&self, objects: &[Reference]) {
        let _ = objects;
    }
    /// A signal has arrived, and the session has saved. By default, performs the signal's default
    /// action.
    fn signalled(&self, signal: i32) {
        // SAFETY: a session that is not open is refused.
        unsafe {
            let session = CURRENT.with(Cell::get);
            ffi::restoration_session_perform_default_action(session, signal);
        }
    }
    /// Asked before each save. `Failure::Declined` saves nothing, and sets saved state aside.
    fn should_preserve(&self, coder: &mut Encoder) -> Result<(), Failure> {
        let _ = coder;
        Ok(())
    }
    /// Stores values of the application itself, before any object encodes.
    fn encode(&self, coder: &mut Encoder) -> Result<(), Failure> {
        let _ = coder;
        Ok(())
    }
    /// Asked before a restore if state was saved. `Failure::Declined` starts afresh.
    fn should_restore(&self, coder: &mut Decoder) -> Result<(), Failure> {
        let _ = coder;
        Ok(())
    }
    /// Reads the application's values, when all objects have decoded.
    fn decode(&self, coder: &mut Decoder) -> Result<(), Failure> {
        let _ = coder;
        Ok(())
    }
}

/// A delegate whose functions are the default ones.
struct NoDelegate;

impl Delegate for NoDelegate {}

type SharedDelegate = RefCell<Rc<dyn Delegate>>;

/// The callbacks in C, and the delegate to which they point.
struct LentCallbacks {
    table: ffi::Callbacks,
    delegate: Box<SharedDelegate>,
}

impl LentCallbacks {
    fn new(delegate: Option<Rc<dyn Delegate>>) -> Box<LentCallbacks> {
        let delegate = delegate.unwrap_or_else(|| Rc::new(NoDelegate));
        let delegate = Box::new(RefCell::new(delegate));
        let table = ffi::Callbacks {
            struct_size: size_of::<ffi::Callbacks>() as u32,
            reserved: 0,
            user_data: &*delegate as *const SharedDelegate as *mut c_void,
            log: delegate_log,
            saved: delegate_saved,
            settled: delegate_settled,
            plugin_reloaded: delegate_plugin_reloaded,
            restored_awaited: delegate_restored_awaited,
            signalled: delegate_signalled,
            should_preserve: delegate_should_preserve,
            encode: delegate_encode,
            should_restore: delegate_should_restore,
            decode: delegate_decode,
        };
        Box::new(LentCallbacks { table, delegate })
    }
}

/// SAFETY of this and the functions below: `context` is `user_data` from above, which lives until
/// the session is closed. The library lends the other arguments for the call.
fn delegate(context: *mut c_void) -> Rc<dyn Delegate> {
    unsafe { &*context.cast::<SharedDelegate>() }.borrow().clone()
}

fn notify(body: impl FnOnce()) {
    if let Err(panic) = attempted(body) {
        Host::log(Level::Error, &panic);
    }
}

extern "C" fn delegate_log(context: *mut c_void, level: u32, message: plugin::Text) {
    let level = match level {
        1 => Level::Debug,
        2 => Level::Info,
        3 => Level::Warning,
        _ => Level::Error,
    };
    // Logging could panic again.
    let _ = attempted(|| {
        let message = String::from_utf8_lossy(unsafe { borrow(message) });
        delegate(context).log(level, &message);
    });
}

extern "C" fn delegate_saved(context: *mut c_void, save: *const ffi::Save) {
    notify(|| delegate(context).saved(&unsafe { Save::new(&*save) }));
}

extern "C" fn delegate_settled(context: *mut c_void) {
    notify(|| delegate(context).settled());
}

extern "C" fn delegate_plugin_reloaded(context: *mut c_void, plugin: *const c_char) {
    notify(|| delegate(context).plugin_reloaded(&unsafe { text(plugin) }));
}

extern "C" fn delegate_restored_awaited(
    context: *mut c_void,
    objects: *const plugin::Handle,
    count: u64,
) {
    notify(|| {
        let objects = (0..count as usize).map(|index| Reference(unsafe { *objects.add(index) }));
        delegate(context).restored_awaited(&objects.collect::<Vec<_>>());
    });
}

extern "C" fn delegate_signalled(context: *mut c_void, signal: c_int) {
    notify(|| delegate(context).signalled(signal));
}

extern "C" fn delegate_should_preserve(context: *mut c_void, coder: *mut Coder) -> plugin::Status {
    guarded(|| delegate(context).should_preserve(&mut Encoder { coder, lent: PhantomData }))
}

extern "C" fn delegate_encode(context: *mut c_void, coder: *mut Coder) -> plugin::Status {
    guarded(|| delegate(context).encode(&mut Encoder { coder, lent: PhantomData }))
}

extern "C" fn delegate_should_restore(context: *mut c_void, coder: *mut Coder) -> plugin::Status {
    guarded(|| delegate(context).should_restore(&mut Decoder { coder, lent: PhantomData }))
}

extern "C" fn delegate_decode(context: *mut c_void, coder: *mut Coder) -> plugin::Status {
    guarded(|| delegate(context).decode(&mut Decoder { coder, lent: PhantomData }))
}

// MARK: The session

/// A result of `Session::make`: `Reference` for an object of the class that the routes of plugins
/// choose; `Live<T>` and `Handle<T>` for one of the program's class for the type.
pub trait Made: Sized {
    /// The type whose class makes the object; `None` for the routes.
    fn type_id() -> Option<TypeId>;
    /// `None` for an object of another type.
    fn of(made: Reference) -> Option<Self>;
}

impl Made for Reference {
    fn type_id() -> Option<TypeId> {
        None
    }
    fn of(made: Reference) -> Option<Self> {
        Some(made)
    }
}

impl<T: 'static> Made for Live<T> {
    fn type_id() -> Option<TypeId> {
        Some(TypeId::of::<T>())
    }
    fn of(made: Reference) -> Option<Self> {
        made.get()
    }
}

impl<T: 'static> Made for Handle<T> {
    fn type_id() -> Option<TypeId> {
        Some(TypeId::of::<T>())
    }
    fn of(made: Reference) -> Option<Self> {
        Some(made.get()?.handle())
    }
}

fn wrong_class(identifier: &str) -> Error {
    let problem = "The type has no class, or its class makes objects of another type";
    let remedy = "Call add_class for the type, and for no other type with the same id.";
    Error::new(Status::Mismatch, problem, identifier, remedy)
}

/// The signals of `Session::handle_signals`.
pub mod signal {
    pub const HUP: i32 = 1;
    pub const INT: i32 = 2;
    pub const TERM: i32 = 15;
    pub const TSTP: i32 = 20;
}

/// Why the session restores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The program starts and restores its last state.
    Launch = 1,
    /// The whole desktop session is being restored.
    Session = 2,
    /// The program did not end properly last time.
    Recovery = 3,
    /// The program starts afresh: nothing is restored.
    Pristine = 4,
}

/// The open session of an application, whose state it has locked.
///
/// It belongs to the thread that opens it, so it cannot be sent to another:
///
/// ```compile_fail,E0277
/// # use restoration::session::Session;
/// fn save_elsewhere(session: Session) {
///     std::thread::spawn(move || session.preserve());
/// }
/// ```
///
/// nor shared with one:
///
/// ```compile_fail,E0277
/// # use restoration::session::Session;
/// fn invalidate_elsewhere(session: &'static Session) {
///     std::thread::spawn(move || session.run_pending());
/// }
/// ```
///
/// Another thread reports changes through a `Notifier`.
///
/// Dropping it closes it: it saves nothing, calls nothing of the program's own objects, and drops
/// them. A session that is dropped in a callback stays open for ever.
pub struct Session {
    raw: *mut ffi::Session,
    /// `None` in a session of a test, which owns them.
    callbacks: ManuallyDrop<Option<Box<LentCallbacks>>>,
    /// The ids and schema versions from `add_class`.
    classes: RefCell<BTreeMap<TypeId, (String, u32)>>,
    /// Whether the session belongs to a test, which closes it.
    is_lent: bool,
}

/// Marks a session as the one whose call runs.
struct Running(*mut ffi::Session);

impl Running {
    fn new(session: *mut ffi::Session) -> Running {
        Running(CURRENT.with(|current| current.replace(session)))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        CURRENT.with(|current| current.set(self.0))
    }
}

impl Session {
    /// Opens the session of an application with the default options. `application` is reverse DNS,
    /// such as "org.example.desk", and names the state's directory.
    ///
    /// `Status::Busy` if another process, or another session of this process, has the state in use;
    /// `Status::VersionMismatch` if the library is of another version than this file.
    pub fn open(application: &str) -> Result<Session, Error> {
        Session::open_with(application, &Options::default())
    }

    /// Opens the session of an application.
    pub fn open_with(application: &str, options: &Options) -> Result<Session, Error> {
        let application = terminated(application)?;
        let callbacks = LentCallbacks::new(options.delegate.clone());
        let lent = LentOptions::new(options, &callbacks.table)?;
        // SAFETY: all but the callbacks, which the session keeps, is lent for the call.
        let raw = unsafe {
            ffi::restoration_session_open_version(ABI_VERSION, application.as_ptr(), &lent.table)
        };
        if raw.is_null() {
            return Err(failed());
        }
        Session::begin(raw);
        Ok(Session::new(raw, Some(callbacks), false))
    }

    fn new(
        raw: *mut ffi::Session,
        callbacks: Option<Box<LentCallbacks>>,
        is_lent: bool,
    ) -> Session {
        let callbacks = ManuallyDrop::new(callbacks);
        Session { raw, callbacks, classes: RefCell::default(), is_lent }
    }

    fn begin(raw: *mut ffi::Session) {
        PROGRAM.store(&SERVICES as *const _ as *mut _, Ordering::Release);
        CURRENT.with(|current| current.set(raw));
        if let Ok(mut open) = OPEN.lock() {
            open.push(raw as usize);
        }
    }

    /// Forgets a session that the library has closed, and drops the objects that it was lent.
    fn forget_session(raw: *mut ffi::Session) {
        if let Ok(mut open) = OPEN.lock() {
            open.retain(|&session| session != raw as usize);
        }
        CURRENT.with(|current| if current.get() == raw { current.set(null_mut()) });
        let_go_of_all(raw);
    }

    /// Calls the library. SAFETY of the callers: the session was open, and is refused otherwise.
    /// The library copies texts, lends nothing beyond the call, and stores only pointers to memory
    /// that this type owns.
    fn enter<R>(&self, body: impl FnOnce(*mut ffi::Session) -> R) -> R {
        let _running = Running::new(self.raw);
        body(self.raw)
    }

    fn check(&self, body: impl FnOnce(*mut ffi::Session) -> plugin::Status) -> Result<(), Error> {
        Error::check(self.enter(body))
    }

    /// Ends the session and releases the lock. Saves nothing: unsaved changes are lost.
    pub fn close(mut self) -> Result<(), Error> {
        self.end()
    }

    /// Removes the saved state for good, when the user asks for it, and closes the session.
    /// `Status::Failed` if a file cannot be removed: the session is closed nevertheless.
    pub fn discard(mut self) -> Result<(), Error> {
        self.check(|raw| unsafe { ffi::restoration_session_discard(raw) })?;
        self.is_lent = true;
        self.ended();
        Ok(())
    }

    fn end(&mut self) -> Result<(), Error> {
        if std::mem::replace(&mut self.is_lent, true) {
            return Ok(());
        }
        let result = self.check(|raw| unsafe { ffi::restoration_session_close(raw) });
        match &result {
            // The library still points to the session's memory.
            Err(error) if error.status == Status::InCallback => {}
            _ => self.ended(),
        }
        result
    }

    /// Frees the memory of a session that the library has closed.
    fn ended(&mut self) {
        Session::forget_session(self.raw);
        // SAFETY: the library no longer uses them. Called once.
        unsafe { ManuallyDrop::drop(&mut self.callbacks) };
    }

    /// Sets the receiver of callbacks. In a session of a test, use `Options::delegate`.
    pub fn set_delegate(&self, delegate: Rc<dyn Delegate>) {
        if let Some(callbacks) = &*self.callbacks {
            *callbacks.delegate.borrow_mut() = delegate;
        }
    }

    // MARK: Objects of the program

    /// Adds an object at which preservation starts. The program builds roots on every launch, with
    /// the same identifiers, before it restores.
    ///
    /// `Status::Invalid` for a bad identifier.
    pub fn add_root<T: Object>(&self, identifier: &str, object: T) -> Result<Live<T>, Error> {
        self.lend(identifier, object, |raw, identifier, class, object, handle| unsafe {
            ffi::restoration_session_add_root(raw, identifier, class, object, handle)
        })
    }

    /// Adds one root of several with equal identifiers, such as windows. `scope` tells them apart.
    pub fn add_scoped_root<T: Object>(
        &self,
        identifier: &str,
        scope: &str,
        object: T,
    ) -> Result<Live<T>, Error> {
        let scope = terminated(scope)?;
        self.lend(identifier, object, |raw, identifier, class, object, handle| unsafe {
            let scope = scope.as_ptr();
            ffi::restoration_session_add_scoped_root(raw, identifier, scope, class, object, handle)
        })
    }

    /// Adds an object that the program builds on every launch below `parent`. It is preserved if
    /// the parent contains it by its shape, or encodes a reference to it.
    pub fn add_child<T: Object>(
        &self,
        parent: impl Into<Reference>,
        identifier: &str,
        object: T,
    ) -> Result<Live<T>, Error> {
        let parent = parent.into().0;
        self.lend(identifier, object, |raw, identifier, class, object, handle| unsafe {
            ffi::restoration_session_add_child(raw, parent, identifier, class, object, handle)
        })
    }

    /// Adds an object under an identifier outside the tree, so that others can refer to it. It is
    /// preserved if a preserved object refers to it. `parent`, or `Reference::NONE`, gives its path
    /// a prefix.
    pub fn register_object<T: Object>(
        &self,
        parent: impl Into<Reference>,
        identifier: &str,
        object: T,
    ) -> Result<Live<T>, Error> {
        let parent = parent.into().0;
        self.lend(identifier, object, |raw, identifier, class, object, handle| unsafe {
            ffi::restoration_session_register_object(raw, parent, identifier, class, object, handle)
        })
    }

    fn class_of(&self, id: TypeId) -> Option<(String, u32)> {
        self.classes.borrow().get(&id).cloned()
    }

    fn lend<T: Object>(
        &self,
        identifier: &str,
        object: T,
        lend: impl FnOnce(
            *mut ffi::Session,
            *const c_char,
            *const plugin::Class,
            *mut c_void,
            *mut plugin::Handle,
        ) -> plugin::Status,
    ) -> Result<Live<T>, Error> {
        let class = self.class_of(TypeId::of::<T>());
        let (id, version) = class.unwrap_or((identifier.into(), 1));
        let table = class_table::<T>(&id, version);
        let identifier = terminated(identifier)?;
        let held = Rc::new(Held::new(object, 0));
        let address = Rc::as_ptr(&held) as *mut c_void;
        let mut handle = 0;
        self.check(|raw| lend(raw, identifier.as_ptr(), table, address, &mut handle))?;
        held.handle.set(handle);
        let object = held.object.clone();
        keep(held, Some(self.raw));
        Ok(Live { object, handle: Reference(handle).typed() })
    }

    /// Makes an object a root: one that was made without a parent, or adopted.
    pub fn use_as_root(
        &self,
        object: impl Into<Reference>,
        scope: Option<&str>,
    ) -> Result<(), Error> {
        let (object, scope) = (object.into().0, optional(scope)?);
        self.check(|raw| unsafe {
            ffi::restoration_session_use_as_root(raw, object, pointer(&scope))
        })
    }

    /// Lends an object of a C library to a binding, which reads and writes its state.
    ///
    /// # Safety
    ///
    /// The object is of the binding's library, and lives until it is forgotten or the session is
    /// closed.
    pub unsafe fn adopt(
        &self,
        binding: &str,
        class_name: Option<&str>,
        identifier: Option<&str>,
        object: *mut c_void,
    ) -> Result<Reference, Error> {
        let binding = terminated(binding)?;
        let (class, identifier) = (optional(class_name)?, optional(identifier)?);
        let (class, identifier) = (pointer(&class), pointer(&identifier));
        let mut handle = 0;
        self.check(|raw| unsafe {
            let binding = binding.as_ptr();
            ffi::restoration_session_adopt(raw, binding, class, identifier, object, &mut handle)
        })?;
        Ok(Reference(handle))
    }

    /// Removes an object of the program from the session: its state ends at the next save, as when
    /// the user closes a window. `Status::Invalid` for an object that a class created.
    pub fn forget(&self, object: impl Into<Reference>) -> Result<(), Error> {
        let object = object.into().0;
        self.check(|raw| unsafe { ffi::restoration_session_forget(raw, object) })?;
        let_go(object);
        Ok(())
    }

    /// Keeps an object of a class alive without a reference to it.
    pub fn hold(&self, object: impl Into<Reference>) -> Result<Hold, Error> {
        let object = object.into();
        self.check(|raw| unsafe { ffi::restoration_session_hold(raw, object.0) })?;
        Ok(Hold { session: self.raw, object })
    }

    // MARK: Classes

    /// Registers a class, so that restores and `make` create its objects. A class replaces an
    /// earlier one with the same id. An object that the program adds has the registered class of
    /// its type, or else a class with its identifier as the id and schema version 1.
    pub fn add_class<T: Object>(&self, id: &str, schema_version: u32) -> Result<(), Error> {
        let table = class_table::<T>(id, schema_version);
        self.check(|raw| unsafe { ffi::restoration_session_add_class(raw, table) })?;
        self.classes.borrow_mut().insert(TypeId::of::<T>(), (id.into(), schema_version));
        Ok(())
    }

    /// Declares a former id of a class, for older archives.
    pub fn alias_class(&self, former_id: &str, id: &str) -> Result<(), Error> {
        let (former, id) = (terminated(former_id)?, terminated(id)?);
        self.check(|raw| unsafe {
            ffi::restoration_session_alias_class(raw, former.as_ptr(), id.as_ptr())
        })
    }

    /// Declares a former path of an object, such as "Tabs/Games" for "Tabs/Matches". Before the
    /// restore.
    pub fn alias_path(&self, former_path: &str, path: &str) -> Result<(), Error> {
        let (former, path) = (terminated(former_path)?, terminated(path)?);
        self.check(|raw| unsafe {
            ffi::restoration_session_alias_path(raw, former.as_ptr(), path.as_ptr())
        })
    }

    // MARK: Restoring

    /// Restores the saved state. Call it once, when the roots are added, even if nothing was saved:
    /// until then nothing is saved. Objects that were not restored are no error: see the report.
    pub fn restore(&self) -> Result<Report, Error> {
        self.restore_because(Reason::Launch)
    }

    pub fn restore_because(&self, reason: Reason) -> Result<Report, Error> {
        self.check(|raw| unsafe { ffi::restoration_session_restore(raw, reason as u32) })?;
        self.report()
    }

    /// Makes a new object, which the next launch recreates in the same way. `parent` may be
    /// `Reference::NONE`. The type of the result selects the class:
    ///
    /// ```ignore
    /// let note: Reference = session.make(&desk, "Note")?; // plugins' routes choose its class
    /// let page: Live<Page> = session.make(&desk, "Page")?; // of the program's class for `Page`
    /// ```
    ///
    /// It lives until the next durable save, and longer if a living object then refers to it or
    /// contains it, or the program holds it. In a callback, use `Host::make`.
    ///
    /// `Status::Declined` if its class declines; `Status::NotYet` if it cannot create it yet.
    pub fn make<M: Made>(
        &self,
        parent: impl Into<Reference>,
        identifier: &str,
    ) -> Result<M, Error> {
        self.make_with(parent, identifier, |_| Ok(()))
    }

    /// As `make`. `parameters` stores what `create` reads.
    pub fn make_with<M: Made>(
        &self,
        parent: impl Into<Reference>,
        identifier: &str,
        mut parameters: impl FnMut(&mut Encoder) -> Result<(), Failure>,
    ) -> Result<M, Error> {
        type Write<'a> = &'a mut dyn FnMut(&mut Encoder) -> Result<(), Failure>;
        extern "C" fn write(context: *mut c_void, coder: *mut Coder) -> plugin::Status {
            // SAFETY: `context` is passed below, and valid during that call.
            let body = unsafe { &mut *context.cast::<Write>() };
            guarded(|| body(&mut Encoder { coder, lent: PhantomData }))
        }
        let class = match M::type_id() {
            None => None,
            Some(id) => Some(self.class_of(id).ok_or_else(|| wrong_class(identifier))?.0),
        };
        let (class, name) = (optional(class.as_deref())?, terminated(identifier)?);
        let (parent, mut made) = (parent.into().0, 0);
        let mut body: Write = &mut parameters;
        let context = std::ptr::addr_of_mut!(body).cast();
        self.check(|raw| unsafe {
            let (class, name) = (pointer(&class), name.as_ptr());
            ffi::restoration_session_make(raw, parent, name, class, write, context, &mut made)
        })?;
        M::of(Reference(made)).ok_or_else(|| wrong_class(identifier))
    }

    /// Renames an object that was made, restored by its class or registered. `Status::Taken` if
    /// another object has the path.
    pub fn rename(&self, object: impl Into<Reference>, identifier: &str) -> Result<(), Error> {
        let (object, identifier) = (object.into().0, terminated(identifier)?);
        self.check(|raw| unsafe {
            ffi::restoration_session_rename(raw, object, identifier.as_ptr())
        })
    }

    /// Moves such an object below another one, or to the top with `Reference::NONE`. Needed only
    /// without a shape.
    pub fn move_object(
        &self,
        object: impl Into<Reference>,
        parent: impl Into<Reference>,
    ) -> Result<(), Error> {
        let (object, parent) = (object.into().0, parent.into().0);
        self.check(|raw| unsafe { ffi::restoration_session_move(raw, object, parent) })
    }

    /// The live object at a path such as "Desk/Note". `Status::Absent` if there is none.
    pub fn find(&self, path: &str) -> Result<Reference, Error> {
        let path = terminated(path)?;
        let mut found = 0;
        self.check(|raw| unsafe { ffi::restoration_session_find(raw, path.as_ptr(), &mut found) })?;
        Ok(Reference(found))
    }

    /// Restores the deferred state of an object that can apply it now, or of an owner that has
    /// loaded its elements. Does nothing without deferred state. An error if state cannot be
    /// applied; it is then retained.
    pub fn apply_awaited(&self, object: impl Into<Reference>) -> Result<(), Error> {
        let object = object.into().0;
        self.check(|raw| unsafe { ffi::restoration_session_apply_awaited(raw, object) })
    }

    /// A handle of the session for other threads.
    pub fn notifier(&self) -> Notifier {
        Notifier { session: self.raw as usize }
    }

    /// Reports that the data of an object has arrived, after `Failure::NotYet`: see `Notifier`.
    pub fn arrived(&self, object: impl Into<Reference>) -> Result<(), Error> {
        self.notifier().arrived(object)
    }

    // MARK: Saving

    /// Reports that an object's state has changed: see `Live::change`, which does both.
    pub fn invalidate(&self, object: impl Into<Reference>) -> Result<(), Error> {
        self.notifier().invalidate(object)
    }

    /// Saves now, and returns when the state is durable.
    ///
    /// `Status::DiskFull` if the disk is full; `Status::Failed` if it fails: the previous state is
    /// intact, and the save is tried again. `Status::NotRestored` before the restore.
    pub fn preserve(&self) -> Result<Save, Error> {
        self.check(|raw| unsafe { ffi::restoration_session_preserve(raw) })?;
        self.last_save()
    }

    /// Captures the state now, and writes it on a thread of the library. A later `run_pending`
    /// passes the outcome to `Delegate::saved`.
    pub fn preserve_in_background(&self) -> Result<(), Error> {
        self.check(|raw| unsafe { ffi::restoration_session_preserve_in_background(raw) })
    }

    /// Whether a change is not on the disk yet.
    pub fn has_unsaved_changes(&self) -> bool {
        self.enter(|raw| unsafe { ffi::restoration_session_has_unsaved_changes(raw) }) != 0
    }

    /// Gives up the retained state of the object at a path and of all below it, for good. The
    /// number of records; 0 if nothing is retained there.
    pub fn give_up(&self, path: &str) -> Result<u64, Error> {
        let path = terminated(path)?;
        self.give_up_raw(path.as_ptr(), null())
    }

    /// Gives up the retained state of all objects of a plugin, for good.
    pub fn give_up_plugin(&self, plugin: &str) -> Result<u64, Error> {
        let plugin = terminated(plugin)?;
        self.give_up_raw(null(), plugin.as_ptr())
    }

    fn give_up_raw(&self, path: *const c_char, plugin: *const c_char) -> Result<u64, Error> {
        let mut count = 0;
        absent(self.check(|raw| unsafe {
            ffi::restoration_session_give_up(raw, path, plugin, &mut count)
        }))?;
        Ok(count)
    }

    // MARK: Event loop

    /// A descriptor that is readable when `run_pending` has work. Ask for it before each wait.
    pub fn descriptor(&self) -> RawFd {
        self.enter(|raw| unsafe { ffi::restoration_session_descriptor(raw) })
    }

    /// The time until work is due, in milliseconds for poll(2): -1 for none.
    pub fn milliseconds(&self) -> i32 {
        self.enter(|raw| unsafe { ffi::restoration_session_milliseconds(raw) })
    }

    /// Does all pending work: due saves, outcomes of saves, arrivals, signals. Does not wait.
    pub fn run_pending(&self) -> Result<(), Error> {
        self.check(|raw| unsafe { ffi::restoration_session_run_pending(raw) })
    }

    /// Waits until `input` can be read without blocking, and does the pending work meanwhile. It
    /// does not see text that a `BufReader` has already read.
    pub fn wait_for(&self, input: &impl AsRawFd) -> Result<(), Error> {
        loop {
            let wait = |descriptor| ffi::Poll { descriptor, events: 1, found: 0 };
            let mut list = [wait(input.as_raw_fd()), wait(self.descriptor())];
            // SAFETY: the list is lent for the call. poll(2) reports a bad descriptor without
            // failing.
            unsafe { ffi::poll(list.as_mut_ptr(), 2, self.milliseconds()) };
            self.run_pending()?;
            if list[0].found != 0 {
                return Ok(());
            }
        }
    }

    /// Attaches the session to the default GLib main loop, GTK's, which then calls `run_pending`.
    /// `Status::Unsupported` if the process has no GLib.
    pub fn attach_to_glib(&self) -> Result<(), Error> {
        // SAFETY: null is the default context.
        unsafe { self.attach_to_context(null_mut()) }
    }

    /// As `attach_to_glib`, for another context.
    ///
    /// # Safety
    ///
    /// `context` is a `GMainContext` that this thread runs, or null.
    pub unsafe fn attach_to_context(&self, context: *mut c_void) -> Result<(), Error> {
        self.check(|raw| unsafe { ffi::restoration_session_attach_to_glib(raw, context) })
    }

    pub fn detach_from_glib(&self) -> Result<(), Error> {
        self.check(|raw| unsafe { ffi::restoration_session_detach_from_glib(raw) })
    }

    /// Saves when one of the signals arrives (`signal::INT`, `TERM`, `HUP` or `TSTP`), then calls
    /// `Delegate::signalled`. Happens in `run_pending`. An empty list ends the handling.
    pub fn handle_signals(&self, signals: &[i32]) -> Result<(), Error> {
        let (list, count) = (signals.as_ptr(), signals.len() as u64);
        self.check(|raw| unsafe { ffi::restoration_session_handle_signals(raw, list, count) })
    }

    /// Performs the default action of a signal, which usually ends the process.
    pub fn perform_default_action(&self, signal: i32) -> Result<(), Error> {
        self.check(|raw| unsafe { ffi::restoration_session_perform_default_action(raw, signal) })
    }

    // MARK: Interfaces, methods and properties

    /// The table of an interface of any object, and the first argument for its functions, by
    /// versioned id. `None` if the object does not have it.
    pub fn interface(
        &self,
        object: impl Into<Reference>,
        id: &str,
    ) -> Result<Option<(*const c_void, *mut c_void)>, Error> {
        let (object, id) = (object.into().0, terminated(id)?);
        let (mut table, mut pointer) = (null(), null_mut());
        match self.check(|raw| unsafe {
            ffi::restoration_session_interface(
                raw,
                object,
                id.as_ptr(),
                &mut table,
                &mut pointer,
            )
        }) {
            Ok(()) => Ok(Some((table, pointer))),
            Err(error) if error.status == Status::Unsupported => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Offers an interface of the program to its plugins. The table is never freed.
    pub fn offer(&self, id: &str, table: Table) -> Result<(), Error> {
        let id = terminated(id)?;
        let address = Box::leak(Box::new(table)).address();
        self.check(|raw| unsafe { ffi::restoration_session_offer(raw, id.as_ptr(), address) })
    }

    /// Calls a method by name, and returns its first result, `Scalar::Null` for a method without:
    ///
    /// ```ignore
    /// session.call(map, "setZoom", &[2.5.into()])?;
    /// ```
    ///
    /// `Status::Absent` without such a method; `Status::Mismatch` if the arguments do not fit.
    pub fn call(
        &self,
        object: impl Into<Reference>,
        method: &str,
        arguments: &[Scalar],
    ) -> Result<Scalar, Error> {
        let (object, method) = (object.into().0, terminated(method)?);
        let arguments: Vec<Value> = arguments.iter().map(Scalar::lent).collect();
        let (list, count) = (arguments.as_ptr(), arguments.len() as u64);
        let mut result = Value::wanted(plugin::KIND_NULL);
        self.check(|raw| unsafe {
            let method = method.as_ptr();
            ffi::restoration_session_call(raw, object, method, list, count, &mut result)
        })?;
        // SAFETY: the session's texts are valid until its next call. They are copied here.
        Ok(unsafe { Scalar::copied(&result) })
    }

    /// Reads a property of an object by key. Errors as for `call`.
    pub fn property(&self, object: impl Into<Reference>, key: &str) -> Result<Scalar, Error> {
        let (object, key) = (object.into().0, terminated(key)?);
        let mut value = Value::wanted(plugin::KIND_NULL);
        self.check(|raw| unsafe {
            ffi::restoration_session_get_property(raw, object, key.as_ptr(), &mut value)
        })?;
        // SAFETY: as above.
        Ok(unsafe { Scalar::copied(&value) })
    }

    /// Writes a property of an object by key, and reports the change.
    pub fn set_property(
        &self,
        object: impl Into<Reference>,
        key: &str,
        value: impl Into<Scalar>,
    ) -> Result<(), Error> {
        let (object, key, value) = (object.into().0, terminated(key)?, value.into());
        let lent = value.lent();
        self.check(|raw| unsafe {
            ffi::restoration_session_set_property(raw, object, key.as_ptr(), &lent)
        })
    }

    // MARK: Plugins

    /// Searches for plugins again, after some were installed or updated, and restores their
    /// objects.
    pub fn plugins_changed(&self) -> Result<(), Error> {
        self.check(|raw| unsafe { ffi::restoration_session_plugins_changed(raw) })
    }

    /// Replaces the loaded build of a plugin by the one in the plugin directories.
    pub fn reload_plugin(&self, plugin: &str) -> Result<(), Error> {
        let plugin = terminated(plugin)?;
        self.check(|raw| unsafe { ffi::restoration_session_reload_plugin(raw, plugin.as_ptr()) })
    }

    /// Chooses a plugin for a route among equally specific ones. `None` means all.
    pub fn pin(
        &self,
        plugin: &str,
        class_name: Option<&str>,
        route: Option<&str>,
    ) -> Result<(), Error> {
        let (plugin, class, route) =
            (terminated(plugin)?, optional(class_name)?, optional(route)?);
        self.check(|raw| unsafe {
            ffi::restoration_session_pin(raw, plugin.as_ptr(), pointer(&class), pointer(&route))
        })
    }

    /// The ids of the plugins that were found.
    pub fn plugins(&self) -> Result<Vec<String>, Error> {
        self.texts(|raw, list| unsafe { ffi::restoration_session_plugins(raw, list) })
    }

    /// Plugins that cannot be used, one text each, with the reason.
    pub fn plugin_faults(&self) -> Result<Vec<String>, Error> {
        self.texts(|raw, list| unsafe { ffi::restoration_session_plugin_faults(raw, list) })
    }

    // MARK: After a crash

    /// Restores objects again that were left out after crashes.
    pub fn retry_objects_set_aside(&self) -> Result<(), Error> {
        self.check(|raw| unsafe { ffi::restoration_session_retry_objects_set_aside(raw) })
    }

    /// Restarts the hang timer of the running callback. Call it about once a second in slow work.
    pub fn report_progress(&self) -> Result<(), Error> {
        self.check(|raw| unsafe { ffi::restoration_session_report_progress(raw) })
    }

    /// Announces that restoring continues after the restore, until `complete_window`.
    pub fn extend_window(&self) -> Result<(), Error> {
        self.check(|raw| unsafe { ffi::restoration_session_extend_window(raw) })
    }

    pub fn complete_window(&self) -> Result<(), Error> {
        self.check(|raw| unsafe { ffi::restoration_session_complete_window(raw) })
    }

    // MARK: Reports

    /// The current outcome of every object.
    pub fn report(&self) -> Result<Report, Error> {
        self.result(
            |raw, report| unsafe { ffi::restoration_session_report(raw, report) },
            |report| unsafe { Report::new(report) },
        )
    }

    /// The plan of the next restore.
    pub fn plan(&self) -> Result<Plan, Error> {
        self.result(
            |raw, plan| unsafe { ffi::restoration_session_plan(raw, plan) },
            |plan| unsafe { Plan::new(plan) },
        )
    }

    /// The outcome of the last save that ended. `Status::Absent` before the first.
    pub fn last_save(&self) -> Result<Save, Error> {
        self.result(
            |raw, save| unsafe { ffi::restoration_session_last_save(raw, save) },
            |save| unsafe { Save::new(save) },
        )
    }

    /// How the previous launch ended.
    pub fn previous_launch(&self) -> Result<PreviousLaunch, Error> {
        self.result(
            |raw, launch| unsafe { ffi::restoration_session_previous_launch(raw, launch) },
            |launch| PreviousLaunch {
                ending: Ending::of(launch.ending),
                problem: unsafe { text(launch.problem) },
                plugin: unsafe { text(launch.plugin) },
            },
        )
    }

    /// Describes an object.
    pub fn describe(&self, object: impl Into<Reference>) -> Result<Description, Error> {
        let object = object.into().0;
        self.result(
            |raw, found| unsafe { ffi::restoration_session_describe(raw, object, found) },
            |found| unsafe {
                Description {
                    path: text(found.path),
                    class_id: text(found.class_id),
                    plugin: text(found.plugin),
                    is_unavailable: found.flags & 1 != 0,
                    is_awaited: found.flags & 2 != 0,
                    is_lent: found.flags & 4 != 0,
                    reason: note(found.problem, found.place, found.remedy),
                }
            },
        )
    }

    /// The saved scopes of the roots with one identifier. Build a root for each before the restore.
    pub fn scopes(&self, identifier: &str) -> Result<Vec<String>, Error> {
        let identifier = terminated(identifier)?;
        self.texts(|raw, list| unsafe {
            ffi::restoration_session_scopes(raw, identifier.as_ptr(), list)
        })
    }

    fn texts(
        &self,
        body: impl FnOnce(*mut ffi::Session, *mut *mut ffi::Texts) -> plugin::Status,
    ) -> Result<Vec<String>, Error> {
        // SAFETY: the list has `count` texts.
        self.result(body, |list| {
            let texts = (0..list.count as usize).map(|index| unsafe { *list.texts.add(index) });
            texts.map(|each| unsafe { text(each) }).collect()
        })
    }

    /// Copies a result of the library, and frees it.
    fn result<C, R>(
        &self,
        body: impl FnOnce(*mut ffi::Session, *mut *mut C) -> plugin::Status,
        copy: impl FnOnce(&C) -> R,
    ) -> Result<R, Error> {
        let mut block = null_mut();
        self.check(|raw| body(raw, &mut block))?;
        // SAFETY: a result of a successful call, which lives until it is freed.
        let copied = copy(unsafe { &*block });
        unsafe { ffi::restoration_free(block.cast()) };
        Ok(copied)
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.end();
    }
}

/// Whether the call found something: false for `Status::Absent`.
fn absent(result: Result<(), Error>) -> Result<bool, Error> {
    match result {
        Ok(()) => Ok(true),
        Err(error) if error.status == Status::Absent => Ok(false),
        Err(error) => Err(error),
    }
}

/// Reports changes to a session from any thread.
#[derive(Clone, Debug)]
pub struct Notifier {
    session: usize,
}

impl Notifier {
    /// Reports that an object's state has changed, so that it is saved within the autosave
    /// interval. Cheap: call it on every change. An object that has ended is ignored on another
    /// thread than the session's.
    pub fn invalidate(&self, object: impl Into<Reference>) -> Result<(), Error> {
        let (session, object) = (self.session as *mut _, object.into().0);
        // SAFETY: any thread may call it, and a closed session is refused.
        Error::check(unsafe { ffi::restoration_session_invalidate(session, object) })
    }

    /// Reports that the data of an object has arrived, after `Failure::NotYet`. The session asks
    /// the object again in its next `run_pending`.
    pub fn arrived(&self, object: impl Into<Reference>) -> Result<(), Error> {
        let (session, object) = (self.session as *mut _, object.into().0);
        // SAFETY: as above.
        Error::check(unsafe { ffi::restoration_session_arrived(session, object) })
    }
}

// MARK: Values

/// One value of a method or property.
#[derive(Clone, Debug, PartialEq)]
pub enum Scalar {
    Null,
    Bool(bool),
    Integer(i64),
    /// An integer above `i64::MAX`.
    Unsigned(u64),
    Float(f32),
    Double(f64),
    String(String),
    Bytes(Bytes),
    Date(Date),
    Uuid(Uuid),
    Reference(Reference),
}

impl Scalar {
    /// Points to the texts of `self`.
    fn lent(&self) -> Value {
        use plugin::Data;
        let bytes = |list: &[u8]| plugin::Text { bytes: list.as_ptr(), count: list.len() as u64 };
        let (kind, data) = match self {
            Scalar::Null => (plugin::KIND_NULL, Data { uint64: 0 }),
            Scalar::Bool(value) => (plugin::KIND_BOOL, Data { boolean: u8::from(*value) }),
            Scalar::Integer(value) => (plugin::KIND_INTEGER, Data { int64: *value }),
            Scalar::Unsigned(value) => (plugin::KIND_UNSIGNED, Data { uint64: *value }),
            Scalar::Float(value) => (plugin::KIND_FLOAT, Data { float32: *value }),
            Scalar::Double(value) => (plugin::KIND_DOUBLE, Data { float64: *value }),
            Scalar::String(value) => (plugin::KIND_STRING, Data { string: lend(value) }),
            Scalar::Bytes(value) => (plugin::KIND_BYTES, Data { bytes: bytes(&value.0) }),
            Scalar::Date(value) => (plugin::KIND_DATE, Data { date: *value }),
            Scalar::Uuid(value) => (plugin::KIND_UUID, Data { uuid: *value }),
            Scalar::Reference(value) => (plugin::KIND_REFERENCE, Data { reference: value.0 }),
        };
        Value::new(kind, data)
    }

    /// SAFETY: the kind tells the member, and its text is readable.
    unsafe fn copied(value: &Value) -> Scalar {
        let data = &value.data;
        unsafe {
            match value.kind {
                plugin::KIND_BOOL => Scalar::Bool(data.boolean != 0),
                plugin::KIND_INTEGER => Scalar::Integer(data.int64),
                plugin::KIND_UNSIGNED => match i64::try_from(data.uint64) {
                    Ok(value) => Scalar::Integer(value),
                    Err(_) => Scalar::Unsigned(data.uint64),
                },
                plugin::KIND_FLOAT => Scalar::Float(data.float32),
                plugin::KIND_DOUBLE => Scalar::Double(data.float64),
                plugin::KIND_STRING => {
                    Scalar::String(String::from_utf8_lossy(borrow(data.string)).into_owned())
                }
                plugin::KIND_BYTES => Scalar::Bytes(Bytes(borrow(data.bytes).to_vec())),
                plugin::KIND_DATE => Scalar::Date(data.date),
                plugin::KIND_UUID => Scalar::Uuid(data.uuid),
                plugin::KIND_REFERENCE => Scalar::Reference(Reference(data.reference)),
                _ => Scalar::Null,
            }
        }
    }
}

macro_rules! scalar {
    ($($type:ty, $case:ident;)*) => { $(
        impl From<$type> for Scalar {
            fn from(value: $type) -> Scalar {
                Scalar::$case(value.into())
            }
        }
        impl TryFrom<Scalar> for $type {
            type Error = Error;
            fn try_from(scalar: Scalar) -> Result<$type, Error> {
                match scalar {
                    Scalar::$case(value) => <$type>::try_from(value).map_err(|_| mismatch()),
                    _ => Err(mismatch()),
                }
            }
        }
    )* };
}

scalar! {
    bool, Bool; i8, Integer; i16, Integer; i32, Integer; i64, Integer; u8, Integer; u16, Integer;
    u32, Integer; f32, Float; f64, Double; String, String; Bytes, Bytes; Date, Date; Uuid, Uuid;
    Reference, Reference;
}

impl TryFrom<Scalar> for u64 {
    type Error = Error;
    fn try_from(scalar: Scalar) -> Result<u64, Error> {
        match scalar {
            Scalar::Integer(value) => u64::try_from(value).map_err(|_| mismatch()),
            Scalar::Unsigned(value) => Ok(value),
            _ => Err(mismatch()),
        }
    }
}

impl From<u64> for Scalar {
    fn from(value: u64) -> Scalar {
        i64::try_from(value).map_or(Scalar::Unsigned(value), Scalar::Integer)
    }
}

impl From<&str> for Scalar {
    fn from(value: &str) -> Scalar {
        Scalar::String(value.into())
    }
}

fn mismatch() -> Error {
    let remedy = "Convert it to the type of the method's result, or of the property.";
    Error::new(Status::Mismatch, "A value has another kind, or is out of range", "", remedy)
}

// MARK: Reports

/// SAFETY: `list` has `count` pointers.
unsafe fn pointees<'a, T: 'a>(list: *const *const T, count: u64) -> impl Iterator<Item = &'a T> {
    (0..count as usize).map(move |index| unsafe { &**list.add(index) })
}

/// SAFETY: as above.
unsafe fn notes(list: *const *const ffi::Note, count: u64) -> Vec<Note> {
    let notes = unsafe { pointees(list, count) };
    notes.filter_map(|each| unsafe { note(each.problem, each.place, each.remedy) }).collect()
}

numbered! {
    /// The outcome of one object in a restore: see `Docs/RestoreReport.md`.
    Outcome, Retained;
    Restored = 1, Migrated = 2, Created = 3, Skipped = 4, Retained = 5, Awaited = 6, Missing = 7,
    Lost = 8,
}

numbered! {
    /// The decision of a plan about one object, or about the whole archive.
    Decision, None;
    None = 0, Restore = 1, Migrate = 2, Retain = 3, SetAside = 4, Skip = 5, ProgramDecides = 6,
}

numbered! {
    /// The end of the previous launch.
    Ending, Ordinary;
    Ordinary = 0, Crash = 1, Hang = 2, Interrupted = 3,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&format!("{self:?}").to_lowercase())
    }
}

/// One object in a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportEntry {
    pub path: String,
    pub outcome: Outcome,
    /// Only if the outcome differs from the plan.
    pub planned: Option<Decision>,
    /// "" for an object that the program builds.
    pub class_id: String,
    /// "" for the program's own classes.
    pub plugin: String,
    pub reason: Option<Note>,
    /// The time that its plugin took.
    pub time: Duration,
}

impl fmt::Display for ReportEntry {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.outcome)?;
        self.reason.as_ref().map_or(Ok(()), |reason| {
            let place = if reason.place == self.path { "" } else { &reason.place };
            write!(f, ": {}", Note { place: place.into(), ..reason.clone() })
        })
    }
}

/// The outcome of a restore, including deferred objects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The restored generation; 0 for none.
    pub generation: u64,
    /// Seconds since 1970; 0 for none.
    pub saved_at: i64,
    /// The version of the program that saved.
    pub application_version: String,
    /// Parents before children.
    pub entries: Vec<ReportEntry>,
    /// Remarks about the whole.
    pub notes: Vec<Note>,
    /// The report as JSON.
    pub json: String,
}

impl Report {
    /// SAFETY: a report of the library.
    unsafe fn new(report: &ffi::Report) -> Report {
        let entry = |entry: &ffi::Entry| unsafe {
            ReportEntry {
                path: text(entry.path),
                outcome: Outcome::of(entry.outcome),
                planned: (entry.planned != 0).then(|| Decision::of(entry.planned)),
                class_id: text(entry.class_id),
                plugin: text(entry.plugin),
                reason: note(entry.problem, entry.place, entry.remedy),
                time: Duration::from_nanos(entry.nanoseconds),
            }
        };
        unsafe {
            Report {
                generation: report.generation,
                saved_at: report.saved_at,
                application_version: text(report.application_version),
                entries: pointees(report.entries, report.entry_count).map(entry).collect(),
                notes: notes(report.notes, report.note_count),
                json: owned(ffi::restoration_report_json(report)),
            }
        }
    }

    /// The objects that do not have their state, and why.
    pub fn not_restored(&self) -> impl Iterator<Item = &ReportEntry> {
        use Outcome::{Migrated, Restored};
        self.entries.iter().filter(|entry| !matches!(entry.outcome, Restored | Migrated))
    }
}

/// SAFETY: a text of the library, or null.
unsafe fn owned(json: *mut c_char) -> String {
    let copied = unsafe { text(json) };
    unsafe { ffi::restoration_free(json.cast()) };
    copied
}

/// One object in a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanEntry {
    pub path: String,
    pub decision: Decision,
    pub class_id: String,
    pub plugin: String,
    pub reason: Option<Note>,
    /// The schema version of the saved state; 0 for none.
    pub recorded_version: u32,
    pub size_in_bytes: u64,
}

/// The intended actions of a restore, before any object's code runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// About the whole archive.
    pub decision: Decision,
    pub reason: Option<Note>,
    pub generation: u64,
    pub saved_at: i64,
    pub application_version: String,
    pub entries: Vec<PlanEntry>,
    pub notes: Vec<Note>,
    /// The plan as JSON.
    pub json: String,
}

impl Plan {
    /// SAFETY: a plan of the library.
    unsafe fn new(plan: &ffi::Plan) -> Plan {
        let entry = |entry: &ffi::Entry| unsafe {
            PlanEntry {
                path: text(entry.path),
                decision: Decision::of(entry.planned),
                class_id: text(entry.class_id),
                plugin: text(entry.plugin),
                reason: note(entry.problem, entry.place, entry.remedy),
                recorded_version: entry.recorded_version,
                size_in_bytes: entry.size_in_bytes,
            }
        };
        unsafe {
            Plan {
                decision: Decision::of(plan.decision),
                reason: note(plan.problem, plan.place, plan.remedy),
                generation: plan.generation,
                saved_at: plan.saved_at,
                application_version: text(plan.application_version),
                entries: pointees(plan.entries, plan.entry_count).map(entry).collect(),
                notes: notes(plan.notes, plan.note_count),
                json: owned(ffi::restoration_plan_json(plan)),
            }
        }
    }
}

/// The outcome of a save.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Save {
    /// Why the state is not durable; `None` if it is.
    pub failure: Option<Error>,
    /// 0 if nothing was captured.
    pub generation: u64,
    pub object_count: u64,
    pub size_in_bytes: u64,
    /// Objects that were left out, and why.
    pub issues: Vec<Note>,
    /// Repairs of the store.
    pub notes: Vec<Note>,
    /// The outcome as JSON.
    pub json: String,
}

impl Save {
    /// SAFETY: an outcome of the library.
    unsafe fn new(save: &ffi::Save) -> Save {
        unsafe {
            let note = || note(save.problem, save.place, save.remedy).unwrap_or_default();
            let failure = Status::failure(save.status);
            Save {
                failure: failure.map(|status| Error { status, note: note() }),
                generation: save.generation,
                object_count: save.object_count,
                size_in_bytes: save.size_in_bytes,
                issues: notes(save.issues, save.issue_count),
                notes: notes(save.notes, save.note_count),
                json: owned(ffi::restoration_save_json(save)),
            }
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreviousLaunch {
    pub ending: Ending,
    /// Names the callback and its object; "" for an ordinary ending.
    pub problem: String,
    /// "" for the program's own code.
    pub plugin: String,
}

/// Facts about one object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    pub path: String,
    pub class_id: String,
    pub plugin: String,
    /// It could not be restored: the handle is a stand-in's.
    pub is_unavailable: bool,
    /// It, or its state, is expected in this launch.
    pub is_awaited: bool,
    pub is_lent: bool,
    /// Why it does not have its saved state.
    pub reason: Option<Note>,
}

// MARK: Testing

/// How a launch of a test ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TestEnding {
    /// It saves and closes.
    Clean = 0,
    /// By SIGKILL: unsaved changes are lost.
    Killed = 1,
    /// The power fails while a save is written.
    PowerLoss = 2,
    /// The user discards the state.
    ForceQuit = 3,
}

/// Launches and ends a program repeatedly in one process, without files and without waiting:
///
/// ```ignore
/// let mut test = Test::new("org.example.desk", &Options::default(), |session| {
///     session.add_root("Desk", Desk::default())
/// })?;
/// test.launch()?.change(|desk| desk.starts += 1);
/// let desk = test.relaunch(TestEnding::Clean)?;
/// assert_eq!(desk.borrow().starts, 1);
/// ```
///
/// The state is in memory, the clock stands still, and saves are audited.
pub struct Test<P> {
    raw: *mut ffi::Test,
    building: Box<Building<P>>,
    _program: Box<ffi::TestProgram>,
    _callbacks: Box<LentCallbacks>,
}

struct Building<P> {
    build: Box<dyn Fn(&Session) -> Result<P, Error>>,
    /// The running launch; without the program's objects if `build` failed.
    running: RefCell<Option<(Session, Option<Rc<P>>)>>,
}

impl<P> Building<P> {
    /// Drops the objects of a launch whose session is closed.
    fn dispose(&self) {
        if let Some((session, program)) = self.running.take() {
            drop(program);
            Session::forget_session(session.raw);
        }
    }
}

impl<P: 'static> Test<P> {
    /// Begins a test. `build` adds roots and classes, and returns the program's objects. The
    /// session restores afterwards.
    pub fn new(
        application: &str,
        options: &Options,
        build: impl Fn(&Session) -> Result<P, Error> + 'static,
    ) -> Result<Test<P>, Error> {
        let application = terminated(application)?;
        let building = Box::new(Building { build: Box::new(build), running: RefCell::new(None) });
        let program = Box::new(ffi::TestProgram {
            struct_size: size_of::<ffi::TestProgram>() as u32,
            reserved: 0,
            user_data: &*building as *const Building<P> as *mut c_void,
            build: test_build::<P>,
            dispose: test_dispose::<P>,
        });
        let callbacks = LentCallbacks::new(options.delegate.clone());
        let lent = LentOptions::new(options, &callbacks.table)?;
        // SAFETY: the tables live until the test ends.
        let raw = unsafe {
            let application = application.as_ptr();
            ffi::restoration_test_begin_version(ABI_VERSION, application, &lent.table, &*program)
        };
        if raw.is_null() {
            return Err(failed());
        }
        Ok(Test { raw, building, _program: program, _callbacks: callbacks })
    }

    /// Launches the program: opens its session, builds its objects and restores.
    pub fn launch(&mut self) -> Result<Rc<P>, Error> {
        // SAFETY of this and the calls below: the test lives as long as `self`.
        if unsafe { ffi::restoration_test_launch(self.raw) }.is_null() {
            let error = failed();
            self.building.dispose();
            return Err(error);
        }
        let running = self.building.running.borrow();
        running.as_ref().and_then(|(_, program)| program.clone()).ok_or_else(failed)
    }

    /// Ends the running launch.
    pub fn terminate(&mut self, ending: TestEnding) -> Result<(), Error> {
        Error::check(unsafe { ffi::restoration_test_terminate(self.raw, ending as u32) })
    }

    /// Ends the running launch and starts the next one.
    pub fn relaunch(&mut self, ending: TestEnding) -> Result<Rc<P>, Error> {
        self.terminate(ending)?;
        self.launch()
    }

    /// Runs `body` with the running session, which the test closes.
    pub fn with_session<R>(&self, body: impl FnOnce(&Session) -> R) -> Option<R> {
        Some(body(&self.building.running.borrow().as_ref()?.0))
    }

    /// Advances the clock of the test, and does the work that is due then.
    pub fn advance(&mut self, time: Duration) -> Result<(), Error> {
        let milliseconds = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        Error::check(unsafe { ffi::restoration_test_advance(self.raw, milliseconds) })
    }

    /// The state that a launch would restore, as text for comparison.
    pub fn saved_state(&self) -> Result<Option<String>, Error> {
        let mut state = null_mut();
        let status = unsafe { ffi::restoration_test_saved_state(self.raw, &mut state) };
        absent(Error::check(status)).map(|is_there| is_there.then(|| unsafe { owned(state) }))
    }
}

impl<P> Drop for Test<P> {
    fn drop(&mut self) {
        // SAFETY: as above. It disposes of the running launch.
        unsafe { ffi::restoration_test_end(self.raw) }
    }
}

fn failed() -> Error {
    // SAFETY: never null.
    let status = unsafe { (*ffi::restoration_last_problem()).status };
    Error::last(Status::failure(status).unwrap_or(Status::Failed))
}

/// SAFETY of both: `context` is the test's `Building<P>`.
extern "C" fn test_build<P>(context: *mut c_void, raw: *mut ffi::Session) -> plugin::Status {
    let building = unsafe { &*context.cast::<Building<P>>() };
    guarded(|| {
        Session::begin(raw);
        let session = Session::new(raw, None, true);
        let program = (building.build)(&session).map(Rc::new);
        let failure = program.as_ref().err().map(Failure::from);
        *building.running.borrow_mut() = Some((session, program.ok()));
        failure.map_or(Ok(()), Err)
    })
}

extern "C" fn test_dispose<P>(context: *mut c_void) {
    let building = unsafe { &*context.cast::<Building<P>>() };
    guarded(|| {
        building.dispose();
        Ok(())
    });
}
