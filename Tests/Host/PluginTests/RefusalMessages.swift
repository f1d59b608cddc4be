@testable import RestorationCore
@testable import RestorationDiscovery
@testable import RestorationPlugins

/// All refusals of a plugin that a host can produce, with `…` for the variable parts.
///
/// The functions below switch over every case, so the compiler reports new ones. Add an example of
/// each new case, too.
enum RefusalMessages {
    static let all: [Diagnosis] =
        (discovery + manifests + needs).map(\.diagnosis)
        + (loading + descriptors).map(\.diagnosis)

    private static let some = "…"
    private static let plugin = PluginIdentifier("org.example.some")!
    private static let version = ABIVersion(major: 7, minor: 0)

    private static func step(_ fault: TrustFault) -> UntrustedPathComponent {
        UntrustedPathComponent(path: some, fault: fault, kind: .directory)
    }

    private static let discovery: [DiscoveryError] =
        unreadable + untrusted + unusable + [
            .danglingLink(file: some, target: some),
            .relativeDirectory(some, source: some), .fileAsDirectory("…/libsome.so", source: some),
            .invalidDirectoryName(some, source: some),
            .noManifest(file: some),
            .sidecarWithoutLibrary(file: some),
            .invalidName(file: some),
            .abiMismatch(
                plugin: plugin,
                file: some,
                needed: ABIRange(version),
                host: .supportedByHost
            ),
            .noEntryPoint(file: some),
        ]

    private static let unreadable: [DiscoveryError] =
        [
            SystemError.notFound, .notADirectory, .isADirectory, .tooManyLinks, .tooManyFiles,
            .tooManyFilesInSystem, .noMemory, .nameTooLong, SystemError(code: 13),
        ]
        .map { .unreadable(file: some, $0) }

    private static let untrusted: [DiscoveryError] =
        [.foreignOwner(7), .writableByEveryone, .writableByGroup(7), .sharedDirectory]
        .map { .untrusted(step($0)) }

    private static let unusable: [DiscoveryError] = files.map {
        .notALibrary(file: some, $0)
    }

    private static let files: [ELFFault] = [
        .notRegular, .directory, .empty, .truncated, .incomplete, .notELF,
        .linkerScript(library: some), .thirtyTwoBit,
        .bigEndian, .otherMachine(7), .notShared(7), .malformedHeaders, .damagedDynamicTable,
        .repeatedHeader(kind: some), .repeatedEntry(tag: 7), .misplacedDynamicTable, .program,
        .executableStack(isDeclared: true), .executableStack(isDeclared: false), .writableCode,
        .textRelocations, .noteBeyondEnd, .notesTooLarge(sizeInBytes: 7),
        .manifestTooLarge(sizeInBytes: 7), .twoManifests,
    ]

    private static let manifests: [DiscoveryError] =
        (faults + texts.map { .notJSON($0) }
        + routes.map { .malformedRoute(RouteSyntaxError(offset: 7, reason: $0)) })
        .map { fault in
            .manifest(file: some, ManifestError(location: some, fault: fault, position: nil))
        }

    private static let faults: [ManifestError.Fault] = [
        .tooLarge(sizeInBytes: 7), .tooDeep, .repeatedKey, .missing, .misspelt(some, meant: some),
        .wrongKind(expected: some, found: some), .unknownFormat(7), .malformedIdentifier,
        .malformedApplication, .malformedVersion, .malformedABIVersion, .malformedInterface,
        .reversedABIRange, .empty, .malformedClassName, .repeatedClassName(some),
        .repeatedIdentifier(PluginIdentifier("org.example.some")!),
        .repeatedRoute(some, className: some), .repeatedConverter(some), .idleConverter,
        .outOfRange(7...8), .controlCharacter,
        .unknownRequirement, .widening, .unknownKey(meant: some), .unknownKey(meant: nil),
        .unknownClass(some),
    ]

    private static let texts: [JSONFault] = [
        .endsEarly, .notUTF8, .byteOrderMark, .noValue, .noKey, .noColon, .noComma(isObject: true),
        .noComma(isObject: false), .trailingComma, .comment, .beyondEnd, .controlCharacter,
        .malformedEscape, .halfCharacter, .malformedNumber,
    ]

    private static let routes: [RouteSyntaxError.Reason] = [
        .emptyComponent, .invalidIdentifier, .anyInsideComponent, .repeatedAny,
        .captureInsideComponent, .unmatchedBrace, .malformedCaptureName, .repeatedCapture,
        .discriminator, .danglingEscape,
    ]

    private static let needs: [DiscoveryError] = [
        .indefiniteRunPath(file: some, directory: some),
        .neededByPath(file: some, library: some),
        .untrustedRunPath(
            file: some,
            library: some,
            directory: some,
            step(.writableByEveryone)
        ),
        .sanitizerMissing(file: some, runtime: some), .replaced(file: some),
    ]

    private static let loading: [PluginError] =
        [
            .interfaceMissing(plugin: some, file: some, interface: some),
            .refused(file: some, message: some), .refused(file: some, message: nil),
        ] + libraries.map { .notLoadable(file: some, $0, message: some) }

    private static let libraries: [LibraryFault] = [
        .dependency(some, .missing), .symbolMissing(some), .symbolMissing("__asan_init"),
        .versionMissing(some, of: some), .refused(.mountedWithoutExecution),
        .refused(.staticThreadLocals), .refused(.memory), .refused(.descriptors),
        .refused(.policy), .refused(.unreadable(.permissionDenied)),
        .refused(.unreadable(.tooManyLinks)),
        .refused(.unreadable(SystemError(code: 5))), .other(some),
    ]

    private static let descriptors: [PluginError] = descriptorFaults.map {
        .descriptor(file: some, $0)
    }

    private static let descriptorFaults: [DescriptorFault] =
        [
            .tooSmall(structure: some, sizeInBytes: 0, needed: 7),
            .tooSmall(structure: some, sizeInBytes: 6, needed: 7), .compiledAgainst(version),
            .malformedText(field: some), .differs(field: some, found: some, manifest: some),
            .tooManyClasses(7), .nullClass, .missingClass(some),
            .missingFunction(some, className: some), .missingFunction("convert", className: some),
            .tooManyConverters(7), .nullConverter, .missingConverter(some),
            .tooManyProperties(7, className: some),
            .tooManyMethods(7, className: some),
        ] + properties.map { .property(some, $0) } + methods.map { .method(some, $0) }

    private static let problem = SignatureProblem(
        column: 7,
        found: some,
        expected: some,
        remedy: some,
        excerpt: ""
    )

    private static let properties: [PropertyFault] = [
        .null, .tooSmall(sizeInBytes: 0, needed: 7), .tooSmall(sizeInBytes: 6, needed: 7),
        .malformedKey, .repeatedKey, .unknownFlags(7), .missingFunction(.getter),
        .malformedSignature(.getter), .signature(.getter, problem),
        .shape(.getter, signature: some), .shape(.setter, signature: some),
        .typesDiffer(getter: some, setter: some), .unknownPredecessor(some, nearest: some),
        .unknownPredecessor(some, nearest: nil), .unknownPredecessor(nil, nearest: nil),
        .circularOrder([some, some]), .malformedDefault(type: some),
    ]

    private static let methods: [MethodFault] = [
        .null, .tooSmall(sizeInBytes: 0, needed: 7), .tooSmall(sizeInBytes: 6, needed: 7),
        .malformedName, .repeatedName, .unknownFlags(7), .missingFunction, .malformedSignature,
        .signature(problem), .noObject(signature: some), .type(some), .notCallable(some),
    ]
}

extension RefusalMessages {
    private static func isKnown(_ fault: ELFFault) {
        switch fault {
        case .notRegular, .directory, .empty, .truncated, .incomplete, .notELF, .linkerScript,
            .thirtyTwoBit, .bigEndian, .otherMachine, .notShared, .malformedHeaders,
            .damagedDynamicTable,
            .repeatedHeader, .repeatedEntry, .misplacedDynamicTable, .program, .executableStack,
            .writableCode, .textRelocations, .noteBeyondEnd, .notesTooLarge, .manifestTooLarge,
            .twoManifests:
            break
        }
    }

    private static func isKnown(_ fault: ManifestError.Fault) {
        switch fault {
        case .tooLarge, .notJSON, .tooDeep, .repeatedKey, .missing, .misspelt, .wrongKind,
            .unknownFormat, .malformedIdentifier, .malformedApplication, .malformedVersion,
            .malformedABIVersion, .malformedInterface, .reversedABIRange, .empty,
            .malformedClassName, .repeatedClassName, .repeatedIdentifier, .repeatedRoute,
            .repeatedConverter, .idleConverter, .outOfRange, .controlCharacter, .malformedRoute,
            .unknownRequirement, .widening, .unknownKey,
            .unknownClass:
            break
        // Refusals of bindings have their own page.
        case .binding: break
        }
    }

    private static func isKnown(_ fault: JSONFault) {
        switch fault {
        case .endsEarly, .notUTF8, .byteOrderMark, .noValue, .noKey, .noColon, .noComma,
            .trailingComma, .comment, .beyondEnd, .controlCharacter, .malformedEscape,
            .halfCharacter, .malformedNumber:
            break
        }
    }

    private static func isKnown(_ reason: RouteSyntaxError.Reason) {
        switch reason {
        case .emptyComponent, .invalidIdentifier, .anyInsideComponent, .repeatedAny,
            .captureInsideComponent, .unmatchedBrace, .malformedCaptureName, .repeatedCapture,
            .discriminator, .danglingEscape:
            break
        }
    }

    private static func isKnown(_ fault: TrustFault) {
        switch fault {
        case .foreignOwner, .writableByEveryone, .writableByGroup, .sharedDirectory: break
        }
    }

    private static func isKnown(_ fault: DescriptorFault) {
        switch fault {
        case .tooSmall, .compiledAgainst, .malformedText, .differs, .tooManyClasses, .nullClass,
            .missingClass, .missingFunction, .tooManyConverters, .nullConverter,
            .missingConverter, .tooManyProperties, .property, .tooManyMethods,
            .method:
            break
        }
    }

    private static func isKnown(_ fault: PropertyFault) {
        switch fault {
        case .null, .tooSmall, .malformedKey, .repeatedKey, .unknownFlags, .missingFunction,
            .malformedSignature, .signature, .shape, .typesDiffer, .unknownPredecessor,
            .circularOrder, .malformedDefault:
            break
        }
    }

    private static func isKnown(_ fault: MethodFault) {
        switch fault {
        case .null, .tooSmall, .malformedName, .repeatedName, .unknownFlags, .missingFunction,
            .malformedSignature, .signature, .noObject, .type, .notCallable:
            break
        }
    }

    private static func isKnown(_ error: DiscoveryError) {
        switch error {
        case .unreadable, .danglingLink, .untrusted, .relativeDirectory, .fileAsDirectory,
            .invalidDirectoryName, .notALibrary, .noManifest, .manifest, .sidecarWithoutLibrary,
            .invalidName, .abiMismatch, .indefiniteRunPath, .neededByPath, .untrustedRunPath,
            .sanitizerMissing, .replaced, .noEntryPoint:
            break
        // These refuse no plugin: it does not exist, or the host decides.
        case .pluginMissing, .takeoverContested, .pluginNotUsed, .classMissing: break
        }
    }

    private static func isKnown(_ fault: LibraryFault) {
        switch fault {
        case .dependency, .symbolMissing, .versionMissing, .other: break
        case .refused(let refusal):
            switch refusal {
            case .mountedWithoutExecution, .staticThreadLocals, .memory, .descriptors, .policy,
                .unreadable:
                break
            }
        // Reported for the plugin's file by another error.
        case .missing, .unfit: break
        }
    }

    private static func isKnown(_ error: PluginError) {
        switch error {
        case .notLoadable(_, let fault, _): isKnown(fault)
        case .interfaceMissing, .refused, .descriptor: break
        // Every session supports bindings.
        case .bindingsUnused: break
        // The plugin is loaded, or the host is at fault.
        case .usedOnOtherThread, .wrongThread, .objectGivenUp, .objectTakenBack, .callFailed: break
        }
    }
}
