import FoundationEssentials
import RestorationCore
import RestorationDiscovery
import RestorationTesting

/// A file with what the classes of a plugin need.
enum ExampleFile {
    /// - Throws: ``CommandError/noExamples(_:problem:)``.
    static func examples(_ file: String) throws -> PluginExamples {
        guard let data = try? Data(contentsOf: URL(filePath: file)) else {
            throw CommandError.noExamples(file, problem: "The file cannot be read")
        }
        if let fault = JSONText.fault(in: Array(data)) {
            throw CommandError.noExamples(file, problem: "It is not JSON: \(fault)")
        }
        do {
            let classes = try JSONDecoder().decode([String: ClassExamples].self, from: data)
            var examples = PluginExamples()
            for (name, own) in classes {
                // Named, whatever follows: somebody may ask for whom there are examples.
                examples.older[name] = [:]
                examples.parameters[name] = own.parameters?.mapValues(\.value)
                examples.calls[name] = try own.calls?.map { try Self.call($0) }
                for (version, state) in own.older ?? [:] {
                    guard let number = Int(version) else {
                        throw Fault("\"older\" has schema versions as keys, not \"\(version)\"")
                    }
                    examples.older[name]?[number] = state.mapValues(\.value)
                }
            }
            return examples
        } catch let fault as Fault {
            throw CommandError.noExamples(file, problem: fault.sentence)
        } catch let DecodingError.typeMismatch(_, context) {
            throw CommandError.noExamples(file, problem: Self.sentence(context))
        } catch let DecodingError.dataCorrupted(context) {
            throw CommandError.noExamples(file, problem: Self.sentence(context))
        }
    }

    private struct Fault: Error {
        let sentence: String
        init(_ sentence: String) { self.sentence = sentence }
    }

    private struct ClassExamples: Decodable {
        let parameters: [String: JSONExample]?
        let calls: [[JSONExample]]?
        let older: [String: [String: JSONExample]]?

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: MemberName.self)
            let known = ["parameters", "calls", "older"]
            for key in members.allKeys.map(\.stringValue) where !known.contains(key) {
                throw Fault("A class has no example \"\(key)\", but parameters, calls and older")
            }
            parameters = try members.decodeIfPresent(
                [String: JSONExample].self,
                forKey: "parameters"
            )
            calls = try members.decodeIfPresent([[JSONExample]].self, forKey: "calls")
            older = try members.decodeIfPresent(
                [String: [String: JSONExample]].self,
                forKey: "older"
            )
        }
    }

    private static func call(_ parts: [JSONExample]) throws -> PluginExamples.Call {
        guard case .string(let method)? = parts.first?.value else {
            throw Fault("A call is a list that begins with the method's name")
        }
        return PluginExamples.Call(method, parts.dropFirst().map(\.value))
    }

    private static func sentence(_ context: DecodingError.Context) -> String {
        let place = context.codingPath.map(\.stringValue).joined(separator: ".")
        return "The value at \"\(place)\" is of another kind than belongs there"
    }
}

/// A value of JSON as one of an archive.
struct JSONExample: Decodable {
    let value: RestorationValue

    /// Reads a text; `nil` if it is not JSON.
    init?(_ text: String) {
        // A decoder takes a value alone only inside of something.
        let list = "[\(text)]"
        guard JSONText.fault(in: Array(list.utf8)) == nil,
            let values = try? JSONDecoder().decode([JSONExample].self, from: Data(list.utf8)),
            values.count == 1
        else { return nil }
        self = values[0]
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            value = .null
        } else if let truth = try? container.decode(Bool.self) {
            value = .bool(truth)
        } else if let number = try? container.decode(Int64.self) {
            value = .integer(number)
        } else if let number = try? container.decode(Double.self) {
            value = .double(number)
        } else if let text = try? container.decode(String.self) {
            value = .string(text)
        } else if let elements = try? container.decode([JSONExample].self) {
            value = .array(elements.map(\.value))
        } else {
            value = .dictionary(try container.decode([String: JSONExample].self).mapValues(\.value))
        }
    }
}
