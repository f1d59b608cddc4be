internal import CRestorationSession
internal import Logging
internal import RestorationCore
internal import RestorationKit
internal import RestorationPostgreSQL
internal import RestorationStorage

extension RestorationOptions {
    /// Reads the options of a program in C. Their sizes are already checked.
    ///
    /// - Parameter given: `nil` for the defaults.
    /// - Throws: ``Refusal``.
    init(_ given: UnsafePointer<restoration_options>?, _ log: ProgramLog) throws {
        guard let given = unsafe given?.pointee else {
            self.init()
            return
        }
        let isStrict = unsafe given.preset == UInt32(RESTORATION_PRESET_UIKIT)
        guard unsafe isStrict || given.preset == UInt32(RESTORATION_PRESET_GRANULAR) else {
            throw Refusal(
                Status.invalid,
                unsafe "The options name an unknown preset, \(given.preset)",
                remedy: "Set preset to RESTORATION_PRESET_GRANULAR or RESTORATION_PRESET_UIKIT."
            )
        }
        guard unsafe given.instance == nil else {
            throw Refusal(
                Status.unsupported,
                "The option instance is reserved for a later version",
                remedy: "Leave it null."
            )
        }
        self.init(preset: isStrict ? .uikit : .granular)
        privateDirectory = unsafe try text(given.private_directory, "private_directory")
        stateDirectory = unsafe try text(given.state_directory, "state_directory")
        if let keys = unsafe try text(given.key_directory, "key_directory") {
            keyProvider = FileKeyProvider(directory: keys)
        }
        if let connection = unsafe try text(given.remote, "remote") {
            remote = try PostgreSQLStore(connection)
        }
        person = unsafe try text(given.person, "person")
        applicationVersion = unsafe try text(given.application_version, "application_version")
        for index in 0..<Int(clamping: unsafe given.plugin_directory_count) {
            let directory = unsafe given.plugin_directories?[index]
            guard let path = unsafe try text(directory, "plugin_directories") else {
                throw Refusal(
                    Status.invalid,
                    "A directory of the options is null",
                    at: "plugin_directories",
                    remedy: "Pass as many directories as plugin_directory_count says."
                )
            }
            pluginDirectories.append(path)
        }
        let flags = unsafe Int(given.flags)
        func has(_ flag: Int) -> Bool { flags & flag != 0 }
        if has(RESTORATION_OPTION_SAVES_ON_REQUEST) { savesAutomatically = false }
        usesStoredState = !has(RESTORATION_OPTION_WITHOUT_STATE)
        auditsSaves = has(RESTORATION_OPTION_AUDITS_SAVES)
        acceptsPluginsForAnyApplication = has(RESTORATION_OPTION_ANY_PLUGIN)
        expiresAtRestart = has(RESTORATION_OPTION_EXPIRES_AT_RESTART)
        keepsStateForDevelopment = has(RESTORATION_OPTION_KEEPS_STATE)
        acceptsReloads = has(RESTORATION_OPTION_ACCEPTS_RELOADS)
        recordsFatalSignals = !has(RESTORATION_OPTION_IGNORES_FATAL_SIGNALS)
        if let interval = Duration(unsafe given.autosave_milliseconds) {
            autosaveInterval = interval
        }
        hangDeadline = .limit(unsafe given.hang_milliseconds, hangDeadline)
        arrivalLimit = .limit(unsafe given.arrival_milliseconds, arrivalLimit)
        let age = unsafe given.maximum_age_seconds
        if age > 0 { maximumAge = .seconds(Int64(clamping: age)) }
        if unsafe given.callbacks?.pointee.log != nil {
            logger = Logger(label: "RestorationKit", factory: { _ in ProgramLogHandler(log) })
        }
    }
}

extension Duration {
    /// `nil` for 0.
    fileprivate init?(_ milliseconds: UInt64) {
        guard milliseconds > 0 else { return nil }
        self = .milliseconds(Int64(clamping: milliseconds))
    }

    /// The default for 0, and no limit for the largest number.
    fileprivate static func limit(_ milliseconds: UInt64, _ other: Duration?) -> Duration? {
        milliseconds == .max ? nil : Duration(milliseconds) ?? other
    }
}

/// A copy of a text of the program; `nil` for null.
///
/// - Throws: ``Refusal`` if it is not UTF-8.
func text(_ text: UnsafePointer<CChar>?, _ field: String) throws(Refusal) -> String? {
    guard let text = unsafe text else { return nil }
    guard let copy = unsafe String(validatingCString: text) else {
        throw Refusal(
            Status.invalid,
            "A text is not UTF-8",
            at: field,
            remedy: "Pass UTF-8 with a terminating NUL."
        )
    }
    return copy
}

/// A copy of a required text.
func required(_ given: UnsafePointer<CChar>?, _ field: String) throws(Refusal) -> String {
    unsafe try text(given, field) ?? ""
}
