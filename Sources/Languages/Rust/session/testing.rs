//! Tests that launch and end a program in one process.

use super::*;

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

pub(super) fn failed() -> Error {
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
