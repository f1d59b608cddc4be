//! Takes over the state of another plugin's tallies. The library has the class and the converter;
//! with `--cfg class` or `--cfg converter`, only the one named.

mod restoration;

use restoration::{Decoder, Encoder, Failure, Object, Request};

struct Heir {
    note: String,
}

impl Object for Heir {
    fn create(_: &Request) -> Result<Self, Failure> {
        Ok(Heir { note: String::new() })
    }
    fn encode(&self, coder: &mut Encoder) -> Result<(), Failure> {
        coder.put("note", &self.note)
    }
    fn decode(&mut self, coder: &mut Decoder) -> Result<(), Failure> {
        self.note = coder.get("note")?.unwrap_or_default();
        Ok(())
    }
}

fn heir_from_tally(state: &mut Decoder, converted: &mut Encoder) -> Result<(), Failure> {
    match state.get::<String>("draft")?.as_deref() {
        Some("fail") => Err("it does not like the draft".into()),
        Some("panic") => panic!("no draft"),
        _ => {
            converted.put_copy("colour", state, "colour")?; // no tally has one
            converted.put_copy("note", state, "draft")
        }
    }
}

#[cfg(not(any(class, converter)))]
restoration_plugin! {
    id: "org.example.heir", version: "1.0.0",
    manifest: include_str!("restoration-plugin.json"),
    classes: [restoration::class::<Heir>("Heir", 1)],
    converters: [restoration::converter("HeirFromTally", heir_from_tally)],
}

#[cfg(class)]
restoration_plugin! {
    id: "org.example.heir", version: "1.0.0",
    manifest: include_str!("restoration-plugin.json"),
    classes: [restoration::class::<Heir>("Heir", 1)],
}

#[cfg(converter)]
restoration_plugin! {
    id: "org.example.heir-converters", version: "1.0.0",
    manifest: include_str!("restoration-plugin.json"),
    converters: [restoration::converter("HeirFromTally", heir_from_tally)],
}
