//! An object with methods of many types, and with properties.

mod restoration;

use std::ffi::c_void;

use restoration::{
    method, property, Encoder, Failure, Handle, Host, Method, Object, Property, Reference, Request,
    Table,
};

struct Dial {
    handle: Handle,
    partner: Reference,
    zoom: f64,
    title: String,
    angle: i32,
}

impl Object for Dial {
    fn create(request: &Request) -> Result<Self, Failure> {
        restoration::quiet_panics();
        let is_new = request.reason() == 0;
        Ok(Dial {
            handle: request.handle(),
            partner: Reference(0),
            zoom: 1.0,
            title: String::from(if is_new { "made" } else { "" }),
            angle: if is_new { 7 } else { 0 },
        })
    }
    fn encode(&self, coder: &mut Encoder) -> Result<(), Failure> {
        coder.put("zoom", &self.zoom.to_string())
    }
    fn interface(id: &str, context: *mut c_void) -> Option<Table> {
        match id {
            // SAFETY: the tables have the types of their interfaces.
            "org.example.turn/1" => Some(unsafe { Table::new(&TURN) }),
            "org.example.own/1" => Some(unsafe { Table::own(Own { turn, context }) }),
            _ => None,
        }
    }
    fn methods() -> Vec<Method<Self>> {
        vec![
            method("zoom", Dial::zoom),
            method("setZoom", Dial::set_zoom),
            method("joined", Dial::joined),
            method("widths", Dial::widths),
            method("many", |_: &Dial, a: u8, b: u16, c: u32, d: u64, e: f32, f: bool| {
                format!("{a} {b} {c} {d} {e} {f}")
            }),
            method("look", Dial::look),
            method("link", |dial: &mut Dial, partner: Reference| dial.partner = partner),
            method("partner", |dial: &Dial| dial.partner),
            method("title", |dial: &Dial| dial.title.clone()),
        ]
    }
    fn properties() -> Vec<Property<Self>> {
        vec![
            property("title", |dial: &Dial| dial.title.clone(), Dial::set_title)
                .after("angle")
                .sensitive(),
            // Not stored, because it is the default.
            property("angle", |dial: &Dial| dial.angle, |dial: &mut Dial, angle: i32| {
                dial.angle = angle
            })
            .defaulting_to("7")
            .omitting_default(),
        ]
    }
}

/// The interface "org.example.turn/1": turns the dial, and returns whether it turned.
#[repr(C)]
struct Turn {
    turn: extern "C" fn(*mut c_void, f64) -> bool,
}

/// The interface "org.example.own/1": as above, for one object.
#[repr(C)]
struct Own {
    turn: extern "C" fn(*mut c_void, f64) -> bool,
    context: *mut c_void,
}

static TURN: Turn = Turn { turn };

extern "C" fn turn(object: *mut c_void, zoom: f64) -> bool {
    // SAFETY: the host passes the object of the class that offers the table.
    unsafe {
        restoration::with_object(object, |dial: &mut Dial| {
            if zoom.is_nan() {
                std::panic::panic_any(5);
            }
            dial.set_zoom(zoom)
        })
    }
    .is_ok()
}

impl Dial {
    fn set_title(&mut self, title: String) -> Result<(), Failure> {
        if self.angle != 7 {
            return Err("the angle comes first".into());
        }
        self.title = title;
        Ok(())
    }
    fn zoom(&self) -> f64 {
        self.zoom
    }
    fn set_zoom(&mut self, zoom: f64) -> Result<(), Failure> {
        if zoom <= 0.0 {
            return Err("There is no such zoom".into());
        }
        if zoom > 100.0 {
            panic!("too near");
        }
        self.zoom = zoom;
        Host::invalidate(self.handle);
        Ok(())
    }
    fn joined(&self, first: String, second: Option<String>) -> Option<String> {
        second.map(|second| format!("{first}+{second}"))
    }
    fn widths(&self, a: i8, b: i16, c: i32, d: i64) -> i64 {
        i64::from(a) + i64::from(b) + i64::from(c) + d
    }
    /// Makes the program search its objects, and meanwhile call a method of this one.
    fn look(&mut self) -> bool {
        Host::find(&["Peek", "Child"]).is_some()
    }
}

restoration_plugin! {
    id: "org.example.dial", version: "1.0.0",
    manifest: include_str!("restoration-plugin.json"),
    classes: [restoration::class::<Dial>("Dial", 1)],
}
