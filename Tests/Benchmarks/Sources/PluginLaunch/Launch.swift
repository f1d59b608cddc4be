import Glibc
import InstalledPlugins
import Measuring
import RestorationCore
import RestorationDiscovery
import RestorationPlugins

/// A program's work on the plugins installed below a directory.
struct Launch {
    let root: String

    /// The measured times, in nanoseconds.
    func figures(_ kind: LaunchKind) throws -> [Double] {
        switch kind {
        case .few: [try few()]
        case .all: [try all()]
        case .allOpened:
            [nanoseconds { for number in 0..<count { LoadedLibrary.open(file(number)) } }]
        case .alternating: try alternating()
        case .scan: scan()
        }
    }

    private let count = 500

    private func file(_ number: Int) -> String { InstalledPlugins.file(number, below: root) }

    private func loader() -> PluginLoader {
        PluginLoader(application: InstalledPlugins.application, services: PluginServices())
    }

    private func few() throws -> Double {
        let paths = try (0..<10).map {
            try RestorationPath(parsing: "Tabs/Find/\(InstalledPlugins.name($0 * 37))")
        }
        return try launch { catalog in
            for path in paths {
                guard try catalog.restorationClass(for: path) != nil else { exit(1) }
            }
        }
    }

    private func all() throws -> Double {
        try launch { catalog in
            guard catalog.loadAll().isEmpty else { exit(1) }
        }
    }

    private func launch(_ load: (PluginCatalog) throws -> Void) throws -> Double {
        let process = InstalledPlugins.process(below: root)
        // The catalog outlives the measurement, as a session's does.
        var catalog: PluginCatalog?
        return try nanoseconds {
            let search = InstalledPlugins.discovery(below: root, process)
            catalog = PluginCatalog(search.run(), loader: loader())
            try catalog.map(load)
        }
    }

    private func alternating() throws -> [Double] {
        let search = InstalledPlugins.discovery(below: root)
        let plugins = search.run().plugins
        let loader = loader()
        var own: [Double] = []
        var other: [Double] = []
        for pair in stride(from: 0, to: min(plugins.count, 200) - 1, by: 2) {
            let load = { own.append(try nanoseconds { _ = try loader.classes(of: plugins[pair]) }) }
            let open = {
                other.append(nanoseconds { LoadedLibrary.open(plugins[pair + 1].file) })
            }
            // The first of each pair pays more, so the order alternates.
            if pair % 4 == 0 {
                try load()
                open()
            } else {
                open()
                try load()
            }
        }
        return [own.median, other.median]
    }

    private func scan() -> [Double] {
        let search = InstalledPlugins.discovery(below: root)
        var figures: [Double] = []
        var outcome = search.run()
        for _ in 0..<5 {
            let searching = nanoseconds { outcome = search.run() }
            let routing = nanoseconds { _ = outcome.routes() }
            if figures.isEmpty || searching < figures[0] { figures = [searching, routing] }
        }
        precondition(outcome.faults.isEmpty)
        return figures
    }
}
