//! The host of ../README.md in Rust.

mod restoration;
mod session;

use restoration::{Children, Decoder, Encoder, Failure, Kind, Object, Reference, Request, Shape};
use session::{Delegate, Error, Handle, Live, Outcome, Save, Session};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// A page of the stack, or the sheet.
struct Page(String);

impl Object for Page {
    fn create(request: &Request) -> Result<Self, Failure> {
        Ok(Page(request.parameters().get("text")?.unwrap_or_default()))
    }
    fn encode(&self, coder: &mut Encoder) -> Result<(), Failure> {
        coder.put("text", &self.0)
    }
    fn decode(&mut self, coder: &mut Decoder) -> Result<(), Failure> {
        coder.read("text", &mut self.0)
    }
}

#[derive(Default)]
struct Pages(Vec<Handle<Page>>);

impl Object for Pages {
    fn shape() -> Option<Shape<Self>> {
        let children = |stack: &Self| stack.0.iter().copied().collect();
        let attach = |stack: &mut Self, children: Children| stack.0 = children.handles();
        Some(Shape::new().stack(children, attach).by_position())
    }
}

/// The scroll position of the list.
#[derive(Default)]
struct Rows {
    count: i64,
    top: i64,
}

impl Object for Rows {
    const KIND: Kind = Kind::Element;
    fn encode(&self, coder: &mut Encoder) -> Result<(), Failure> {
        coder.put("top", &self.top)
    }
    fn decode(&mut self, coder: &mut Decoder) -> Result<(), Failure> {
        if self.count == 0 {
            return Err(Failure::NotYet);
        }
        coder.read("top", &mut self.top)
    }
}

#[derive(Default)]
struct List(Handle<Rows>);

impl Object for List {
    fn shape() -> Option<Shape<Self>> {
        Some(Shape::new().elements(|list| Ok(vec![list.0.into()])))
    }
}

/// Cannot exist before its messages have arrived.
struct Inbox(i64);

static WAITING: AtomicU64 = AtomicU64::new(0);
static HAS_MESSAGES: AtomicBool = AtomicBool::new(false);

impl Object for Inbox {
    fn create(request: &Request) -> Result<Self, Failure> {
        if HAS_MESSAGES.load(Relaxed) {
            return Ok(Inbox(0));
        }
        WAITING.store(request.handle(), Relaxed);
        Err(Failure::NotYet)
    }
    fn encode(&self, coder: &mut Encoder) -> Result<(), Failure> {
        coder.put("message", &self.0)
    }
    fn decode(&mut self, coder: &mut Decoder) -> Result<(), Failure> {
        coder.read("message", &mut self.0)
    }
}

#[derive(Default)]
struct Frame {
    tabs: Vec<Reference>,
    selected: usize,
    sheet: Option<Reference>,
    inbox: Handle<Inbox>,
    items: Vec<Reference>,
}

impl Frame {
    fn children(&self) -> Children {
        let children: Children = self.tabs.iter().copied().collect();
        children.selecting(self.tabs.get(self.selected).copied())
    }
    fn attach(&mut self, children: Children) {
        self.selected = usize::from(children.selected == self.tabs.get(1).copied());
    }
}

impl Object for Frame {
    fn shape() -> Option<Shape<Self>> {
        let shape = Shape::new().places(Self::children, Self::attach);
        Some(shape.presenting(|it| it.sheet, |it, sheet| it.sheet = Some(sheet)))
    }
    fn encode(&self, coder: &mut Encoder) -> Result<(), Failure> {
        coder.put("inbox", &self.inbox)?;
        coder.put("items", &self.items)
    }
    fn decode(&mut self, coder: &mut Decoder) -> Result<(), Failure> {
        coder.read("inbox", &mut self.inbox)?;
        coder.read("items", &mut self.items)
    }
}

struct Reports(Live<Frame>);

impl Delegate for Reports {
    fn saved(&self, save: &Save) {
        save.issues.iter().for_each(|issue| eprintln!("{issue}"));
    }
    fn restored_awaited(&self, objects: &[Reference]) {
        for inbox in objects.iter().filter_map(|object| object.get()) {
            self.0.borrow_mut().inbox = inbox.handle();
        }
    }
}

const NAMES: [&str; 4] = ["DialC", "DialCxx", "DialRust", "Photo"];

struct Program {
    session: Session,
    frame: Live<Frame>,
    pages: Live<Pages>,
    list: Live<List>,
    rows: Live<Rows>,
}

impl Program {
    fn new() -> Result<Self, Error> {
        let session = Session::open("org.example.app")?;
        session.add_class::<Page>("Page", 1)?;
        session.add_class::<Inbox>("Inbox", 1)?;
        let frame = session.add_root("Frame", Frame::default())?;
        let pages = session.add_child(&frame, "Pages", Pages::default())?;
        let list = session.add_child(&frame, "List", List::default())?;
        let rows = session.add_child(&list, "rows", Rows::default())?;
        frame.borrow_mut().tabs = vec![(&pages).into(), (&list).into()];
        list.borrow_mut().0 = rows.handle();
        session.set_delegate(Rc::new(Reports(frame.clone())));
        for object in session.restore()?.not_restored() {
            if object.outcome != Outcome::Awaited {
                eprintln!("{object}");
            }
        }
        if frame.borrow().items.is_empty() {
            for name in NAMES {
                let item = session.make(&frame, name)?;
                frame.change(|frame| frame.items.push(item));
            }
        }
        Ok(Program {
            session,
            frame,
            pages,
            list,
            rows,
        })
    }

    fn run(&self) -> Result<(), Error> {
        println!("{}", self.screen()?);
        loop {
            self.session.wait_for(&std::io::stdin())?;
            let mut line = String::new();
            if std::io::stdin().read_line(&mut line).unwrap_or(0) == 0 {
                return Ok(());
            }
            let line = line.trim_end();
            let (command, argument) = line.split_once(' ').unwrap_or((line, ""));
            self.obey(command, argument)?;
            println!("{}", self.screen()?);
        }
    }

    fn load(&self) -> Result<(), Error> {
        HAS_MESSAGES.store(true, Relaxed);
        if self.frame.borrow().inbox == Handle::default() {
            let inbox = self.session.make(&self.frame, "Inbox")?;
            self.frame.change(|frame| frame.inbox = inbox);
        }
        self.session.arrived(Reference(WAITING.load(Relaxed)))?;
        self.rows.borrow_mut().count = 100;
        self.session.apply_awaited(&self.list)?;
        self.session.run_pending()
    }

    fn page(&self, name: &str, parent: Reference, text: &str) -> Result<Handle<Page>, Error> {
        let write = |page: &mut Encoder| page.put_text("text", text);
        self.session.make_with(parent, name, write)
    }

    fn obey(&self, command: &str, argument: &str) -> Result<(), Error> {
        let number = argument.parse().unwrap_or(0);
        match command {
            "load" => self.load()?,
            "push" => {
                let page = self.page("Page", (&self.pages).into(), argument)?;
                self.pages.change(|stack| stack.0.push(page));
            }
            "pop" => drop(self.pages.change(|stack| stack.0.pop())),
            "sheet" => {
                let sheet = self.page("Sheet", (&self.frame).into(), argument)?;
                self.frame.change(|frame| frame.sheet = Some(sheet.into()));
            }
            "close" => self.frame.change(|frame| frame.sheet = None),
            "select" => self.frame.change(|frame| frame.selected = number as usize),
            "scroll" => self.rows.change(|rows| rows.top = number),
            "read" => {
                if let Some(inbox) = self.frame.borrow().inbox.get() {
                    inbox.change(|inbox| inbox.0 = number);
                }
            }
            "zoom" => {
                let (name, zoom) = argument.split_once(' ').unwrap_or((argument, "1"));
                let zoom: f64 = zoom.parse().unwrap_or(1.0);
                let item = self.session.find(&format!("Frame/{name}"))?;
                self.session.call(item, "setZoom", &[zoom.into()])?;
            }
            "save" => drop(self.session.preserve()?),
            _ => println!("unknown command {command}"),
        }
        Ok(())
    }

    fn screen(&self) -> Result<String, Error> {
        let (frame, rows) = (self.frame.borrow(), self.rows.borrow());
        let text = |page: Handle<Page>| page.get().map_or("".into(), |it| it.borrow().0.clone());
        let number = |it: Option<i64>| it.map_or("-".into(), |it| it.to_string());
        let pages: Vec<String> = self.pages.borrow().0.iter().map(|it| text(*it)).collect();
        let (tab, pages) = (frame.selected, pages.join(", "));
        let sheet = text(frame.sheet.unwrap_or_default().typed());
        let row = number((rows.count > 0).then(|| rows.top));
        let message = number(frame.inbox.get().map(|inbox| inbox.borrow().0));
        let mut screen =
            format!("tab {tab}; pages {pages}; sheet {sheet}; row {row}; message {message}");
        for name in NAMES {
            let item = self.session.find(&format!("Frame/{name}"))?;
            let zoom = f64::try_from(self.session.call(item, "zoom", &[])?)?;
            screen += &format!("; {name} {zoom}");
        }
        Ok(screen)
    }
}

fn main() -> Result<(), Error> {
    Program::new()?.run()
}
