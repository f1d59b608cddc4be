import RestorationCore
import RestorationDiscovery
import RestorationTesting

/// A file with the inputs that a plugin's classes need.
enum ExampleFile {
    private static let maximumSizeInBytes = 16 << 20

    /// - Throws: ``CommandError/noExamples(_:problem:)``.
    static func examples(_ file: String) throws -> PluginExamples {
        let bytes: [UInt8]?
        do {
            bytes = try ReadOnlyFile.contents(of: file, limit: maximumSizeInBytes)
        } catch {
            throw CommandError.noExamples(file, problem: "The file cannot be read")
        }
        guard let bytes else {
            throw CommandError.tooLarge(file, limitInBytes: maximumSizeInBytes)
        }
        if let fault = JSONText.fault(in: bytes) {
            throw CommandError.noExamples(file, problem: "It is not JSON: \(fault)")
        }
        do throws(Fault) {
            return try examples(JSONText.value(of: bytes) ?? .null)
        } catch {
            throw CommandError.noExamples(file, problem: error.sentence)
        }
    }

    private static func examples(_ document: RestorationValue) throws(Fault) -> PluginExamples {
        var examples = PluginExamples()
        for (name, own) in try document.entries(at: "") {
            // Even a class without entries is added, for the check of class names.
            examples.older[name] = [:]
            for (key, value) in try own.entries(at: name) {
                let place = "\(name).\(key)"
                switch key {
                case "parameters": examples.parameters[name] = try value.entries(at: place)
                case "calls": examples.calls[name] = try calls(value, at: place)
                case "older": examples.older[name] = try older(value, at: place)
                default:
                    throw Fault(
                        "A class has no example \"\(key)\", but parameters, calls and older"
                    )
                }
            }
        }
        return examples
    }

    private static func calls(
        _ value: RestorationValue,
        at place: String
    ) throws(Fault) -> [PluginExamples.Call] {
        var calls: [PluginExamples.Call] = []
        for (index, parts) in try value.elements(at: place).enumerated() {
            let parts = try parts.elements(at: "\(place)[\(index)]")
            guard case .string(let method)? = parts.first else {
                throw Fault("A call is a list that begins with the method's name")
            }
            calls.append(PluginExamples.Call(method, Array(parts.dropFirst())))
        }
        return calls
    }

    private static func older(
        _ value: RestorationValue,
        at place: String
    ) throws(Fault) -> [Int: [String: RestorationValue]] {
        var states: [Int: [String: RestorationValue]] = [:]
        for (version, state) in try value.entries(at: place) {
            guard let number = Int(version) else {
                throw Fault("\"older\" has schema versions as keys, not \"\(version)\"")
            }
            states[number] = try state.entries(at: "\(place).\(version)")
        }
        return states
    }

    fileprivate struct Fault: Error {
        let sentence: String
        init(_ sentence: String) { self.sentence = sentence }

        static func otherKind(_ place: String) -> Fault {
            guard !place.isEmpty else {
                return Fault("It is not an object with a key for each class")
            }
            return Fault("The value at \"\(place)\" has the wrong kind")
        }
    }
}

extension RestorationValue {
    fileprivate func entries(
        at place: String
    ) throws(ExampleFile.Fault) -> [String: RestorationValue] {
        guard case .dictionary(let entries) = self else { throw .otherKind(place) }
        return entries
    }

    fileprivate func elements(at place: String) throws(ExampleFile.Fault) -> [RestorationValue] {
        guard case .array(let elements) = self else { throw .otherKind(place) }
        return elements
    }
}
