public import RestorationKit

/// Checks that a container holds its given children, and restores them according to its
/// arrangement.
///
/// ```swift
/// @Test func `brings its screens back`() {
///     let report = ContainerConformance.check { Stack("Stack") }
///     #expect(report.hasPassed, "\(report)")
/// }
/// ```
public enum ContainerConformance {
    /// Runs all checks, each on new containers, with children that conform only to `Restorable`.
    ///
    /// - Parameter makeContainer: Makes an empty container, with the same identifier every time.
    public static func check<Container: RestorableContainer>(
        _ makeContainer: @escaping () -> Container
    ) -> ConformanceReport {
        let checks = ContainerSubject<Container>.holding + ContainerSubject<Container>.comingBack
        return ConformanceCheck.report(checks) { _ in ContainerSubject(make: makeContainer) }
    }
}

struct ContainerSubject<Container: RestorableContainer> {
    let make: () -> Container

    func program() -> TestProgram<Container> {
        TestProgram { session in
            session.register(ContainedObject.self, as: "Contained")
            let container = make()
            session.addRoot(container)
            return container
        }
    }

    /// A launch whose container has children that their class can restore.
    func launched(_ names: [String]) throws -> TestLaunch<Container> {
        let launch = try program().launch()
        let container = launch.graph
        var slots: [RestorationSlot] = []
        for (position, name) in names.enumerated() {
            let made = try launch.session.make(name, under: container, className: "Contained")
            (made as? ContainedObject)?.text = "\(position)"
            slots.append(RestorationSlot(made))
        }
        container.attachRestored(slots, selecting: nil)
        return launch
    }

    /// "name text" of each child, in order.
    static func contents(_ container: Container) -> [String] {
        container.restorationSlots.map { slot in
            guard let child = slot.child as? ContainedObject else { return "another object" }
            return "\(child.restorationIdentifier ?? "") \(child.text)"
        }
    }
}

final class ContainedObject: RestorableObject {
    let restorationIdentifier: String?
    var text = ""

    init(_ identifier: String) { restorationIdentifier = identifier }
    init(_ request: CreationRequest) { restorationIdentifier = request.identifier }

    func encodeRestorableState(with coder: RestorationCoder) { coder.encode(text, forKey: "text") }
    func decodeRestorableState(with coder: RestorationCoder) throws {
        text = try coder.decode(String.self, forKey: "text") ?? ""
    }
}
