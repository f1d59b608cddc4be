import CRestorationPlugin
import Foundation
import RestorationCore
import RestorationDiscovery

/// A manifest that a host will accept, and what the plugin's code must agree with.
struct CheckedManifest {
    /// The JSON as its author wrote it.
    let bytes: [UInt8]
    let identifier: String
    /// As its author wrote it, because the plugin reports the same text.
    let version: String
    let classes: [(name: String, schemaVersion: UInt32)]
    let converters: [String]
    private let oversights: [ManifestOversight]

    /// Checks a manifest as a host does, and that it suits the headers the plugin is built with.
    init(_ bytes: [UInt8]) throws(ManifestFault) {
        let manifest: PluginManifest
        do {
            manifest = try ManifestReader().manifest(from: bytes)
            oversights = try ManifestReader().oversights(in: bytes)
        } catch {
            throw ManifestFault(error)
        }
        let built = ABIVersion(
            major: UInt16(RESTORATION_ABI_MAJOR),
            minor: UInt16(RESTORATION_ABI_MINOR)
        )
        guard manifest.abi.maximum == built else {
            throw ManifestFault(
                line: Self.line(of: "abi", in: bytes),
                sentence: """
                    The manifest is for ABI \(manifest.abi), the plugin is built with \(built) (abi). \
                    Write "\(built)".
                    """
            )
        }
        self.bytes = bytes
        identifier = manifest.identifier.rawValue
        version = Self.versionText(bytes) ?? manifest.version.description
        converters = manifest.converters.map(\.name)
        classes = manifest.classes.map { ($0.name, $0.schemaVersion) }
    }

    /// What a compiler would warn of.
    func warnings(at path: String) -> [String] {
        oversights.map { oversight in
            let diagnosis = oversight.diagnosis
            return "\(path):\(oversight.position.line): warning: \(diagnosis.problem) "
                + "(\(oversight.location)). \(diagnosis.remedy)"
        }
    }

    private static func line(of key: String, in bytes: [UInt8]) -> Int {
        // It was read before; 1 is only for the compiler.
        (try? ManifestReader().position(of: key, in: bytes).line) ?? 1
    }

    private static func versionText(_ bytes: [UInt8]) -> String? {
        struct Written: Decodable {
            let version: String
        }
        // It was read before; `nil` is only for the compiler.
        return (try? JSONDecoder().decode(Written.self, from: Data(bytes)))?.version
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

    init(_ error: ManifestError) {
        line = error.position?.line ?? 1
        let diagnosis = error.diagnosis
        let place = error.location.isEmpty ? "" : " (\(error.location))"
        sentence = "\(diagnosis.problem)\(place). \(diagnosis.remedy)"
    }
}
