import RestorationCore
import RestorationKit
import RestorationStorage
import TestSupport
import Testing

@Suite struct `References of a plugin's object` {
    private let program: ContractProgram

    init() throws {
        program = try ContractProgram()
        try ContractPlugin.compile("carrier", into: program.plugins)
        try program.installSwiftSample()
    }

    /// Saves two objects of a plugin. "Holder" refers to "Target", which fails to decode in the
    /// restore of a desktop session.
    private func save(as language: CarrierLanguage) throws {
        let (frame, _) = try HostCarrier.base()
        let launch = try CorpusLaunch(program, frame: frame)
        try launch.session.restore()
        let (holder, target) = (try HostCarrier.make(), try HostCarrier.make())
        frame.state = [("holder", .reference(holder))]
        holder.state = [("target", .reference(target))]
        target.state = [("fragile", .single(.bool(true)))]
        for (object, name) in [(holder, "Holder"), (target, "Target")] {
            launch.record(
                CorpusGraph.Node(
                    object: object,
                    identifier: RestorationIdentifier(name)!,
                    parent: frame,
                    language: language
                )
            )
        }
        _ = try launch.end()
    }

    @Test(arguments: [CarrierLanguage.swiftPlugin, .cPlugin])
    func `survive when their target fails to decode and ends`(
        in language: CarrierLanguage
    ) throws {
        try save(as: language)

        let launch = try CorpusLaunch(program, frame: HostCarrier.base().frame)
        let report = try launch.session.restore(reason: .session)
        #expect(report.notRestored.map { "\($0.path)" } == ["Frame/Target"])
        _ = try launch.end()

        let holder = try program.saved().first { $0.path == "Frame/Holder" }
        #expect(holder?.references == ["Frame/Target"])
    }
}
