//! The desk of the README in Rust. Its arguments name the items.

mod restoration;
mod session;

use restoration::{Decoder, Encoder, Failure, Object, Reference};
use session::{Error, Session};

#[derive(Default)]
struct Desk {
    starts: i64,
    items: Vec<Reference>,
}

impl Object for Desk {
    fn encode(&self, coder: &mut Encoder) -> Result<(), Failure> {
        coder.put("starts", &self.starts)?;
        coder.put("items", &self.items)
    }
    fn decode(&mut self, coder: &mut Decoder) -> Result<(), Failure> {
        coder.read("starts", &mut self.starts)?;
        coder.read("items", &mut self.items)
    }
}

fn main() -> Result<(), Error> {
    let session = Session::open("org.example.desk")?;
    let desk = session.add_root("Desk", Desk::default())?;
    print!("{}", session.restore()?);
    desk.change(|desk| desk.starts += 1);
    println!("Start number {}", desk.borrow().starts);
    session.preserve()?;
    if desk.borrow().items.is_empty() {
        for name in std::env::args().skip(1) {
            match session.make(&desk, &name) {
                Ok(item) => desk.change(|desk| desk.items.push(item)),
                Err(error) => println!("{error}"),
            }
        }
    }
    println!("{} items on the desk", desk.borrow().items.len());
    session.preserve().map(drop)
}
