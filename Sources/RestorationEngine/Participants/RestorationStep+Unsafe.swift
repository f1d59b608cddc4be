package import RestorationCore

/// One call into the code of an object, of its restoration class or of the delegate.
@safe package struct RestorationStep {
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
    // Invariant: a step is made by `run` alone, whose caller holds the archive until the step is
    // over. There are three for each object, and each would count the archive's references.
    private unowned(unsafe) let unretained: ArchiveReader
    /// The number of the object's record in the archive that is being restored; 0 for the delegate.
    package let record: Int

    private init(_ stage: Stage, record number: Int, of archive: ArchiveReader) {
        self.stage = stage
        record = number
        unsafe unretained = archive
    }

    /// What is being restored. Ends with the step unless somebody else holds it.
    package var archive: ArchiveReader { unsafe unretained }
    /// Whose code it is; `nil` for the delegate. Made when it is asked for: O(depth).
    package var path: RestorationPath? {
        let node = archive.records[record].path
        return node == ArchiveRecord.none ? nil : archive.path(of: node)
    }
    /// The restoration class that the record names.
    package var className: String? { archive.string(archive.records[record].className) }
    /// The plugin that the record names; `nil` for the host's own. Another one may have its state
    /// by now.
    package var plugin: String? { archive.string(archive.records[record].plugin) }

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
