//! The options of a session.

use super::*;

/// The treatment of failures: see `Docs/RestorePolicy.md`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Preset {
    /// A failure costs as little as possible.
    #[default]
    Granular = 0,
    /// As in UIKit. The session saves only on request.
    UIKit = 1,
}

/// A session's settings: `Options { preset: Preset::UIKit, ..Options::default() }`. `None` is the
/// default, and `Duration::MAX` for ever.
#[derive(Clone, Default)]
pub struct Options {
    pub preset: Preset,
    /// Changes are not saved automatically.
    pub saves_on_request: bool,
    /// Takes no lock, saves and restores nothing.
    pub without_state: bool,
    /// Saves also report objects that nothing references.
    pub audits_saves: bool,
    /// Accepts plugins that serve every application.
    pub accepts_any_plugin: bool,
    /// Sets aside state from before a reboot.
    pub expires_at_restart: bool,
    /// For development: no crash costs any state.
    pub keeps_state: bool,
    /// `restorectl plugin dev` may reload plugins.
    pub accepts_reloads: bool,
    /// Fatal signals are not recorded.
    pub ignores_fatal_signals: bool,
    /// One directory for all files of the session, with its key.
    pub private_directory: Option<PathBuf>,
    pub state_directory: Option<PathBuf>,
    pub key_directory: Option<PathBuf>,
    /// Directories searched for plugins before all others.
    pub plugin_directories: Vec<PathBuf>,
    /// Stored with the state.
    pub application_version: Option<String>,
    /// The longest time before a change is saved: one second by default.
    pub autosave_interval: Option<Duration>,
    /// How long a callback may run before it counts as hung: ten seconds by default.
    pub hang_deadline: Option<Duration>,
    /// How long the session waits for objects that said "not yet": 30 seconds by default.
    pub arrival_limit: Option<Duration>,
    /// The age above which state is set aside.
    pub maximum_age: Option<Duration>,
    /// See `Session::set_delegate`. This delegate also receives log lines of the opening.
    pub delegate: Option<Rc<dyn Delegate>>,
}

impl Options {
    fn flags(&self) -> u32 {
        let flags = [
            self.saves_on_request,
            self.without_state,
            self.audits_saves,
            self.accepts_any_plugin,
            self.expires_at_restart,
            self.keeps_state,
            self.accepts_reloads,
            self.ignores_fatal_signals,
        ];
        flags.iter().enumerate().map(|(bit, &is_set)| u32::from(is_set) << bit).sum()
    }
}

/// In milliseconds; 0 is the default.
fn milliseconds(duration: Option<Duration>) -> u64 {
    match duration {
        None => 0,
        Some(Duration::MAX) => u64::MAX,
        Some(duration) => u64::try_from(duration.as_millis()).unwrap_or(u64::MAX).max(1),
    }
}

/// Options in C, and the memory to which they point.
pub(super) struct LentOptions {
    pub(super) table: ffi::Options,
    _texts: Vec<CString>,
    _directories: Vec<*const c_char>,
}

impl LentOptions {
    pub(super) fn new(options: &Options, callbacks: *const ffi::Callbacks) -> Result<LentOptions, Error> {
        let mut texts = Vec::new();
        let mut lend = |text: CString| {
            // The text's bytes stay in place when the list grows.
            let address = text.as_ptr();
            texts.push(text);
            address
        };
        let mut path = |path: Option<&Path>| -> Result<*const c_char, Error> {
            path.map_or(Ok(null()), |path| Ok(lend(terminated(path.as_os_str().as_bytes())?)))
        };
        let private_directory = path(options.private_directory.as_deref())?;
        let state_directory = path(options.state_directory.as_deref())?;
        let key_directory = path(options.key_directory.as_deref())?;
        let directories = options.plugin_directories.iter().map(|each| path(Some(each)));
        let directories = directories.collect::<Result<Vec<_>, _>>()?;
        let version = optional(options.application_version.as_deref())?;
        let application_version = version.map_or(null(), lend);
        let table = ffi::Options {
            struct_size: size_of::<ffi::Options>() as u32,
            preset: options.preset as u32,
            flags: options.flags(),
            reserved: 0,
            instance: null(),
            remote: null(),
            person: null(),
            private_directory,
            state_directory,
            key_directory,
            plugin_directories: directories.as_ptr(),
            plugin_directory_count: directories.len() as u64,
            application_version,
            autosave_milliseconds: milliseconds(options.autosave_interval),
            hang_milliseconds: milliseconds(options.hang_deadline),
            arrival_milliseconds: milliseconds(options.arrival_limit),
            maximum_age_seconds: options.maximum_age.map_or(0, |age| age.as_secs().max(1)),
            callbacks,
        };
        Ok(LentOptions { table, _texts: texts, _directories: directories })
    }
}
