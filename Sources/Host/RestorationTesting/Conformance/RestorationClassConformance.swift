public import RestorationKit

/// Checks that the objects of a restoration class come back as they were, and that nothing found in
/// an archive harms them: of a type, of a `RestorationClass`, or of a class of a plugin. Of a
/// plugin, ``PluginConformance`` checks the same and much more, and needs no host.
///
/// ```swift
/// @Test func `comes back whatever its state looks like`() {
///     let report = RestorationClassConformance.check(Editor.self) { $0.type("Half a sentence") }
///     #expect(report.hasPassed, "\(report)")
/// }
/// ```
public enum RestorationClassConformance {
    /// Runs all checks on a class of the host, each on an object of its own that is alone below a
    /// root.
    ///
    /// State that is not as the class wrote it may make decoding fail; what it must not do is end
    /// the program, which then ends the test, too.
    ///
    /// - Parameters:
    ///   - type: The class.
    ///   - schemaVersion: What the class is registered with.
    ///   - olderStates: For each older version, by its number, an example of what it stored. The
    ///     class must restore it, and from then on be what it has made of it.
    ///   - parameters: What the class needs to make a new object.
    ///   - prepare: Gives a new object state that is worth preserving. It may take the data away
    ///     that the object has come with: then what is restored is late, too.
    ///   - deliver: Lets the data arrive that the class has said "not yet" for. Such a class is
    ///     judged by what comes then. Called for a new object, too, which is then asked for again.
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
                throw Nonconformance("the class made another object than one of its own")
            }
            try prepare(object)
        }
    }

    /// Runs all checks on a restoration class of the host's own making: one that asks a factory, or
    /// returns what exists already.
    ///
    /// ```swift
    /// let report = RestorationClassConformance.check { SheetFactory() }
    /// ```
    ///
    /// - Parameters:
    ///   - makeClass: Makes the class of each launch.
    ///   - olderStates: As for a type.
    ///   - parameters: What the class needs to make a new object.
    ///   - prepare: Gives a new object state that is worth preserving.
    ///   - deliver: Lets data arrive, as for a type.
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

    /// Runs all checks on a class of a plugin, in whatever language: its library is loaded, and its
    /// objects are created, encode and decode through the plugin interface.
    ///
    /// ```swift
    /// let report = RestorationClassConformance.check(
    ///     "Note", ofPlugin: "org.example.notes", in: ["build/plugins"],
    ///     application: "org.example.desk"
    /// )
    /// ```
    ///
    /// - Parameters:
    ///   - name: The class, as the manifest has it.
    ///   - plugin: The identifier of the plugin.
    ///   - directories: Where its library is.
    ///   - application: One that its manifest names.
    ///   - olderStates: As for a type.
    ///   - parameters: What the class needs to make a new object.
    ///   - prepare: Gives a new object state that is worth preserving, such as by calling a method.
    ///   - deliver: Lets data arrive, as for a type.
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
