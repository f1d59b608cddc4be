//! Errors, and texts of C.

use super::*;

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
    pub(super) fn failure(status: plugin::Status) -> Option<Status> {
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
    pub(super) fn new(status: Status, problem: &str, place: &str, remedy: &str) -> Error {
        let (problem, place, remedy) = (problem.into(), place.into(), remedy.into());
        Error { status, note: Note { problem, place, remedy } }
    }

    /// The thread's last failed call.
    pub(super) fn last(status: Status) -> Error {
        // SAFETY: never null, and valid until the thread's next failed call.
        let last = unsafe { &*ffi::restoration_last_problem() };
        let note = unsafe { note(last.problem, last.place, last.remedy) };
        Error { status, note: note.unwrap_or_default() }
    }

    pub(super) fn check(status: plugin::Status) -> Result<(), Error> {
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
pub(super) unsafe fn text(lent: *const c_char) -> String {
    if lent.is_null() {
        return String::new();
    }
    unsafe { CStr::from_ptr(lent) }.to_string_lossy().into_owned()
}

/// `None` without a problem. SAFETY: as for `text`.
pub(super) unsafe fn note(
    problem: *const c_char,
    place: *const c_char,
    remedy: *const c_char,
) -> Option<Note> {
    let note = unsafe { Note { problem: text(problem), place: text(place), remedy: text(remedy) } };
    (note != Note::default()).then_some(note)
}

pub(super) fn terminated(text: impl AsRef<[u8]>) -> Result<CString, Error> {
    CString::new(text.as_ref()).map_err(|error| {
        let place = String::from_utf8_lossy(text.as_ref()).replace('\0', "\\0");
        let problem = format!("A text has a NUL at byte {}", error.nul_position());
        Error::new(Status::Invalid, &problem, &place, "Remove it.")
    })
}

pub(super) fn optional(text: Option<&str>) -> Result<Option<CString>, Error> {
    text.map(terminated).transpose()
}

pub(super) fn pointer(text: &Option<CString>) -> *const c_char {
    text.as_ref().map_or(null(), |text| text.as_ptr())
}
