//! The functions of the program that a session calls.

use super::*;

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
pub(super) struct LentCallbacks {
    pub(super) table: ffi::Callbacks,
    pub(super) delegate: Box<SharedDelegate>,
}

impl LentCallbacks {
    pub(super) fn new(delegate: Option<Rc<dyn Delegate>>) -> Box<LentCallbacks> {
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
            newer_elsewhere: None,
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
