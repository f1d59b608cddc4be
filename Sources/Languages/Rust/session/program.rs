//! The objects and classes of the program.

use super::*;

impl Session {
    /// Adds an object at which preservation starts. The program builds roots on every launch, with
    /// the same identifiers, before it restores.
    ///
    /// `Status::Invalid` for a bad identifier.
    pub fn add_root<T: Object>(&self, identifier: &str, object: T) -> Result<Live<T>, Error> {
        self.lend(identifier, object, |raw, identifier, class, object, handle| unsafe {
            ffi::restoration_session_add_root(raw, identifier, class, object, handle)
        })
    }

    /// Adds one root of several with equal identifiers, such as windows. `scope` distinguishes
    /// them.
    pub fn add_scoped_root<T: Object>(
        &self,
        identifier: &str,
        scope: &str,
        object: T,
    ) -> Result<Live<T>, Error> {
        let scope = terminated(scope)?;
        self.lend(identifier, object, |raw, identifier, class, object, handle| unsafe {
            let scope = scope.as_ptr();
            ffi::restoration_session_add_scoped_root(raw, identifier, scope, class, object, handle)
        })
    }

    /// Adds an object that the program builds on every launch below `parent`. It is preserved if
    /// the parent contains it by its shape, or encodes a reference to it.
    pub fn add_child<T: Object>(
        &self,
        parent: impl Into<Reference>,
        identifier: &str,
        object: T,
    ) -> Result<Live<T>, Error> {
        let parent = parent.into().0;
        self.lend(identifier, object, |raw, identifier, class, object, handle| unsafe {
            ffi::restoration_session_add_child(raw, parent, identifier, class, object, handle)
        })
    }

    /// Adds an object, which need not be a child, under an identifier, so that others can refer to
    /// it. It is preserved if a preserved object refers to it. `parent`, or `Reference::NONE`,
    /// gives its path a prefix.
    pub fn register_object<T: Object>(
        &self,
        parent: impl Into<Reference>,
        identifier: &str,
        object: T,
    ) -> Result<Live<T>, Error> {
        let parent = parent.into().0;
        self.lend(identifier, object, |raw, identifier, class, object, handle| unsafe {
            ffi::restoration_session_register_object(raw, parent, identifier, class, object, handle)
        })
    }

    pub(super) fn class_of(&self, id: TypeId) -> Option<(String, u32)> {
        self.classes.borrow().get(&id).cloned()
    }

    fn lend<T: Object>(
        &self,
        identifier: &str,
        object: T,
        lend: impl FnOnce(
            *mut ffi::Session,
            *const c_char,
            *const plugin::Class,
            *mut c_void,
            *mut plugin::Handle,
        ) -> plugin::Status,
    ) -> Result<Live<T>, Error> {
        let class = self.class_of(TypeId::of::<T>());
        let (id, version) = class.unwrap_or((identifier.into(), 1));
        let table = class_table::<T>(&id, version);
        let identifier = terminated(identifier)?;
        let held = Rc::new(Held::new(object, 0));
        let address = Rc::as_ptr(&held) as *mut c_void;
        let mut handle = 0;
        self.check(|raw| lend(raw, identifier.as_ptr(), table, address, &mut handle))?;
        held.handle.set(handle);
        let object = held.object.clone();
        keep(held, Some(self.raw));
        Ok(Live { object, handle: Reference(handle).typed() })
    }

    /// Makes an object a root: one that was made without a parent, or adopted.
    pub fn use_as_root(
        &self,
        object: impl Into<Reference>,
        scope: Option<&str>,
    ) -> Result<(), Error> {
        let (object, scope) = (object.into().0, optional(scope)?);
        self.check(|raw| unsafe {
            ffi::restoration_session_use_as_root(raw, object, pointer(&scope))
        })
    }

    /// Lends an object of a C library to a binding, which reads and writes its state.
    ///
    /// # Safety
    ///
    /// The object is of the binding's library, and lives until it is forgotten or the session is
    /// closed.
    pub unsafe fn adopt(
        &self,
        binding: &str,
        class_name: Option<&str>,
        identifier: Option<&str>,
        object: *mut c_void,
    ) -> Result<Reference, Error> {
        let binding = terminated(binding)?;
        let (class, identifier) = (optional(class_name)?, optional(identifier)?);
        let (class, identifier) = (pointer(&class), pointer(&identifier));
        let mut handle = 0;
        self.check(|raw| unsafe {
            let binding = binding.as_ptr();
            ffi::restoration_session_adopt(raw, binding, class, identifier, object, &mut handle)
        })?;
        Ok(Reference(handle))
    }

    /// Removes an object of the program from the session: its state ends at the next save, as when
    /// the user closes a window. `Status::Invalid` for an object that a class created.
    pub fn forget(&self, object: impl Into<Reference>) -> Result<(), Error> {
        let object = object.into().0;
        self.check(|raw| unsafe { ffi::restoration_session_forget(raw, object) })?;
        let_go(object);
        Ok(())
    }

    /// Keeps an object of a class alive without a reference to it.
    pub fn hold(&self, object: impl Into<Reference>) -> Result<Hold, Error> {
        let object = object.into();
        self.check(|raw| unsafe { ffi::restoration_session_hold(raw, object.0) })?;
        Ok(Hold { session: self.raw, object })
    }

    // MARK: Classes

    /// Registers a class, so that restores and `make` create its objects. A class replaces an
    /// earlier one with the same id. An object that the program adds has the registered class of
    /// its type, or else a class with its identifier as the id and schema version 1.
    pub fn add_class<T: Object>(&self, id: &str, schema_version: u32) -> Result<(), Error> {
        let table = class_table::<T>(id, schema_version);
        self.check(|raw| unsafe { ffi::restoration_session_add_class(raw, table) })?;
        self.classes.borrow_mut().insert(TypeId::of::<T>(), (id.into(), schema_version));
        Ok(())
    }

    /// Declares a former id of a class, for older archives.
    pub fn alias_class(&self, former_id: &str, id: &str) -> Result<(), Error> {
        let (former, id) = (terminated(former_id)?, terminated(id)?);
        self.check(|raw| unsafe {
            ffi::restoration_session_alias_class(raw, former.as_ptr(), id.as_ptr())
        })
    }

    /// Declares a former path of an object, such as "Tabs/Games" for "Tabs/Matches". Before the
    /// restore.
    pub fn alias_path(&self, former_path: &str, path: &str) -> Result<(), Error> {
        let (former, path) = (terminated(former_path)?, terminated(path)?);
        self.check(|raw| unsafe {
            ffi::restoration_session_alias_path(raw, former.as_ptr(), path.as_ptr())
        })
    }
}
