public import RestorationKit

/// Checks that a restoration class restores its objects as they were, and that no archive can harm
/// them.
///
/// The class is a type, a `RestorationClass`, or a class of a plugin. ``PluginConformance`` runs
/// these and many more checks on a plugin, without a host.
///
/// ```swift
/// @Test func `comes back whatever its state looks like`() {
///     let report = RestorationClassConformance.check(Editor.self) { $0.type("Half a sentence") }
///     #expect(report.hasPassed, "\(report)")
/// }
/// ```
public enum RestorationClassConformance {
    /// Runs all checks on a class of the host, each on a new object below a root.
    ///
    /// Decoding may fail for values that the class did not write. A crash ends the test, too.
    ///
    /// - Parameters:
    ///   - type: The class.
    ///   - schemaVersion: The class's registered version.
    ///   - olderStates: For each older version, an example of its state. The class must restore it,
    ///     and restore the migrated state after a relaunch.
    ///   - parameters: The parameters for a new object.
    ///   - prepare: Gives a new object state worth preserving. It may remove the data that the
    ///     object came with, so that the restore is deferred, too.
    ///   - deliver: Delivers the data of a deferred object. The checks look at the object
    ///     afterwards, and ask again for a new one.
    public static func check<Object: RestorableObject>(
        _ type: Object.Type,
        schemaVersion: Int = 1,
        olderStates: [Int: [String: RestorationValue]] = [:],
        parameters: [String: RestorationValue] = [:],
        prepare: @escaping (Object) throws -> Void = { _ in },
        deliver: @escaping () throws -> Void = {}
    ) -> ConformanceReport {
        let checked = CheckedClass { session in
            session.register(Object.self, as: "Object", schemaVersion: schemaVersion)
            return try session.restorationClass(named: "Object", plugin: nil)
        }
        return check(checked, olderStates, parameters, deliver) { object in
            guard let object = object as? Object else {
                throw Nonconformance("the class made an object of another class")
            }
            try prepare(object)
        }
    }

    /// Runs all checks on the host's own restoration class, such as one that asks a factory or
    /// returns an existing object.
    ///
    /// ```swift
    /// let report = RestorationClassConformance.check { SheetFactory() }
    /// ```
    ///
    /// - Parameters:
    ///   - makeClass: Makes the class of each launch.
    ///   - olderStates: As for a type.
    ///   - parameters: As for a type.
    ///   - prepare: Gives a new object state worth preserving.
    ///   - deliver: As for a type.
    public static func check(
        _ makeClass: @escaping () throws -> any RestorationClass,
        olderStates: [Int: [String: RestorationValue]] = [:],
        parameters: [String: RestorationValue] = [:],
        prepare: @escaping (any Restorable) throws -> Void = { _ in },
        deliver: @escaping () throws -> Void = {}
    ) -> ConformanceReport {
        let checked = CheckedClass { session in
            let restorationClass = try makeClass()
            session.register(restorationClass)
            return restorationClass
        }
        return check(checked, olderStates, parameters, deliver, prepare)
    }

    /// Runs all checks on a plugin's class, in any language, through the plugin interface.
    ///
    /// ```swift
    /// let report = RestorationClassConformance.check(
    ///     "Note", ofPlugin: "org.example.notes", in: ["build/plugins"],
    ///     application: "org.example.desk"
    /// )
    /// ```
    ///
    /// - Parameters:
    ///   - name: The class name in the manifest.
    ///   - plugin: The plugin's identifier.
    ///   - directories: The directories of its library.
    ///   - application: An application id from its manifest.
    ///   - olderStates: As for a type.
    ///   - parameters: As for a type.
    ///   - prepare: Gives a new object state worth preserving, such as by calling a method.
    ///   - deliver: As for a type.
    public static func check(
        _ name: String,
        ofPlugin plugin: String,
        in directories: [String],
        application: String,
        olderStates: [Int: [String: RestorationValue]] = [:],
        parameters: [String: RestorationValue] = [:],
        prepare: @escaping (any Restorable) throws -> Void = { _ in },
        deliver: @escaping () throws -> Void = {}
    ) -> ConformanceReport {
        let checked = CheckedClass(
            application: application,
            configure: { $0.pluginDirectories = directories }
        ) { session in
            try session.restorationClass(named: name, plugin: plugin)
        }
        return check(checked, olderStates, parameters, deliver, prepare)
    }

    private static func check(
        _ checked: CheckedClass,
        _ olderStates: [Int: [String: RestorationValue]],
        _ parameters: [String: RestorationValue],
        _ deliver: @escaping () throws -> Void,
        _ prepare: @escaping (any Restorable) throws -> Void
    ) -> ConformanceReport {
        ConformanceCheck.report(ClassSubject.checks) { _ in
            ClassSubject(
                checked: checked,
                olderStates: olderStates,
                parameters: parameters,
                prepare: prepare,
                deliver: { _ in try deliver() }
            )
        }
    }
}
