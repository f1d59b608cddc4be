public import RestorationCore
internal import RestorationDiscovery

/// What is wrong with the descriptor that a plugin's entry point returned.
@nonexhaustive
public enum DescriptorFault: Error, Hashable, Sendable {
    /// A structure is smaller than the first version of the interface had it.
    case tooSmall(structure: String, sizeInBytes: Int, needed: Int)
    /// The plugin was compiled against headers that this host does not speak.
    case compiledAgainst(ABIVersion)
    /// A text is lent wrongly, too long or not UTF-8.
    case malformedText(field: String)
    /// The descriptor and the manifest differ in a field.
    case differs(field: String, found: String, manifest: String)
    /// More classes than any plugin has.
    case tooManyClasses(UInt64)
    /// The list of classes, or one of them, is null.
    case nullClass
    /// A class of the manifest is not there.
    case missingClass(String)
    /// More converters than any plugin has.
    case tooManyConverters(UInt64)
    /// The list of converters, or one of them, is null.
    case nullConverter
    /// A converter of the manifest is not there.
    case missingConverter(String)
    /// A function that every class has, or every converter, is null.
    case missingFunction(String, className: String)
    /// More properties than any class has.
    case tooManyProperties(UInt64, className: String)
    /// A property of a class has a fault. It is named by its key, or by its number from 1, and
    /// class.
    case property(String, PropertyFault)
    /// More methods than any class has.
    case tooManyMethods(UInt64, className: String)
    /// A method of a class has a fault. It is named by its name, or by its number from 1, and
    /// class.
    case method(String, MethodFault)

    var problem: String {
        switch self {
        case .tooSmall(let structure, 0, _): "The struct_size of the library's \(structure) is 0"
        case .tooSmall(let structure, let size, let needed):
            "The library's \(structure) has \(size) bytes in place of \(needed) or more"
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
            "Rebuild the plugin against the \(ABIVersion.spokenByHost) headers."
        case .malformedText:
            "Lend text as UTF-8 with its length, \(PluginText.limit) bytes at most."
        case .tooManyConverters, .nullConverter:
            "Set converter_count to the number of entries of converters."
        case .differs, .missingClass, .missingConverter:
            "Make the manifest and the descriptor agree, and rebuild the plugin."
        case .tooManyClasses, .nullClass: "Set class_count to the number of entries of classes."
        case .missingFunction: "Set the function; only those that the header says may be null."
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

/// What holds for all short texts of a descriptor.
enum PluginText {
    /// The longest identifier, version or class name, in bytes.
    static let limit = 255
    /// The longest signature of a method, in bytes.
    static let signatureLimit = 4096
}
