//! A tally: named counts, and a line that the user is typing. The host asks for it at Desk/Tally.

mod restoration;

use restoration::{Decoder, Encoder, Failure, Object, Request};
use std::collections::BTreeMap;

struct Tally {
    counts: BTreeMap<String, i64>,
    draft: String,
}

impl Object for Tally {
    fn create(request: &Request) -> Result<Self, Failure> {
        let draft = request.parameters().get("draft")?.unwrap_or_default();
        Ok(Tally { counts: BTreeMap::new(), draft })
    }

    fn encode(&self, coder: &mut Encoder) -> Result<(), Failure> {
        coder.put("counts", &self.counts)?;
        coder.put("draft", &self.draft)?;
        coder.mark_sensitive("draft")
    }

    fn decode(&mut self, coder: &mut Decoder) -> Result<(), Failure> {
        self.counts = coder.get("counts")?.unwrap_or_default();
        self.draft = coder.get("draft")?.unwrap_or_default();
        Ok(())
    }

    const MIGRATION: Option<restoration::Migration> = Some(migrate);
}

/// Version 1 had a single count.
fn migrate(from: u32, state: &mut Decoder, migrated: &mut Encoder) -> Result<(), Failure> {
    if from == 1 {
        let total: i64 = state.get("count")?.unwrap_or_default();
        migrated.put("counts", &BTreeMap::from([("total".to_string(), total)]))?;
    }
    Ok(())
}

restoration_plugin! {
    id: "org.example.tally.rust", version: "1.0.0",
    manifest: include_str!("restoration-plugin.json"),
    classes: [restoration::class::<Tally>("Tally", 2)],
}
