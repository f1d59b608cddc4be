//! An object that makes and finds children while it decodes. The tests build it as version 1, which
//! has a note, and as version 2, which stores the note under another key.

mod restoration;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use restoration::{
    Date, Decoder, Encoder, Failure, Handle, Host, Object, Reference, Request, Uuid,
};

const VERSION: u32 = 1;

static IS_THERE: AtomicBool = AtomicBool::new(false);

struct Kid {
    handle: Handle,
    number: i64,
    when: Option<Date>,
    id: Option<Uuid>,
    is_ready: bool,
}

impl Object for Kid {
    fn create(request: &Request) -> Result<Self, Failure> {
        restoration::quiet_panics();
        let number = request.parameters().get("number")?.unwrap_or_default();
        if number == 13 {
            return Err("unlucky number".into());
        }
        if number == 14 {
            panic!("the {}th", number);
        }
        if number == 16 {
            let mut parameters = request.parameters();
            match parameters.get::<String>("as")?.as_deref() {
                Some("vector") => _ = parameters.get::<Vec<i64>>("value")?,
                Some("map") => _ = parameters.get::<BTreeMap<String, i64>>("value")?,
                Some("array") => _ = parameters.with_array("value", |_, _| Ok(()))?,
                _ => _ = parameters.with_dictionary("value", |_| Ok(()))?,
            }
        }
        let handle = request.handle();
        if request.reason() != 0
            && request.state().get::<i64>("number")? == Some(15)
            && !IS_THERE.swap(true, Ordering::SeqCst)
        {
            Host::arrived(handle);
            return Err(Failure::NotYet);
        }
        let when = request.parameters().get("when")?;
        let id = request.parameters().get("id")?;
        Ok(Kid { handle, number, when, id, is_ready: false })
    }
    fn encode(&self, coder: &mut Encoder) -> Result<(), Failure> {
        if let Some(when) = &self.when {
            coder.put("when", when)?;
        }
        if let Some(id) = &self.id {
            coder.put("id", id)?;
        }
        coder.put("number", &self.number)
    }
    fn decode(&mut self, coder: &mut Decoder) -> Result<(), Failure> {
        self.number = coder.get("number")?.unwrap_or_default();
        self.when = coder.get("when")?;
        self.id = coder.get("id")?;
        if self.number == 15 && !self.is_ready {
            self.is_ready = true;
            Host::arrived(self.handle);
            return Err(Failure::NotYet);
        }
        Ok(())
    }
}

struct Brood {
    handle: Handle,
    note: String,
    kids: Vec<Handle>,
}

impl Object for Brood {
    fn create(request: &Request) -> Result<Self, Failure> {
        let note = request.parameters().get("note")?.unwrap_or_default();
        Ok(Brood { handle: request.handle(), note, kids: Vec::new() })
    }
    fn encode(&self, coder: &mut Encoder) -> Result<(), Failure> {
        coder.put(if VERSION == 1 { "note" } else { "kept" }, &self.note)?;
        let kids: Vec<Reference> = self.kids.iter().map(|&kid| Reference(kid)).collect();
        coder.put("kids", &kids)
    }
    fn decode(&mut self, coder: &mut Decoder) -> Result<(), Failure> {
        self.note = coder.get("kept")?.unwrap_or_default();
        let kids: Vec<Reference> = coder.get("kids")?.unwrap_or_default();
        for kid in &kids {
            Host::add_child(self.handle, kid.0)?;
        }
        self.kids = kids.iter().map(|kid| kid.0).collect();
        if self.kids.is_empty() { self.make_kids() } else { Ok(()) }
    }
    const MIGRATION: Option<restoration::Migration> = Some(migrate);
}

fn migrate(_: u32, state: &mut Decoder, migrated: &mut Encoder) -> Result<(), Failure> {
    migrated.put_copy("kept", state, "note")
}

impl Brood {
    fn make_kids(&mut self) -> Result<(), Failure> {
        let made = Host::make(self.handle, "Kid", |out| out.put("number", &7i64))?;
        if Host::find(&["Desk", "Brood", "Kid"]) != Some(made) {
            return Err("found another kid, or none".into());
        }
        if Host::find(&["Desk", "Brood", "Nobody"]).is_some() {
            return Err("found a missing object".into());
        }
        if Host::make(self.handle, "Late", |_| Err("mine".into())).is_ok() {
            return Err("made a kid without its parameters".into());
        }
        self.kids = vec![made];
        self.ask_around()
    }
}

impl Brood {
    /// Queries the tree around an object.
    fn ask_around(&self) -> Result<(), Failure> {
        let kid = self.kids[0];
        let other = Host::make(self.handle, "Other", |_| Ok(()))?;
        let is_around = Host::parent(kid) == Some(self.handle)
            && Host::parent(0).is_none()
            && Host::children(self.handle) == [kid, other]
            && Host::children(kid).is_empty()
            && Host::interface_of(kid, "org.example.brood/1").is_none();
        Host::register(other, "The other", 0)?;
        let is_registered = Host::find(&["The other"]) == Some(other)
            && Host::register(kid, "The other", 0).is_err();
        Host::remove_child(self.handle, other)?;
        if is_around && is_registered && Host::children(self.handle) == [kid] {
            Ok(())
        } else {
            Err("the host says other things of an object".into())
        }
    }
}

restoration_plugin! {
    id: "org.example.brood", version: "1.0.0",
    manifest: include_str!("restoration-plugin.json"),
    classes: [restoration::class::<Brood>("Brood", VERSION), restoration::class::<Kid>("Kid", 1)],
}
