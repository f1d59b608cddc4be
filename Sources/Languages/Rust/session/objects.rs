//! Handles, live objects and classes.

use super::*;

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
    pub(super) object: Rc<RefCell<T>>,
    pub(super) handle: Handle<T>,
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
    pub(super) static CURRENT: Cell<*mut ffi::Session> = Cell::new(null_mut());
}

/// The process's open sessions, for changes that other threads report.
pub(super) static OPEN: Mutex<Vec<usize>> = Mutex::new(Vec::new());

fn open_sessions() -> Vec<usize> {
    OPEN.lock().map_or_else(|broken| broken.into_inner().clone(), |open| open.clone())
}

pub(super) static SERVICES: Program = Program {
    // SAFETY of these: a number that is not an open session's is refused.
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

pub(super) fn keep<T: 'static>(held: Rc<Held<T>>, lender: Option<*mut ffi::Session>) {
    let handle = held.handle.get();
    LIVE.with(|live| live.borrow_mut().insert(handle, Entry { held, lender }));
}

/// Drops the value outside of the borrow, because its `drop` may call this module.
pub(super) fn let_go(handle: plugin::Handle) {
    drop(LIVE.with(|live| live.borrow_mut().remove(&handle)));
}

pub(super) fn let_go_of_all(session: *mut ffi::Session) {
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

pub(super) fn class_table<T: Object>(id: &str, schema_version: u32) -> *const plugin::Class {
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
    pub(super) session: *mut ffi::Session,
    pub(super) object: Reference,
}

impl Drop for Hold {
    fn drop(&mut self) {
        // SAFETY: a closed session is refused.
        unsafe { ffi::restoration_session_release(self.session, self.object.0) };
    }
}
