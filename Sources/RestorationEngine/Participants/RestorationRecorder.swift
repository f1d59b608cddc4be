package import RestorationCore

/// Stands beside a restore: hears whose code is about to run, before it does, and may keep an
/// object out of it.
package protocol RestorationRecorder: AnyObject {
    /// The code that a step names is about to run.
    ///
    /// - Throws: Why it must not. An object that is not to be created, or not to decode, is treated
    ///   as if it had failed to: its state is retained.
    func willRun(_ step: RestorationStep) throws

    /// It has returned, or thrown.
    func didRun(_ step: RestorationStep)

    /// Why the application's own record is kept from the delegate, if it is: the delegate is asked
    /// and told all the same, with an empty coder.
    var objectionToApplicationState: Diagnosis? { get }

    /// The restoration window opens: from now on a crash counts as one of the restore. Comes before
    /// anybody's code runs, and once more before that of an object that is restored late.
    func restorationWindowDidOpen()

    /// The window is closed: the restore and all that went on after it is complete or took too
    /// long, or the program ends properly.
    func restorationWindowDidClose()

    /// The program has come up: it does what has come up in its event loop, saves, or ends
    /// properly.
    func launchDidSucceed()
}

extension RestorationRecorder {
    /// None.
    package var objectionToApplicationState: Diagnosis? { nil }
    /// Does nothing.
    package func restorationWindowDidOpen() {}
    /// Does nothing.
    package func restorationWindowDidClose() {}
    /// Does nothing.
    package func launchDidSucceed() {}
}

/// One call into the code of an object, of its restoration class or of the delegate.
package struct RestorationStep {
    /// What the code is asked for.
    package enum Stage: String, Hashable, Sendable, CaseIterable {
        /// The delegate is asked or told.
        case delegate
        /// The class of the object is looked for in its plugin, which is loaded for that if it is
        /// the first.
        case load
        /// The object is looked for or created.
        case create
        /// The object decodes its state.
        case decode
        /// The object takes back its children, or what it presents.
        case attach
        /// The object hears that the restore is finished.
        case finish
    }

    package let stage: Stage
    package let archive: ArchiveReader
    /// The number of the object's record in the archive that is being restored; 0 for the delegate.
    package let record: Int

    init(_ stage: Stage, record number: Int, of archive: ArchiveReader) {
        self.stage = stage
        record = number
        self.archive = archive
    }

    /// Whose code it is; `nil` for the delegate. Made when it is asked for: O(depth).
    package var path: RestorationPath? {
        let node = archive.records[record].path
        return node == ArchiveRecord.none ? nil : archive.path(of: node)
    }
    /// The restoration class that the record names.
    package var className: String? { archive.string(archive.records[record].className) }
    /// The plugin of that class; `nil` for the host's own.
    package var plugin: String? { archive.string(pluginNumber) }
    /// The plugin as the archive numbers it, to be compared.
    package var pluginNumber: UInt32 { archive.records[record].plugin }
}

extension RestorationStep {
    /// Lets somebody's code run, if the recorder has nothing against it.
    static func run<Result>(
        _ stage: Stage,
        _ number: Int,
        of archive: ArchiveReader,
        _ recorder: (any RestorationRecorder)?,
        _ body: () throws -> Result
    ) throws -> Result {
        guard let recorder else { return try body() }
        let step = RestorationStep(stage, record: number, of: archive)
        try recorder.willRun(step)
        defer { recorder.didRun(step) }
        return try body()
    }
}

/// What a recorder throws for an object that is to be left alone: nothing was tried, and nothing is
/// known of it.
package struct KeptOut: DiagnosedError {
    package let diagnosis: Diagnosis
    package init(_ reason: Diagnosis) { diagnosis = reason }
}
