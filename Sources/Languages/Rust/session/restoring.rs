//! Restoring, making and finding objects.

use super::*;

impl Session {
    /// Restores the saved state. Call it once, when the roots are added, even if nothing was saved:
    /// until then nothing is saved. Objects that were not restored are not an error: see the
    /// report.
    pub fn restore(&self) -> Result<Report, Error> {
        self.restore_because(Reason::Launch)
    }

    pub fn restore_because(&self, reason: Reason) -> Result<Report, Error> {
        self.check(|raw| unsafe { ffi::restoration_session_restore(raw, reason as u32) })?;
        self.report()
    }

    /// Makes a new object, which the next launch recreates in the same way. `parent` may be
    /// `Reference::NONE`. The type of the result selects the class:
    ///
    /// ```ignore
    /// let note: Reference = session.make(&desk, "Note")?; // plugins' routes choose its class
    /// let page: Live<Page> = session.make(&desk, "Page")?; // of the program's class for `Page`
    /// ```
    ///
    /// It lives until the next durable save, and longer if a living object then refers to it or
    /// contains it, or the program holds it. In a callback, use `Host::make`.
    ///
    /// `Status::Declined` if its class declines; `Status::NotYet` if it cannot create it yet.
    pub fn make<M: Made>(
        &self,
        parent: impl Into<Reference>,
        identifier: &str,
    ) -> Result<M, Error> {
        self.make_with(parent, identifier, |_| Ok(()))
    }

    /// As `make`. `parameters` stores what `create` reads.
    pub fn make_with<M: Made>(
        &self,
        parent: impl Into<Reference>,
        identifier: &str,
        mut parameters: impl FnMut(&mut Encoder) -> Result<(), Failure>,
    ) -> Result<M, Error> {
        type Write<'a> = &'a mut dyn FnMut(&mut Encoder) -> Result<(), Failure>;
        extern "C" fn write(context: *mut c_void, coder: *mut Coder) -> plugin::Status {
            // SAFETY: `context` is passed below, and valid during that call.
            let body = unsafe { &mut *context.cast::<Write>() };
            guarded(|| body(&mut Encoder { coder, lent: PhantomData }))
        }
        let class = match M::type_id() {
            None => None,
            Some(id) => Some(self.class_of(id).ok_or_else(|| wrong_class(identifier))?.0),
        };
        let (class, name) = (optional(class.as_deref())?, terminated(identifier)?);
        let (parent, mut made) = (parent.into().0, 0);
        let mut body: Write = &mut parameters;
        let context = std::ptr::addr_of_mut!(body).cast();
        self.check(|raw| unsafe {
            let (class, name) = (pointer(&class), name.as_ptr());
            ffi::restoration_session_make(raw, parent, name, class, write, context, &mut made)
        })?;
        M::of(Reference(made)).ok_or_else(|| wrong_class(identifier))
    }

    /// Renames an object that was made, restored by its class or registered. `Status::Taken` if
    /// another object has the path.
    pub fn rename(&self, object: impl Into<Reference>, identifier: &str) -> Result<(), Error> {
        let (object, identifier) = (object.into().0, terminated(identifier)?);
        self.check(|raw| unsafe {
            ffi::restoration_session_rename(raw, object, identifier.as_ptr())
        })
    }

    /// Moves an object that `rename` accepts below another one, or to the top with
    /// `Reference::NONE`. Needed only for an object that no shape contains.
    pub fn move_object(
        &self,
        object: impl Into<Reference>,
        parent: impl Into<Reference>,
    ) -> Result<(), Error> {
        let (object, parent) = (object.into().0, parent.into().0);
        self.check(|raw| unsafe { ffi::restoration_session_move(raw, object, parent) })
    }

    /// The live object at a path such as "Desk/Note". `Status::Absent` if there is none.
    pub fn find(&self, path: &str) -> Result<Reference, Error> {
        let path = terminated(path)?;
        let mut found = 0;
        self.check(|raw| unsafe { ffi::restoration_session_find(raw, path.as_ptr(), &mut found) })?;
        Ok(Reference(found))
    }

    /// Restores the deferred state of an object that can apply it now, or of an owner that has
    /// loaded its elements. Does nothing without deferred state. An error if state cannot be
    /// applied; it is then retained.
    pub fn apply_awaited(&self, object: impl Into<Reference>) -> Result<(), Error> {
        let object = object.into().0;
        self.check(|raw| unsafe { ffi::restoration_session_apply_awaited(raw, object) })
    }

    /// A handle of the session for other threads.
    pub fn notifier(&self) -> Notifier {
        Notifier { session: self.raw as usize }
    }

    /// Reports that the data of an object has arrived, after `Failure::NotYet`: see `Notifier`.
    pub fn arrived(&self, object: impl Into<Reference>) -> Result<(), Error> {
        self.notifier().arrived(object)
    }
}
