import CRestorationPlugin
import RestorationCore

/// A manifest that a host will accept, and what the plugin's code must agree with.
struct CheckedManifest {
    /// The JSON as its author wrote it.
    let bytes: [UInt8]
    let identifier: String
    /// As its author wrote it, because the plugin reports the same text.
    let version: String
    let classes: [(name: String, schemaVersion: UInt32)]

    /// Checks a manifest as a host does, and that it suits the headers the plugin is built with.
    init(_ bytes: [UInt8]) throws(ManifestFault) {
        let manifest: PluginManifest
        do {
            manifest = try ManifestReader().manifest(from: bytes)
        } catch {
            throw ManifestFault(error, in: bytes)
        }
        let built = ABIVersion(
            major: UInt16(RESTORATION_ABI_MAJOR),
            minor: UInt16(RESTORATION_ABI_MINOR)
        )
        guard manifest.abi.maximum == built else {
            throw ManifestFault(
                line: JSONPlaces(bytes).line(of: "abi"),
                sentence: """
                    The manifest is for ABI \(manifest.abi), the plugin is built with \(built) (abi). \
                    Write "\(built)".
                    """
            )
        }
        self.bytes = bytes
        identifier = manifest.identifier.rawValue
        version = Self.versionText(bytes) ?? manifest.version.description
        classes = manifest.classes.map { ($0.name, $0.schemaVersion) }
    }

    private static func versionText(_ bytes: [UInt8]) -> String? {
        guard case .object(let members) = try? JSONParser.parse(bytes),
            case .string(let text) = members.first(where: { $0.key == "version" })?.value
        else { return nil }
        return text
    }
}

/// What is wrong with a manifest, and in which of its lines.
struct ManifestFault: Error, Hashable {
    /// From 1 up.
    let line: Int
    /// What is wrong and what to write instead.
    let sentence: String

    init(line: Int, sentence: String) {
        self.line = line
        self.sentence = sentence
    }

    init(_ error: ManifestError, in bytes: [UInt8]) {
        let places = JSONPlaces(bytes)
        if case .notJSON(let error) = error.fault {
            line = places.line(at: error.offset)
        } else {
            line = places.line(of: error.location)
        }
        let diagnosis = error.diagnosis
        let place = diagnosis.place.map { " (\($0))" } ?? ""
        sentence = "\(diagnosis.problem)\(place). \(diagnosis.remedy)"
    }
}
