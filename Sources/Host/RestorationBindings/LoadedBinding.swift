internal import RestorationCore
internal import RestorationDiscovery
internal import RestorationInvocation
internal import RestorationPlugins

/// A binding with loaded libraries and resolved calls. Belongs to one session.
final class LoadedBinding {
    let identifier: String
    let context: PluginContext
    let bound: BoundTable
    /// In file order: the first that fits an object is its class.
    let classes: [BindingClass]
    private let kind: CallRunner?
    private let common: BindingCommon
    /// The classes that may fit, by an object's kinds, up to the first certain one.
    private var candidates: [String: [BindingClass]] = [:]

    /// - Throws: ``BindingError`` if the library is too old, or lacks functions that all classes
    ///   need.
    init(
        _ document: BindingDocument,
        file: String,
        library: BindingLibrary,
        context: PluginContext,
        bound: BoundTable
    ) throws {
        identifier = document.manifest.identifier.rawValue
        self.context = context
        self.bound = bound
        try Self.check(document, file, library)
        func prepare(_ calls: CallSequence) throws(InvocationError) -> CallRunner {
            try CallRunner(calls, functions: library.function)
        }
        do {
            kind = if let calls = document.kind { try prepare(calls) } else { nil }
            let failureMessage: CallRunner? =
                if let calls = document.failureMessage { try prepare(calls) } else { nil }
            common = BindingCommon(identifier, context, bound, failureMessage)
        } catch {
            throw BindingError.bindingCallFailed(Self.fault(document, error))
        }
        var classes: [BindingClass] = []
        for declared in document.classes {
            let listed = document.manifest.classes.first { $0.name == declared.name }
            guard let listed else { continue }
            let notes = RecordedCalls(of: identifier, context)
            let missing = declared.functions.filter { library.function($0) == nil }.sorted()
            do {
                let calls =
                    missing.isEmpty
                    ? try BoundCalls(declared) { (calls) throws(InvocationError) in
                        try CallRunner(calls, functions: library.function, notes: notes)
                    } : nil
                let shortfall = BindingShortfall(
                    binding: identifier,
                    file: file,
                    libraries: document.libraries,
                    className: declared.name,
                    missing: missing,
                    version: nil
                )
                let found = BindingClass(listed, declared, common, calls, shortfall)
                classes.append(found)
                common.failureMessages[declared.name] = calls?.failureMessage
                if let fault = found.fault { common.report(fault) }
            } catch {
                throw BindingError.bindingCallFailed(Self.fault(document, error, declared.name))
            }
        }
        self.classes = classes
        for found in classes { found.binding = self }
    }

    private static func check(
        _ document: BindingDocument,
        _ file: String,
        _ library: BindingLibrary
    ) throws {
        let common =
            [document.kind, document.failureMessage, document.requirement.version?.get]
            .compactMap(\.self)
        let needed = common.reduce(into: Set(document.requirement.symbols)) {
            $0.formUnion($1.functions)
        }
        let isUsable = needed.allSatisfy { library.function($0) != nil }
        var version: BindingShortfall.Version?
        if let least = document.requirement.version,
            least.get.functions.allSatisfy({ library.function($0) != nil })
        {
            do {
                let found = try least.found(in: library)
                if !least.isMet(by: found) { version = .init(found: found, needed: least.least) }
            } catch {
                throw BindingError.bindingCallFailed(fault(document, error))
            }
        }
        let ofClasses = document.classes.map(\.functions)
        let isNoneLeft = ofClasses.allSatisfy { functions in
            functions.contains { library.function($0) == nil }
        }
        guard !isUsable || version != nil || isNoneLeft else { return }
        let missing = ofClasses.reduce(into: needed) { $0.formUnion($1) }
            .filter { library.function($0) == nil }
        throw BindingError.bindingShortfall(
            BindingShortfall(
                binding: document.manifest.identifier.rawValue,
                file: file,
                libraries: document.libraries,
                className: nil,
                missing: missing.sorted(),
                version: version
            )
        )
    }

    private static func fault(
        _ document: BindingDocument,
        _ error: any Error,
        _ className: String = ""
    ) -> BindingCallFailure {
        let failure = error as? CallRunner.Failure
        return BindingCallFailure(
            binding: document.manifest.identifier.rawValue,
            className: className,
            path: "",
            key: nil,
            action: .connect,
            function: failure?.function,
            reason: failure?.problem ?? "\(error)",
            message: nil
        )
    }

    // MARK: Classes

    /// The class that fits an object, even an unusable one.
    func boundClass(of address: UInt) -> BindingClass? {
        candidates(ofKinds: kindText(of: address)).first { $0.fits(address) }
    }

    /// - Parameter text: A kind and its ancestors, one a line.
    private func candidates(ofKinds text: String) -> [BindingClass] {
        if let known = candidates[text] { return known }
        let certain = Self.lines(text).lazy.compactMap { name in
            self.classes.firstIndex { $0.isKind(name) }
        }.first
        let found = classes.indices.filter { number in
            if let certain, number >= certain { return number == certain }
            return classes[number].asksCalls
        }.map { classes[$0] }
        candidates[text] = found
        return found
    }

    /// The kind of an object and the kind's ancestors, as far as the library reports them.
    func kinds(of address: UInt) -> [String] { Self.lines(kindText(of: address)) }

    private func kindText(of address: UInt) -> String {
        guard let kind else { return "" }
        do throws(CallRunner.Failure) {
            if case .string(let text?) = try kind.value(of: address) { return text }
        } catch {
            common.reportOnce(error, .classify, about: address)
        }
        return ""
    }

    private static func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map { String($0) }
    }
}

extension BindingClass {
    fileprivate func isKind(_ name: String) -> Bool {
        if case .kinds(let kinds)? = match { kinds.contains(name) } else { false }
    }

    fileprivate var asksCalls: Bool { if case .calls? = match { true } else { false } }
}

extension BindingDocument.MinimumVersion {
    fileprivate func found(in library: BindingLibrary) throws -> String {
        let runner = try CallRunner(get, functions: library.function)
        return try runner.results().map { value in
            switch value {
            case .integer(let number): "\(number)"
            case .unsigned(let number): "\(number)"
            case .string(let text?): text
            default: "0"
            }
        }
        .joined(separator: ".")
    }
}

extension BindingDocument.Class {
    fileprivate var functions: Set<String> {
        sequences.reduce(into: []) { $0.formUnion($1.functions) }
    }
}
