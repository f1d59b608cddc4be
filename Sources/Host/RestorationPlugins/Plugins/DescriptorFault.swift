public import RestorationCore
internal import RestorationDiscovery

/// A fault of the descriptor that a plugin's entry point returned.
@nonexhaustive
public enum DescriptorFault: Error, Hashable, Sendable {
    /// A structure is smaller than in the first version of the interface.
    case tooSmall(structure: String, sizeInBytes: Int, needed: Int)
    /// The plugin was compiled against an ABI that this host does not support.
    case compiledAgainst(ABIVersion)
    /// A text is too long, has an invalid pointer, or is not UTF-8.
    case malformedText(field: String)
    /// The descriptor and the manifest differ in a field.
    case differs(field: String, found: String, manifest: String)
    /// The number of classes is implausible.
    case tooManyClasses(UInt64)
    /// The list of classes, or one of them, is null.
    case nullClass
    /// A class of the manifest is missing.
    case missingClass(String)
    /// The number of converters is implausible.
    case tooManyConverters(UInt64)
    /// The list of converters, or one of them, is null.
    case nullConverter
    /// A converter of the manifest is missing.
    case missingConverter(String)
    /// A required function of a class or converter is null.
    case missingFunction(String, className: String)
    /// The number of properties is implausible.
    case tooManyProperties(UInt64, className: String)
    /// A property has a fault. The text names it by key, or by number from 1, and its class.
    case property(String, PropertyFault)
    /// The number of methods is implausible.
    case tooManyMethods(UInt64, className: String)
    /// A method has a fault. The text names it by name, or by number from 1, and its class.
    case method(String, MethodFault)

    package var problem: String {
        switch self {
        case .tooSmall(let structure, 0, _): "The struct_size of the library's \(structure) is 0"
        case .tooSmall(let structure, let size, let needed):
            "The library's \(structure) has \(size) bytes, expected at least \(needed)"
        case .compiledAgainst(let version): "The library was built against ABI \(version)"
        case .malformedText(let field): "The library's \(field) is not valid text"
        case .differs(let field, let found, let manifest):
            "The library's \(field) is \(found), its manifest says \(manifest)"
        case .tooManyClasses(let count): "The library lists \(count) classes"
        case .nullClass: "The library lists a class that is null"
        case .missingClass(let name): "The library lacks the class \(name) of its manifest"
        case .tooManyConverters(let count): "The library lists \(count) converters"
        case .nullConverter: "The library lists a converter that is null"
        case .missingConverter(let name):
            "The library lacks the converter \(name) of its manifest"
        case .missingFunction("convert", let name):
            "The converter \(name) lacks the function convert"
        case .missingFunction(let function, let name):
            "The class \(name) lacks the function \(function)"
        case .tooManyProperties(let count, let name): "The class \(name) has \(count) properties"
        case .property(let property, let fault): fault.problem(of: property)
        case .tooManyMethods(let count, let name): "The class \(name) has \(count) methods"
        case .method(let method, let fault): fault.problem(of: method)
        }
    }

    var excerpt: String? {
        switch self {
        case .property(_, let fault): fault.excerpt
        case .method(_, let fault): fault.excerpt
        default: nil
        }
    }

    var remedy: String {
        switch self {
        case .tooSmall(_, 0, _): Self.remedyForNoSize
        case .tooSmall, .compiledAgainst:
            "Rebuild the plugin against the \(ABIVersion.supportedByHost) headers."
        case .malformedText:
            "Pass UTF-8 text with its length, \(PluginText.limit) bytes at most."
        case .tooManyConverters, .nullConverter:
            "Set converter_count to the number of entries of converters."
        case .differs, .missingClass, .missingConverter:
            "Make the manifest and the descriptor agree, and rebuild the plugin."
        case .tooManyClasses, .nullClass: "Set class_count to the number of entries of classes."
        case .missingFunction: "Set the function. The header says which ones may be null."
        case .tooManyProperties: PropertyFault.null.remedy
        case .property(_, let fault): fault.remedy
        case .tooManyMethods: MethodFault.null.remedy
        case .method(_, let fault): fault.remedy
        }
    }
}

extension DescriptorFault {
    static let remedyForNoSize = "Set struct_size to sizeof the structure, and rebuild the plugin."
}

enum PluginText {
    /// For identifiers, versions and class names, in bytes.
    static let limit = 255
    /// For signatures of methods, in bytes.
    static let signatureLimit = 4096
}
