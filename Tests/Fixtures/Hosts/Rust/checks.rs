//! Tests of `session.rs`. Each has a directory of its own below `$STATE`.

mod restoration;
mod session;

use restoration::{Children, Decoder, Encoder, Failure, Host, Object, Reference, Request, Shape};
use session::{Delegate, Error, Handle, Live, Options, Outcome, Reason, Save, Scalar, Session};
use session::{signal, Status, Test, TestEnding};
use std::cell::{Cell, RefCell};
use std::io::Write;
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::{Duration, Instant};

const APPLICATION: &str = "org.example.checks";

fn options(name: &str) -> Options {
    let base = std::env::var_os("STATE").expect("STATE is a directory");
    let directory = PathBuf::from(base).join(name);
    Options { private_directory: Some(directory), ..Options::default() }
}

fn open(name: &str) -> Session {
    Session::open_with(APPLICATION, &options(name)).unwrap()
}

/// Opens a session with a desk, and restores.
fn launch(name: &str) -> (Session, Live<Desk>, session::Report) {
    let session = open(name);
    session.add_class::<Note>("Note", 1).unwrap();
    let desk = session.add_root("Desk", Desk::default()).unwrap();
    let report = session.restore().unwrap();
    (session, desk, report)
}

fn status<T>(result: Result<T, Error>) -> Option<Status> {
    result.err().map(|error| {
        assert!(!error.note.problem.is_empty(), "{error:?}");
        assert!(!error.note.remedy.is_empty(), "{error:?}");
        error.status
    })
}

#[derive(Default)]
struct Desk {
    starts: i64,
    notes: Vec<Handle<Note>>,
    panics_in_encode: bool,
    panics_in_decode: bool,
    refuses: bool,
    /// Called by `encode`.
    on_encode: Option<Box<dyn Fn()>>,
    _on_drop: Option<Counter>,
}

impl Object for Desk {
    fn shape() -> Option<Shape<Self>> {
        let children = |desk: &Self| desk.notes.iter().copied().collect();
        let attach = |desk: &mut Self, children: Children| desk.notes = children.handles();
        Some(Shape::new().stack(children, attach))
    }
    fn encode(&self, coder: &mut Encoder) -> Result<(), Failure> {
        assert!(!self.panics_in_encode, "no ink");
        if let Some(body) = &self.on_encode {
            body();
        }
        if self.refuses {
            return Err("the desk is locked".into());
        }
        coder.put("starts", &self.starts)
    }
    fn decode(&mut self, coder: &mut Decoder) -> Result<(), Failure> {
        coder.read("starts", &mut self.starts)?;
        assert!(!self.panics_in_decode, "no glasses");
        Ok(())
    }
}

/// Counts how often it is dropped.
struct Counter(Rc<Cell<usize>>);

impl Drop for Counter {
    fn drop(&mut self) {
        self.0.set(self.0.get() + 1);
    }
}

thread_local! {
    static DROPPED_NOTES: Cell<usize> = Cell::new(0);
}

struct Note {
    text: String,
}

impl Object for Note {
    fn create(request: &Request) -> Result<Self, Failure> {
        let text: String = request.parameters().get("text")?.unwrap_or_default();
        assert!(text != "panic", "no paper");
        if text == "declined" {
            return Err(Failure::Declined);
        }
        Ok(Note { text })
    }
    fn encode(&self, coder: &mut Encoder) -> Result<(), Failure> {
        coder.put("text", &self.text)
    }
    fn decode(&mut self, coder: &mut Decoder) -> Result<(), Failure> {
        coder.read("text", &mut self.text)
    }
}

impl Drop for Note {
    fn drop(&mut self) {
        DROPPED_NOTES.with(|count| count.set(count.get() + 1));
    }
}

fn note(session: &Session, desk: &Live<Desk>, text: &str) -> Result<Live<Note>, Error> {
    session.make_with(desk, text, |coder| coder.put_text("text", text))
}

// MARK: State

#[test]
fn keeps_state_and_saves_nothing_when_it_is_dropped() {
    let (session, desk, report) = launch("state");
    assert_eq!(report.generation, 0);
    desk.change(|desk| desk.starts = 1);
    let save = session.preserve().unwrap();
    assert_eq!(save.failure, None);
    assert_eq!(save.issues, []);
    assert!(save.json.contains("generation"), "{}", save.json);
    desk.change(|desk| desk.starts = 2);
    assert!(session.has_unsaved_changes());
    drop(session);

    let (session, desk, report) = launch("state");
    assert_eq!(desk.borrow().starts, 1);
    assert_eq!(report.entries.len(), 1);
    assert_eq!(report.entries[0].to_string(), "Desk: restored");
    assert!(report.json.contains("\"Desk\""), "{}", report.json);
    assert_eq!(session.previous_launch().unwrap().ending, session::Ending::Ordinary);
    session.close().unwrap();

    let session = open("state");
    let desk = session.add_root("Desk", Desk::default()).unwrap();
    let plan = session.plan().unwrap();
    assert_eq!(plan.entries[0].path, "Desk");
    session.restore_because(Reason::Pristine).unwrap();
    assert_eq!(desk.borrow().starts, 0);
    session.discard().unwrap();
    assert_eq!(launch("state").1.borrow().starts, 0);
}

#[test]
fn keeps_objects_that_classes_create() {
    let (session, desk, _) = launch("created");
    for text in ["a", "b"] {
        let note = note(&session, &desk, text).unwrap();
        desk.change(|desk| desk.notes.push(note.handle()));
    }
    session.preserve().unwrap();
    drop(session);
    assert_eq!(DROPPED_NOTES.with(Cell::get), 2);

    let (session, desk, report) = launch("created");
    let not_restored: Vec<_> = report.not_restored().collect();
    assert!(not_restored.is_empty(), "{not_restored:?}");
    let notes: Vec<_> = desk.borrow().notes.iter().map(|note| note.get().unwrap()).collect();
    let texts: Vec<_> = notes.iter().map(|note| note.borrow().text.clone()).collect();
    assert_eq!(texts, ["a", "b"]);
    let found = session.find("Desk/b").unwrap();
    assert_eq!(found.typed(), notes[1].handle());
    assert_eq!(session.describe(found).unwrap().class_id, "Note");
    assert!(found.get::<Desk>().is_none());

    let (closed, dropped) = (notes[0].handle(), DROPPED_NOTES.with(Cell::get));
    drop(notes);
    desk.change(|desk| desk.notes.remove(0));
    session.preserve().unwrap();
    assert!(closed.get().is_none());
    assert_eq!(DROPPED_NOTES.with(Cell::get), dropped + 1);
    assert_eq!(status(session.describe(closed)), Some(Status::Stale));
}

#[test]
fn keeps_a_held_object_until_the_hold_is_dropped() {
    let (session, desk, _) = launch("held");
    let handle = note(&session, &desk, "a").unwrap().handle();
    let hold = session.hold(handle).unwrap();
    session.preserve().unwrap();
    assert!(handle.get().is_some());
    drop(hold);
    desk.change(|desk| desk.starts += 1);
    session.preserve().unwrap();
    assert!(handle.get().is_none());
    assert_eq!(status(session.hold(handle)), Some(Status::Stale));
}

#[test]
fn drops_each_object_once() {
    let count = Rc::new(Cell::new(0));
    let desk = || Desk { _on_drop: Some(Counter(count.clone())), ..Desk::default() };
    let session = open("dropped");
    session.add_root("Desk", desk()).unwrap();
    let other = session.add_root("Other", desk()).unwrap();
    session.restore().unwrap();
    session.forget(&other).unwrap();
    assert_eq!(count.get(), 0); // the program still has it
    assert!(other.handle().get().is_none());
    assert_eq!(status(session.forget(&other)), Some(Status::Stale));
    drop(other);
    assert_eq!(count.get(), 1);
    drop(session);
    assert_eq!(count.get(), 2);
    assert_eq!(status(open("dropped").add_root("", desk())), Some(Status::Invalid));
    assert_eq!(count.get(), 3);
}

#[test]
fn tells_scoped_roots_apart() {
    for expected in [0, 10] {
        let session = open("scopes");
        let scopes = session.scopes("Window").unwrap();
        assert_eq!(scopes.len(), if expected == 0 { 0 } else { 2 });
        let windows = ["left", "right"].map(|scope| {
            session.add_scoped_root("Window", scope, Desk::default()).unwrap()
        });
        session.restore().unwrap();
        assert_eq!(windows[0].borrow().starts, expected);
        windows[0].change(|window| window.starts = 10);
        session.preserve().unwrap();
    }
}

/// The plugin of `../Plugins/shelf.rs` is in `$PLUGINS`.
#[test]
fn keeps_the_children_of_a_plugins_object() {
    struct Owner(Reference);
    impl Object for Owner {
        fn encode(&self, coder: &mut Encoder) -> Result<(), Failure> {
            coder.put("shelf", &self.0)
        }
        fn decode(&mut self, coder: &mut Decoder) -> Result<(), Failure> {
            coder.read("shelf", &mut self.0)
        }
    }
    let launch = || {
        let plugins = std::env::var_os("PLUGINS").expect("PLUGINS is a directory");
        let options = Options { plugin_directories: vec![plugins.into()], ..options("shelf") };
        let session = Session::open_with(APPLICATION, &options).unwrap();
        let desk = session.add_root("Desk", Owner(Reference::NONE)).unwrap();
        let report = session.restore().unwrap();
        assert_eq!(report.not_restored().next(), None);
        (session, desk)
    };
    let count = |session: &Session, shelf| u64::try_from(session.call(shelf, "count", &[]).unwrap());

    let (session, desk) = launch();
    assert_eq!(session.plugins().unwrap(), ["org.example.shelf"]);
    let shelf: Reference = session.make(&desk, "Shelf").unwrap();
    desk.change(|desk| desk.0 = shelf);
    for title in ["a", "b", "c"] {
        session.call(shelf, "push", &[title.into()]).unwrap();
    }
    session.call(shelf, "pop", &[]).unwrap();
    assert_eq!(session.preserve().unwrap().issues, []);
    drop(session);

    let (session, desk) = launch();
    let shelf = desk.borrow().0;
    assert_eq!(count(&session, shelf).unwrap(), 2);
    let top = Reference::try_from(session.call(shelf, "top", &[]).unwrap()).unwrap();
    assert_eq!(session.describe(top).unwrap().path, "Desk/Shelf/b");
    assert_eq!(session.find("Desk/Shelf/a").map(|_| ()), Ok(()));
    assert_eq!(status(session.call(shelf, "burn", &[])), Some(Status::Absent));
    assert_eq!(status(session.call(shelf, "push", &[])), Some(Status::Mismatch));
    assert_eq!(status(session.call(shelf, "push", &[1.into()])), Some(Status::Mismatch));
}

// MARK: Errors

#[test]
fn refuses_texts_that_c_cannot_have() {
    let (session, desk, _) = launch("texts");
    for identifier in ["", "a\0b", &"x".repeat(256)] {
        let added = session.add_child(&desk, identifier, Desk::default());
        assert_eq!(status(added), Some(Status::Invalid), "{identifier:?}");
        assert_eq!(status(note(&session, &desk, identifier)), Some(Status::Invalid));
    }
    let error = session.find("a\0b").unwrap_err();
    assert_eq!(error.to_string(), "A text has a NUL at byte 1 (a\\0b). Remove it.");
    assert_eq!(format!("{error:?}"), "A text has a NUL at byte 1\n   at: a\\0b\n  fix: Remove it.");
    assert_eq!(status(session.find("Desk/None")), Some(Status::Absent));
    assert_eq!(status(Session::open("no reverse DNS!")), Some(Status::Invalid));
    let options = Options { state_directory: Some("a\0b".into()), ..Options::default() };
    assert_eq!(status(Session::open_with(APPLICATION, &options)), Some(Status::Invalid));
}

#[test]
fn refuses_calls_at_the_wrong_time() {
    let session = open("times");
    assert_eq!(status(Session::open_with(APPLICATION, &options("times"))), Some(Status::Busy));
    assert_eq!(status(session.preserve()), Some(Status::NotRestored));
    assert_eq!(status(session.report()), Some(Status::NotRestored));
    assert_eq!(status(session.last_save()), Some(Status::Absent));
    session.restore().unwrap();
    assert_eq!(status(session.restore()), Some(Status::AlreadyRestored));
    let notifier = session.notifier();
    session.close().unwrap();
    assert_eq!(status(notifier.invalidate(Reference(7))), Some(Status::Closed));
}

#[test]
fn refuses_handles_of_nothing_and_of_other_sessions() {
    let (session, desk, _) = launch("handles");
    let other = open("handles-of-another");
    let theirs = other.add_root("Desk", Desk::default()).unwrap();
    for object in [Reference::NONE, Reference(u64::MAX), (&theirs).into()] {
        assert_eq!(status(session.describe(object)), Some(Status::Stale));
        assert_eq!(status(session.invalidate(object)), Some(Status::Stale));
    }
    assert_eq!(status(session.forget(&theirs)), Some(Status::Stale));
    drop(other);
    assert!(theirs.handle().get().is_none());
    let made: Result<Live<Desk>, Error> = session.make(&desk, "Desk");
    assert_eq!(status(made), Some(Status::Mismatch));
    let made: Result<Reference, Error> = session.make(&desk, "Nothing");
    assert_eq!(status(made), Some(Status::Failed));
    assert_eq!(status(note(&session, &desk, "declined")), Some(Status::Declined));
}

#[test]
fn refuses_calls_from_callbacks() {
    let (session, desk, _) = launch("callbacks");
    let (session, seen) = (Rc::new(session), Rc::new(RefCell::new(Vec::new())));
    let (inner, answers) = (session.clone(), seen.clone());
    let body = move || {
        answers.borrow_mut().push(status(inner.preserve()));
        answers.borrow_mut().push(status(inner.run_pending()));
        answers.borrow_mut().push(status(inner.find("Desk").map(|_| ())));
        assert!(Host::find(&["Desk"]).is_some());
    };
    desk.borrow_mut().on_encode = Some(Box::new(body));
    session.preserve().unwrap();
    desk.borrow_mut().on_encode = None;
    let refused = Some(Status::InCallback);
    assert_eq!(seen.borrow()[..3], [refused, refused, None]);
}

#[test]
fn forgets_in_a_callback() {
    let (session, desk, _) = launch("forgotten");
    let session = Rc::new(session);
    let other = session.add_root("Other", Desk::default()).unwrap();
    session.preserve().unwrap();
    let (inner, both) = (session.clone(), [desk.handle(), other.handle()]);
    drop(other);
    // Itself, too, while its function runs.
    let forget = move || both.iter().for_each(|object| inner.forget(*object).unwrap());
    desk.borrow_mut().on_encode = Some(Box::new(forget));
    session.preserve().unwrap();
    assert!(both.iter().all(|object| object.get().is_none()));
    let roots = session.preserve().unwrap().issues.len();
    assert_eq!(roots, 2);
}

#[test]
fn loses_nothing_by_a_panic() {
    let (session, desk, _) = launch("panics");
    desk.change(|desk| desk.starts = 5);
    session.preserve().unwrap();
    desk.change(|desk| (desk.starts, desk.panics_in_encode) = (6, true));
    let save = session.preserve().unwrap();
    assert!(save.issues[0].problem.contains("no ink"), "{:?}", save.issues);
    desk.change(|desk| (desk.panics_in_encode, desk.refuses) = (false, true));
    let save = session.preserve().unwrap();
    assert!(save.issues[0].problem.contains("the desk is locked"), "{:?}", save.issues);
    let error = note(&session, &desk, "panic").err().unwrap();
    assert!(error.note.problem.contains("no paper"), "{error}");
    drop(session);

    let session = open("panics");
    let desk = Desk { panics_in_decode: true, ..Desk::default() };
    session.add_root("Desk", desk).unwrap();
    let report = session.restore().unwrap();
    let entry = report.not_restored().next().unwrap();
    assert_eq!(entry.outcome, Outcome::Retained);
    assert!(entry.reason.as_ref().unwrap().problem.contains("no glasses"), "{entry}");
    session.preserve().unwrap();
    drop(session);
    assert_eq!(launch("panics").1.borrow().starts, 5);
}

#[test]
fn loses_nothing_while_an_object_is_borrowed() {
    let (session, desk, _) = launch("borrowed");
    desk.change(|desk| desk.starts = 5);
    session.preserve().unwrap();
    let mut borrowed = desk.borrow_mut();
    borrowed.starts = 6;
    session.invalidate(&desk).unwrap();
    let save = session.preserve().unwrap();
    assert!(save.issues[0].problem.contains("in use"), "{:?}", save.issues);
    drop(borrowed);
    session.invalidate(&desk).unwrap();
    assert_eq!(session.preserve().unwrap().issues, []);
    drop(session);
    assert_eq!(launch("borrowed").1.borrow().starts, 6);
}

// MARK: Threads and delegates

#[test]
fn hears_of_changes_from_another_thread() {
    let (session, desk, _) = launch("threads");
    session.preserve().unwrap();
    let (notifier, handle) = (session.notifier(), desk.handle());
    desk.borrow_mut().starts = 3;
    assert!(!session.has_unsaved_changes());
    std::thread::spawn(move || {
        assert!(handle.get().is_none());
        assert!(Host::find(&["Desk"]).is_none());
        notifier.invalidate(handle).unwrap();
        notifier.invalidate(Reference(u64::MAX)).unwrap();
    })
    .join()
    .unwrap();
    session.run_pending().unwrap();
    assert!(session.has_unsaved_changes());

    session.preserve().unwrap();
    let handle = desk.handle().reference().0;
    std::thread::spawn(move || Host::invalidate(handle)).join().unwrap();
    session.run_pending().unwrap();
    assert!(session.has_unsaved_changes());
}

#[derive(Default)]
struct Witness {
    events: RefCell<Vec<String>>,
    declines: Cell<bool>,
    panics: Cell<bool>,
}

impl Delegate for Witness {
    fn saved(&self, save: &Save) {
        self.events.borrow_mut().push(format!("saved {}", save.object_count));
        assert!(!self.panics.get(), "no witness");
    }
    fn settled(&self) {
        self.events.borrow_mut().push("settled".into());
    }
    fn should_preserve(&self, _: &mut Encoder) -> Result<(), Failure> {
        assert!(!self.panics.get(), "no witness");
        if self.declines.get() { Err(Failure::Declined) } else { Ok(()) }
    }
    fn encode(&self, coder: &mut Encoder) -> Result<(), Failure> {
        coder.put("version", &7)
    }
    fn decode(&self, coder: &mut Decoder) -> Result<(), Failure> {
        let version: i32 = coder.get("version")?.unwrap_or(0);
        self.events.borrow_mut().push(format!("version {version}"));
        Ok(())
    }
}

#[test]
fn asks_and_tells_the_delegate() {
    let witness = Rc::new(Witness::default());
    let (session, desk, _) = launch("delegate");
    session.set_delegate(witness.clone());
    desk.change(|desk| desk.starts = 1);
    session.preserve_in_background().unwrap();
    while witness.events.borrow().is_empty() {
        session.run_pending().unwrap();
    }
    assert_eq!(*witness.events.borrow(), ["saved 1"]);
    witness.panics.set(true);
    desk.change(|desk| desk.starts = 2);
    session.preserve().unwrap(); // its panics cost no state
    witness.panics.set(false);
    drop(session);

    let session = open("delegate");
    session.set_delegate(witness.clone());
    let desk = session.add_root("Desk", Desk::default()).unwrap();
    session.restore().unwrap();
    assert_eq!(desk.borrow().starts, 2);
    assert!(witness.events.borrow().contains(&"version 7".into()), "{:?}", witness.events);
    witness.declines.set(true);
    assert_eq!(status(session.preserve()), Some(Status::Declined));
}

/// Writes to a socket when a save has ended.
struct Bell(UnixStream);

impl Delegate for Bell {
    fn saved(&self, _: &Save) {
        (&self.0).write_all(b"!").unwrap();
    }
}

#[test]
fn saves_while_it_waits() {
    let (session, desk, _) = launch("waits");
    let (bell, input) = UnixStream::pair().unwrap();
    session.set_delegate(Rc::new(Bell(bell)));
    desk.change(|desk| desk.starts = 4);
    session.wait_for(&input).unwrap();
    drop(session);
    assert_eq!(launch("waits").1.borrow().starts, 4);
}

/// The last signal that has arrived.
#[derive(Default)]
struct Signals(Cell<i32>);

impl Delegate for Signals {
    fn signalled(&self, signal: i32) {
        self.0.set(signal);
    }
}

#[test]
fn saves_when_a_signal_arrives() {
    let (session, desk, _) = launch("signals");
    let signals = Rc::new(Signals::default());
    session.set_delegate(signals.clone());
    session.handle_signals(&[signal::TERM]).unwrap();
    desk.change(|desk| desk.starts = 8);
    let process = std::process::id().to_string();
    std::process::Command::new("kill").args(["-TERM", &process]).status().unwrap();
    let start = Instant::now();
    while signals.0.get() == 0 {
        session.run_pending().unwrap();
        assert!(start.elapsed() < Duration::from_secs(30), "the signal has not arrived");
    }
    assert_eq!(signals.0.get(), signal::TERM);
    session.handle_signals(&[]).unwrap();
    drop(session);
    assert_eq!(launch("signals").1.borrow().starts, 8);
}

// MARK: Testing and values

#[test]
fn is_tested_in_one_process() {
    let build = |session: &Session| {
        session.add_class::<Note>("Note", 1)?;
        session.add_root("Desk", Desk::default())
    };
    let mut test = Test::new(APPLICATION, &Options::default(), build).unwrap();
    let desk = test.launch().unwrap();
    assert_ne!(status(test.launch()), None); // a launch is running
    desk.change(|desk| desk.starts = 1);
    let desk = test.relaunch(TestEnding::Killed).unwrap();
    assert_eq!(desk.borrow().starts, 0);
    desk.change(|desk| desk.starts = 2);
    test.advance(Duration::from_secs(2)).unwrap(); // the autosave is due
    let desk = test.relaunch(TestEnding::Killed).unwrap();
    assert_eq!(desk.borrow().starts, 2);
    let made = test.with_session(|session| note(session, &desk, "a").unwrap().handle());
    desk.change(|desk| desk.notes.push(made.unwrap()));
    let desk = test.relaunch(TestEnding::Clean).unwrap();
    assert_eq!(desk.borrow().notes[0].get().unwrap().borrow().text, "a");
    assert!(test.saved_state().unwrap().unwrap().contains("Desk"));
    test.terminate(TestEnding::ForceQuit).unwrap();
    assert_eq!(test.saved_state().unwrap(), None);

    let fails = |_: &Session| Session::open("no reverse DNS!").map(|_| ());
    let mut test = Test::new(APPLICATION, &Options::default(), fails).unwrap();
    assert_ne!(status(test.launch()), None);
}

#[test]
fn converts_values() {
    assert_eq!(Scalar::from(3u8), Scalar::Integer(3));
    assert_eq!(Scalar::from(u64::MAX), Scalar::Unsigned(u64::MAX));
    assert_eq!(u8::try_from(Scalar::Integer(255)).unwrap(), 255);
    assert_eq!(status(u8::try_from(Scalar::Integer(256))), Some(Status::Mismatch));
    assert_eq!(status(String::try_from(Scalar::Null)), Some(Status::Mismatch));
    assert_eq!(f64::try_from(Scalar::from(2.5)).unwrap(), 2.5);
    assert_eq!(String::try_from(Scalar::from("ž")).unwrap(), "ž");
}

/// Prints the layout of each structure, for comparison with the C headers.
#[test]
fn prints_layouts() {
    macro_rules! layout {
        ($name:literal, $type:ty, $($field:ident)*) => {{
            let example = std::mem::MaybeUninit::<$type>::uninit();
            let start = example.as_ptr();
            print!("layout {} {}", $name, std::mem::size_of::<$type>());
            // SAFETY: only addresses are taken.
            $( print!(" {}", unsafe { std::ptr::addr_of!((*start).$field) } as usize
                - start as usize); )*
            println!();
        }};
    }
    use restoration::ffi as plugin;
    use session::ffi;
    println!(); // ends a line that the test's name may have begun
    layout!("problem", ffi::Problem, struct_size status problem place remedy);
    layout!("callbacks", ffi::Callbacks, struct_size reserved user_data log saved settled
        plugin_reloaded restored_awaited signalled should_preserve encode should_restore decode);
    layout!("options", ffi::Options, struct_size preset flags reserved instance remote
        private_directory state_directory key_directory plugin_directories plugin_directory_count
        application_version autosave_milliseconds hang_milliseconds arrival_milliseconds
        maximum_age_seconds callbacks);
    layout!("note", ffi::Note, struct_size reserved problem place remedy);
    layout!("entry", ffi::Entry, struct_size outcome planned recorded_version path class_id plugin
        problem place remedy nanoseconds size_in_bytes);
    layout!("report", ffi::Report, struct_size reason generation saved_at application_version
        entries entry_count notes note_count);
    layout!("plan", ffi::Plan, struct_size decision generation saved_at application_version problem
        place remedy entries entry_count notes note_count);
    layout!("save", ffi::Save, struct_size status generation object_count size_in_bytes problem
        place remedy issues issue_count notes note_count);
    layout!("previous_launch", ffi::PreviousLaunch, struct_size ending problem plugin);
    layout!("description", ffi::Description, struct_size flags path class_id plugin problem place
        remedy);
    layout!("texts", ffi::Texts, count texts);
    layout!("test_program", ffi::TestProgram, struct_size reserved user_data build dispose);
    layout!("class", plugin::Class, struct_size schema_version id create encode decode finished
        destroy interface migrate properties property_count cancelled methods method_count made
        shape user_data flags reserved);
    layout!("shape", plugin::Shape, struct_size flags children attach presented present elements);
    layout!("children", plugin::Children, struct_size reserved context add);
    layout!("child", plugin::Child, object slot);
}
