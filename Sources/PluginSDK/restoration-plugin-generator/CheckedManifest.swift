import CRestorationPlugin
import Foundation
import RestorationCore
import RestorationDiscovery

/// A manifest that a host accepts, with the facts that the plugin's code must match.
struct CheckedManifest {
    let bytes: [UInt8]
    let identifier: String
    /// The text of the manifest, since the plugin reports the same text.
    let version: String
    let classes: [(name: String, schemaVersion: UInt32)]
    let converters: [String]
    private let warnings: [ManifestWarning]

    /// Checks a manifest as a host does, and against the ABI of the plugin's headers.
    init(_ bytes: [UInt8]) throws(ManifestFault) {
        let manifest: PluginManifest
        do {
            manifest = try ManifestReader().manifest(from: bytes)
            warnings = try ManifestReader().warnings(in: bytes)
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

    func warnings(at path: String) -> [String] {
        warnings.map { warning in
            let diagnosis = warning.diagnosis
            return "\(path):\(warning.position.line): warning: \(diagnosis.problem) "
                + "(\(warning.location)). \(diagnosis.remedy)"
        }
    }

    private static func line(of key: String, in bytes: [UInt8]) -> Int {
        // Parsed before, so this never fails.
        (try? ManifestReader().position(of: key, in: bytes).line) ?? 1
    }

    private static func versionText(_ bytes: [UInt8]) -> String? {
        struct Written: Decodable {
            let version: String
        }
        // Parsed before, so this never fails.
        return (try? JSONDecoder().decode(Written.self, from: Data(bytes)))?.version
    }
}

/// A fault in a manifest, with its line.
struct ManifestFault: Error, Hashable {
    /// From 1.
    let line: Int
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
