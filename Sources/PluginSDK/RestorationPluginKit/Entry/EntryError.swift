import RestorationCore

enum EntryError: DiagnosedError, Hashable {
    case abiMismatch(host: ABIVersion, plugin: ABIVersion)
    case classNotInPlugin(String)
    case classNotInManifest(String)
    case converterNotInPlugin(String)
    case converterNotInManifest(String)
    case repeatedClass(String)

    var diagnosis: Diagnosis {
        switch self {
        case .abiMismatch(let host, let plugin):
            Diagnosis(
                problem: "The plugin speaks ABI \(plugin), this host \(host)",
                remedy: "Rebuild the plugin with the RestorationKit of the host."
            )
        case .classNotInPlugin(let name):
            Diagnosis(
                problem: "restoration-plugin.json lists the class \"\(name)\", the code does not",
                remedy: "Add it to RestorationPlugin(…), or remove it from restoration-plugin.json."
            )
        case .classNotInManifest(let name):
            Diagnosis(
                problem: "The code has the class \"\(name)\", restoration-plugin.json does not",
                remedy: "Add it to restoration-plugin.json, or remove it from RestorationPlugin(…)."
            )
        case .converterNotInPlugin(let name):
            Diagnosis(
                problem:
                    "restoration-plugin.json lists the converter \"\(name)\", the code does not",
                remedy: "Add it to RestorationPlugin(…).converting([…]), or remove it from"
                    + " restoration-plugin.json."
            )
        case .converterNotInManifest(let name):
            Diagnosis(
                problem: "The code has the converter \"\(name)\", restoration-plugin.json does not",
                remedy: "Add it to restoration-plugin.json, or remove it from"
                    + " RestorationPlugin(…).converting([…])."
            )
        case .repeatedClass(let name):
            Diagnosis(
                problem: "Two classes of the plugin are named \"\(name)\"",
                remedy: "Name them in RestorationPlugin([\"…\": ….self])."
            )
        }
    }
}
