//! A plugin in Rust for the hosts of ../README.md.

mod restoration;

use restoration::{method, property, Failure, Handle, Host, Method, Object};
use restoration::{Property, Request};

struct Dial {
    handle: Handle,
    zoom: f64,
}

impl Dial {
    fn set_zoom(&mut self, zoom: f64) {
        self.zoom = zoom;
        Host::invalidate(self.handle);
    }
}

impl Object for Dial {
    fn create(request: &Request) -> Result<Self, Failure> {
        Ok(Dial { handle: request.handle(), zoom: 1.0 })
    }
    fn methods() -> Vec<Method<Self>> {
        vec![
            method("zoom", |dial: &Dial| dial.zoom),
            method("setZoom", |dial: &mut Dial, zoom: f64| dial.set_zoom(zoom)),
        ]
    }
    fn properties() -> Vec<Property<Self>> {
        vec![property("zoom", |dial: &Dial| dial.zoom, |dial: &mut Dial, zoom: f64| {
            dial.set_zoom(zoom)
        })]
    }
}

restoration_plugin! {
    id: "org.example.dial.rust", version: "1.0.0",
    manifest: r#"{"manifest": 1, "id": "org.example.dial.rust", "version": "1.0.0", "abi": "0.3",
        "applications": ["org.example.app", "org.example.desk"],
        "classes": [{"id": "DialRust", "version": 1, "routes": ["Frame/DialRust", "Desk/DialRust"]}]}"#,
    classes: [restoration::class::<Dial>("DialRust", 1)],
}
