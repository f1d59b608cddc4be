//! A plugin in Rust whose object is a stack of others.

mod restoration;

use restoration::{method, Children, Failure, Handle, Host, Method, Object, Reference};
use restoration::{Request, Shape};

struct Shelf {
    handle: Handle,
    books: Vec<Reference>,
}

impl Shelf {
    fn push(&mut self, title: String) -> Result<(), Failure> {
        let book = Host::make(self.handle, &title, |_| Ok(()))?;
        self.books.push(Reference(book));
        Host::invalidate(self.handle);
        Ok(())
    }

    fn pop(&mut self) {
        self.books.pop();
        Host::invalidate(self.handle);
    }

    fn count(&self) -> u64 {
        self.books.len() as u64
    }

    fn top(&self) -> Reference {
        self.books.last().copied().unwrap_or_default()
    }
}

impl Object for Shelf {
    fn create(request: &Request) -> Result<Self, Failure> {
        Ok(Shelf { handle: request.handle(), books: Vec::new() })
    }
    fn shape() -> Option<Shape<Self>> {
        let children = |shelf: &Self| shelf.books.iter().copied().collect();
        let attach = |shelf: &mut Self, children: Children| shelf.books = children.references();
        Some(Shape::new().stack(children, attach))
    }
    fn methods() -> Vec<Method<Self>> {
        vec![
            method("push", Shelf::push),
            method("pop", Shelf::pop),
            method("count", Shelf::count),
            method("top", Shelf::top),
        ]
    }
}

struct Book;

impl Object for Book {
    fn create(_: &Request) -> Result<Self, Failure> {
        Ok(Book)
    }
}

restoration_plugin! {
    id: "org.example.shelf", version: "1.0.0",
    manifest: r#"{"manifest": 1, "id": "org.example.shelf", "version": "1.0.0", "abi": "0.3",
        "applications": ["org.example.checks"],
        "classes": [{"id": "Shelf", "version": 1, "routes": ["Desk/Shelf"]},
                    {"id": "Book", "version": 1, "routes": ["Desk/Shelf/*"]}]}"#,
    classes: [restoration::class::<Shelf>("Shelf", 1), restoration::class::<Book>("Book", 1)],
}
