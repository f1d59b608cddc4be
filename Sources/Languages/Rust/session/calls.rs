//! Interfaces, methods, properties, plugins, and recovery after a crash.

use super::*;

impl Session {
    /// The table of an interface of any object, and the first argument for its functions, by
    /// versioned id. `None` if the object does not have it.
    pub fn interface(
        &self,
        object: impl Into<Reference>,
        id: &str,
    ) -> Result<Option<(*const c_void, *mut c_void)>, Error> {
        let (object, id) = (object.into().0, terminated(id)?);
        let (mut table, mut pointer) = (null(), null_mut());
        match self.check(|raw| unsafe {
            ffi::restoration_session_interface(
                raw,
                object,
                id.as_ptr(),
                &mut table,
                &mut pointer,
            )
        }) {
            Ok(()) => Ok(Some((table, pointer))),
            Err(error) if error.status == Status::Unsupported => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Offers an interface of the program to its plugins. The table is never freed.
    pub fn offer(&self, id: &str, table: Table) -> Result<(), Error> {
        let id = terminated(id)?;
        let address = Box::leak(Box::new(table)).address();
        self.check(|raw| unsafe { ffi::restoration_session_offer(raw, id.as_ptr(), address) })
    }

    /// Calls a method by name, and returns its first result, `Scalar::Null` for a method without:
    ///
    /// ```ignore
    /// session.call(map, "setZoom", &[2.5.into()])?;
    /// ```
    ///
    /// `Status::Absent` without such a method; `Status::Mismatch` if the arguments do not fit.
    pub fn call(
        &self,
        object: impl Into<Reference>,
        method: &str,
        arguments: &[Scalar],
    ) -> Result<Scalar, Error> {
        let (object, method) = (object.into().0, terminated(method)?);
        let arguments: Vec<Value> = arguments.iter().map(Scalar::lent).collect();
        let (list, count) = (arguments.as_ptr(), arguments.len() as u64);
        let mut result = Value::wanted(plugin::KIND_NULL);
        self.check(|raw| unsafe {
            let method = method.as_ptr();
            ffi::restoration_session_call(raw, object, method, list, count, &mut result)
        })?;
        // SAFETY: the session's texts are valid until its next call. They are copied here.
        Ok(unsafe { Scalar::copied(&result) })
    }

    /// Reads a property of an object by key. Errors as for `call`.
    pub fn property(&self, object: impl Into<Reference>, key: &str) -> Result<Scalar, Error> {
        let (object, key) = (object.into().0, terminated(key)?);
        let mut value = Value::wanted(plugin::KIND_NULL);
        self.check(|raw| unsafe {
            ffi::restoration_session_get_property(raw, object, key.as_ptr(), &mut value)
        })?;
        // SAFETY: as above.
        Ok(unsafe { Scalar::copied(&value) })
    }

    /// Writes a property of an object by key, and reports the change.
    pub fn set_property(
        &self,
        object: impl Into<Reference>,
        key: &str,
        value: impl Into<Scalar>,
    ) -> Result<(), Error> {
        let (object, key, value) = (object.into().0, terminated(key)?, value.into());
        let lent = value.lent();
        self.check(|raw| unsafe {
            ffi::restoration_session_set_property(raw, object, key.as_ptr(), &lent)
        })
    }

    // MARK: Plugins

    /// Searches for plugins again, after some were installed or updated, and restores their
    /// objects.
    pub fn plugins_changed(&self) -> Result<(), Error> {
        self.check(|raw| unsafe { ffi::restoration_session_plugins_changed(raw) })
    }

    /// Replaces the loaded build of a plugin by the one in the plugin directories.
    pub fn reload_plugin(&self, plugin: &str) -> Result<(), Error> {
        let plugin = terminated(plugin)?;
        self.check(|raw| unsafe { ffi::restoration_session_reload_plugin(raw, plugin.as_ptr()) })
    }

    /// Chooses a plugin where several have equally specific routes. `None` means all.
    pub fn pin(
        &self,
        plugin: &str,
        class_name: Option<&str>,
        route: Option<&str>,
    ) -> Result<(), Error> {
        let (plugin, class, route) =
            (terminated(plugin)?, optional(class_name)?, optional(route)?);
        self.check(|raw| unsafe {
            ffi::restoration_session_pin(raw, plugin.as_ptr(), pointer(&class), pointer(&route))
        })
    }

    /// The ids of the plugins that were found.
    pub fn plugins(&self) -> Result<Vec<String>, Error> {
        self.texts(|raw, list| unsafe { ffi::restoration_session_plugins(raw, list) })
    }

    /// Plugins that cannot be used, one text each, with the reason.
    pub fn plugin_faults(&self) -> Result<Vec<String>, Error> {
        self.texts(|raw, list| unsafe { ffi::restoration_session_plugin_faults(raw, list) })
    }

    // MARK: After a crash

    /// Restores objects again that were left out after crashes.
    pub fn retry_objects_set_aside(&self) -> Result<(), Error> {
        self.check(|raw| unsafe { ffi::restoration_session_retry_objects_set_aside(raw) })
    }

    /// Restarts the hang timer of the running callback. Call it about once a second in slow work.
    pub fn report_progress(&self) -> Result<(), Error> {
        self.check(|raw| unsafe { ffi::restoration_session_report_progress(raw) })
    }

    /// Announces that restoring continues after the restore, until `complete_window`.
    pub fn extend_window(&self) -> Result<(), Error> {
        self.check(|raw| unsafe { ffi::restoration_session_extend_window(raw) })
    }

    pub fn complete_window(&self) -> Result<(), Error> {
        self.check(|raw| unsafe { ffi::restoration_session_complete_window(raw) })
    }
}
