//! Reports, plans and the outcomes of saves.

use super::*;

impl Session {
    /// The current outcome of every object.
    pub fn report(&self) -> Result<Report, Error> {
        self.result(
            |raw, report| unsafe { ffi::restoration_session_report(raw, report) },
            |report| unsafe { Report::new(report) },
        )
    }

    /// The plan of the next restore.
    pub fn plan(&self) -> Result<Plan, Error> {
        self.result(
            |raw, plan| unsafe { ffi::restoration_session_plan(raw, plan) },
            |plan| unsafe { Plan::new(plan) },
        )
    }

    /// The outcome of the last save that ended. `Status::Absent` before the first.
    pub fn last_save(&self) -> Result<Save, Error> {
        self.result(
            |raw, save| unsafe { ffi::restoration_session_last_save(raw, save) },
            |save| unsafe { Save::new(save) },
        )
    }

    /// How the previous launch ended.
    pub fn previous_launch(&self) -> Result<PreviousLaunch, Error> {
        self.result(
            |raw, launch| unsafe { ffi::restoration_session_previous_launch(raw, launch) },
            |launch| PreviousLaunch {
                ending: Ending::of(launch.ending),
                problem: unsafe { text(launch.problem) },
                plugin: unsafe { text(launch.plugin) },
            },
        )
    }

    /// Describes an object.
    pub fn describe(&self, object: impl Into<Reference>) -> Result<Description, Error> {
        let object = object.into().0;
        self.result(
            |raw, found| unsafe { ffi::restoration_session_describe(raw, object, found) },
            |found| unsafe {
                Description {
                    path: text(found.path),
                    class_id: text(found.class_id),
                    plugin: text(found.plugin),
                    is_unavailable: found.flags & 1 != 0,
                    is_awaited: found.flags & 2 != 0,
                    is_lent: found.flags & 4 != 0,
                    reason: note(found.problem, found.place, found.remedy),
                }
            },
        )
    }

    /// The saved scopes of the roots with one identifier. Build a root for each before the restore.
    pub fn scopes(&self, identifier: &str) -> Result<Vec<String>, Error> {
        let identifier = terminated(identifier)?;
        self.texts(|raw, list| unsafe {
            ffi::restoration_session_scopes(raw, identifier.as_ptr(), list)
        })
    }

    pub(super) fn texts(
        &self,
        body: impl FnOnce(*mut ffi::Session, *mut *mut ffi::Texts) -> plugin::Status,
    ) -> Result<Vec<String>, Error> {
        // SAFETY: the list has `count` texts.
        self.result(body, |list| {
            let texts = (0..list.count as usize).map(|index| unsafe { *list.texts.add(index) });
            texts.map(|each| unsafe { text(each) }).collect()
        })
    }

    /// Copies a result of the library, and frees it.
    fn result<C, R>(
        &self,
        body: impl FnOnce(*mut ffi::Session, *mut *mut C) -> plugin::Status,
        copy: impl FnOnce(&C) -> R,
    ) -> Result<R, Error> {
        let mut block = null_mut();
        self.check(|raw| body(raw, &mut block))?;
        // SAFETY: a result of a successful call, which lives until it is freed.
        let copied = copy(unsafe { &*block });
        unsafe { ffi::restoration_free(block.cast()) };
        Ok(copied)
    }
}

/// SAFETY: `list` has `count` pointers.
unsafe fn pointees<'a, T: 'a>(list: *const *const T, count: u64) -> impl Iterator<Item = &'a T> {
    (0..count as usize).map(move |index| unsafe { &**list.add(index) })
}

/// SAFETY: as above.
unsafe fn notes(list: *const *const ffi::Note, count: u64) -> Vec<Note> {
    let notes = unsafe { pointees(list, count) };
    notes.filter_map(|each| unsafe { note(each.problem, each.place, each.remedy) }).collect()
}

numbered! {
    /// The outcome of one object in a restore: see `Docs/RestoreReport.md`.
    Outcome, Retained;
    Restored = 1, Migrated = 2, Created = 3, Skipped = 4, Retained = 5, Awaited = 6, Missing = 7,
    Lost = 8,
}

numbered! {
    /// The decision of a plan about one object, or about the whole archive.
    Decision, None;
    None = 0, Restore = 1, Migrate = 2, Retain = 3, SetAside = 4, Skip = 5, ProgramDecides = 6,
}

numbered! {
    /// The end of the previous launch.
    Ending, Ordinary;
    Ordinary = 0, Crash = 1, Hang = 2, Interrupted = 3,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&format!("{self:?}").to_lowercase())
    }
}

/// One object in a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportEntry {
    pub path: String,
    pub outcome: Outcome,
    /// Only if the outcome differs from the plan.
    pub planned: Option<Decision>,
    /// "" for an object that the program builds.
    pub class_id: String,
    /// "" for the program's own classes.
    pub plugin: String,
    pub reason: Option<Note>,
    /// The time that its plugin took.
    pub time: Duration,
}

impl fmt::Display for ReportEntry {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.outcome)?;
        self.reason.as_ref().map_or(Ok(()), |reason| {
            let place = if reason.place == self.path { "" } else { &reason.place };
            write!(f, ": {}", Note { place: place.into(), ..reason.clone() })
        })
    }
}

/// The outcome of a restore, including deferred objects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The restored generation; 0 for none.
    pub generation: u64,
    /// Seconds since 1970; 0 for none.
    pub saved_at: i64,
    /// The version of the program that saved.
    pub application_version: String,
    /// Parents before children.
    pub entries: Vec<ReportEntry>,
    /// Remarks about the whole.
    pub notes: Vec<Note>,
    /// The report as JSON.
    pub json: String,
}

/// A line for each object that was not restored.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.not_restored().try_for_each(|object| writeln!(f, "{object}"))
    }
}

impl Report {
    /// SAFETY: a report of the library.
    pub(super) unsafe fn new(report: &ffi::Report) -> Report {
        let entry = |entry: &ffi::Entry| unsafe {
            ReportEntry {
                path: text(entry.path),
                outcome: Outcome::of(entry.outcome),
                planned: (entry.planned != 0).then(|| Decision::of(entry.planned)),
                class_id: text(entry.class_id),
                plugin: text(entry.plugin),
                reason: note(entry.problem, entry.place, entry.remedy),
                time: Duration::from_nanos(entry.nanoseconds),
            }
        };
        unsafe {
            Report {
                generation: report.generation,
                saved_at: report.saved_at,
                application_version: text(report.application_version),
                entries: pointees(report.entries, report.entry_count).map(entry).collect(),
                notes: notes(report.notes, report.note_count),
                json: owned(ffi::restoration_report_json(report)),
            }
        }
    }

    /// The objects that do not have their state, and why.
    pub fn not_restored(&self) -> impl Iterator<Item = &ReportEntry> {
        use Outcome::{Migrated, Restored};
        self.entries.iter().filter(|entry| !matches!(entry.outcome, Restored | Migrated))
    }
}

/// SAFETY: a text of the library, or null.
pub(super) unsafe fn owned(json: *mut c_char) -> String {
    let copied = unsafe { text(json) };
    unsafe { ffi::restoration_free(json.cast()) };
    copied
}

/// One object in a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanEntry {
    pub path: String,
    pub decision: Decision,
    pub class_id: String,
    pub plugin: String,
    pub reason: Option<Note>,
    /// The schema version of the saved state; 0 for none.
    pub recorded_version: u32,
    pub size_in_bytes: u64,
}

/// The intended actions of a restore, before any object's code runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// About the whole archive.
    pub decision: Decision,
    pub reason: Option<Note>,
    pub generation: u64,
    pub saved_at: i64,
    pub application_version: String,
    pub entries: Vec<PlanEntry>,
    pub notes: Vec<Note>,
    /// The plan as JSON.
    pub json: String,
}

impl Plan {
    /// SAFETY: a plan of the library.
    pub(super) unsafe fn new(plan: &ffi::Plan) -> Plan {
        let entry = |entry: &ffi::Entry| unsafe {
            PlanEntry {
                path: text(entry.path),
                decision: Decision::of(entry.planned),
                class_id: text(entry.class_id),
                plugin: text(entry.plugin),
                reason: note(entry.problem, entry.place, entry.remedy),
                recorded_version: entry.recorded_version,
                size_in_bytes: entry.size_in_bytes,
            }
        };
        unsafe {
            Plan {
                decision: Decision::of(plan.decision),
                reason: note(plan.problem, plan.place, plan.remedy),
                generation: plan.generation,
                saved_at: plan.saved_at,
                application_version: text(plan.application_version),
                entries: pointees(plan.entries, plan.entry_count).map(entry).collect(),
                notes: notes(plan.notes, plan.note_count),
                json: owned(ffi::restoration_plan_json(plan)),
            }
        }
    }
}

/// The outcome of a save.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Save {
    /// Why the state is not durable; `None` if it is.
    pub failure: Option<Error>,
    /// 0 if nothing was captured.
    pub generation: u64,
    pub object_count: u64,
    pub size_in_bytes: u64,
    /// Objects that were left out, and why.
    pub issues: Vec<Note>,
    /// Repairs of the store.
    pub notes: Vec<Note>,
    /// The outcome as JSON.
    pub json: String,
}

impl Save {
    /// SAFETY: an outcome of the library.
    pub(super) unsafe fn new(save: &ffi::Save) -> Save {
        unsafe {
            let note = || note(save.problem, save.place, save.remedy).unwrap_or_default();
            let failure = Status::failure(save.status);
            Save {
                failure: failure.map(|status| Error { status, note: note() }),
                generation: save.generation,
                object_count: save.object_count,
                size_in_bytes: save.size_in_bytes,
                issues: notes(save.issues, save.issue_count),
                notes: notes(save.notes, save.note_count),
                json: owned(ffi::restoration_save_json(save)),
            }
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreviousLaunch {
    pub ending: Ending,
    /// Names the callback and its object; "" for an ordinary ending.
    pub problem: String,
    /// "" for the program's own code.
    pub plugin: String,
}

/// Facts about one object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    pub path: String,
    pub class_id: String,
    pub plugin: String,
    /// It could not be restored: the handle is a stand-in's.
    pub is_unavailable: bool,
    /// It, or its state, is expected in this launch.
    pub is_awaited: bool,
    pub is_lent: bool,
    /// Why it does not have its saved state.
    pub reason: Option<Note>,
}
