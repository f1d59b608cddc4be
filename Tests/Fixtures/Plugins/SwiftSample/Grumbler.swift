import RestorationPluginKit

/// Fails wherever it is told to.
final class Grumbler: RestorableObject {
    struct Grumble: Error, CustomStringConvertible {
        let description: String
    }

    private let occasion: String

    init(_ request: CreationRequest) throws {
        occasion = try request.parameter("occasion", as: String.self) ?? ""
        switch occasion {
        case "declined": throw CreationDeclined()
        case "create": throw Grumble(description: "Not on a Monday")
        default: break
        }
    }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        switch occasion {
        case "reference": coder.encode(self, forKey: "self")
        case "no reference": coder.encode(Optional<Grumbler>.none, forKey: "nobody")
        case "bad key": coder.encode(1, forKey: "")
        case "throw": throw CreationDeclined()
        default: coder.encode(occasion, forKey: "occasion")
        }
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        switch occasion {
        case "number": _ = try coder.decode(Int8.self, forKey: "value")
        case "text": _ = try coder.decode(String.self, forKey: "value")
        case "texts": _ = try coder.decode([String].self, forKey: "value")
        case "reference":
            guard try coder.decodeReference(forKey: "value") == nil else {
                throw Grumble(description: "Somebody is there")
            }
        case "tolerant":
            do {
                _ = try coder.decode(Int.self, forKey: "value")
            } catch {
                _ = try coder.decode(Int.self, forKey: "other")
            }
        default: throw Grumble(description: "Not that")
        }
    }
}
