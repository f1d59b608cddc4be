//! Saving, and the event loop.

use super::*;

impl Session {
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
}

/// Reports changes to a session from any thread.
#[derive(Clone, Debug)]
pub struct Notifier {
    pub(super) session: usize,
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
