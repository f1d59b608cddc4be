//! An object that makes its first child, of its own class, when it is new.

mod restoration;

use restoration::{
    method, Decoder, Encoder, Failure, Handle, Host, Method, Object, Reference, Request,
};

struct Nest {
    handle: Handle,
    answer: String,
    is_inner: bool,
    times_made: i32,
    inner: Option<Reference>,
}

impl Object for Nest {
    fn create(request: &Request) -> Result<Self, Failure> {
        if request.path().last().map_or(false, |name| name == "Late") {
            return Err(Failure::NotYet);
        }
        Ok(Nest {
            handle: request.handle(),
            answer: request.parameters().get("answer")?.unwrap_or_default(),
            is_inner: request.path().len() > 2,
            times_made: 0,
            inner: None,
        })
    }
    fn made(&mut self) -> Result<(), Failure> {
        self.times_made += 1;
        if self.is_inner {
            return Ok(());
        }
        self.inner = Some(Reference(Host::make(self.handle, "Inner", |_| Ok(()))?));
        match self.answer.as_str() {
            "child later" => Host::make(self.handle, "Late", |_| Ok(())).map(|_| ()),
            "fail" => Err("There are no twigs".into()),
            "later" => Err(Failure::NotYet),
            "never" => Err(Failure::Declined),
            _ => Ok(()),
        }
    }
    fn encode(&self, coder: &mut Encoder) -> Result<(), Failure> {
        coder.put("inner", &self.inner)
    }
    fn decode(&mut self, coder: &mut Decoder) -> Result<(), Failure> {
        self.inner = coder.get("inner")?;
        Ok(())
    }
    fn methods() -> Vec<Method<Self>> {
        vec![method("timesMade", Nest::times_made), method("children", Nest::children)]
    }
}

impl Nest {
    fn times_made(&self) -> i32 {
        self.times_made
    }
    fn children(&self) -> i32 {
        Host::children(self.handle).len() as i32
    }
}

restoration_plugin! {
    id: "org.example.nest", version: "1.0.0",
    manifest: include_str!("restoration-plugin.json"),
    classes: [restoration::class::<Nest>("Nest", 1)],
}
