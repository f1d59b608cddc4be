//! The session for programs in Rust, a wrapper of `librestoration.so`. Copy this file and the
//! directory `session` into your crate, beside `restoration.rs`. They need only `std`.
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

mod calls;
mod delegate;
mod errors;
mod objects;
mod options;
mod program;
mod reports;
mod restoring;
mod saving;
mod testing;
mod values;
/// The C declarations.
pub mod ffi;

pub use delegate::*;
pub use errors::*;
pub use objects::*;
pub use options::*;
pub use reports::*;
pub use saving::*;
pub use testing::*;
pub use values::*;

/// A result of `Session::make`: a `Reference` for an object whose class the routes of plugins
/// choose, or a `Live<T>` or `Handle<T>` for an object of the program's class for `T`.
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
