//! An object whose getter and setter return statuses that only `create` and `decode` may return.

mod restoration;

use restoration::{
    method, property, Failure, Handle, Host, Method, Object, Property, Request,
};

struct Late {
    handle: Handle,
    text: String,
}

impl Object for Late {
    fn create(request: &Request) -> Result<Self, Failure> {
        let text = request.parameters().get("text")?.unwrap_or_default();
        Ok(Late { handle: request.handle(), text })
    }
    fn methods() -> Vec<Method<Self>> {
        vec![method("become", Late::become_text), method("text", Late::text)]
    }
    fn properties() -> Vec<Property<Self>> {
        vec![property("text", Late::text, Late::set_text)]
    }
}

impl Late {
    fn become_text(&mut self, text: String) {
        self.text = text;
        Host::invalidate(self.handle);
    }
    fn text(&self) -> Result<String, Failure> {
        match self.text.as_str() {
            "get later" => Err(Failure::NotYet),
            "get never" => Err(Failure::Declined),
            text => Ok(text.to_string()),
        }
    }
    fn set_text(&mut self, text: String) -> Result<(), Failure> {
        match text.as_str() {
            "set later" => return Err(Failure::NotYet),
            "set never" => return Err(Failure::Declined),
            _ => self.text = text,
        }
        Ok(())
    }
}

restoration_plugin! {
    id: "org.example.late", version: "1.0.0",
    manifest: include_str!("restoration-plugin.json"),
    classes: [restoration::class::<Late>("Late", 1)],
}
