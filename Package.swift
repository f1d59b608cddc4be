// swift-tools-version: 6.3
import PackageDescription

/// The same strict settings for every Swift target: one loop at the end applies them.
let strictSettings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// The symbols that plugins, and the tests with them, export; `make soak` has a longer list.
let exportMap =
    Context.environment["RESTORATION_EXPORTS"]
    ?? "\(Context.packageDirectory)/Plugins/exports.map"

/// The folders of `Sources`, and of `Tests` where they mirror it, with their modules.
let folders = [
    "Sources/Foundations": [
        "CFFI", "CRestorationSystem", "CTrampolines", "RestorationCore", "RestorationInvocation",
    ],
    "Sources/Host": [
        "CPostgreSQL", "RestorationBindings", "RestorationDiscovery", "RestorationEngine",
        "RestorationFoundation", "RestorationKit", "RestorationPlugins", "RestorationPostgreSQL",
        "RestorationStorage", "RestorationTesting",
    ],
    "Sources/Languages/C": ["RestorationLibrary"],
    "Sources/PluginSDK": [
        "CRestorationPlugin", "RestorationPluginBuilder", "RestorationPluginKit",
        "restoration-plugin-generator",
    ],
    "Sources/UIKit": [
        "CTerminal", "RestorationStoryboards", "RestorationTerminal", "RestorationUIKit",
        "TerminalDialogue", "TerminalScreen",
    ],
    "Sources/Tools": ["restorectl"],
    "Sources/PetFinder": ["CPetFinder", "PetFinderModel", "petfinder"],
    "Tests/Foundations": ["RestorationCoreTests", "RestorationInvocationTests"],
    "Tests/Host": [
        "BindingTests", "PluginContractTests", "PluginTests", "RestorationEngineTests",
        "RestorationFoundationTests", "RestorationKitTests", "RestorationPostgreSQLTests",
        "RestorationStorageTests", "RestorationTestingTests", "RoamingTests",
    ],
    "Tests/PluginSDK": ["RestorationPluginKitTests"],
    "Tests/UIKit": ["RestorationTerminalTests", "RestorationUIKitTests", "TerminalScreenTests"],
    "Tests/Tools": ["RestorectlTests"],
    "Tests/Languages": ["HostLibraryTests"],
    "Tests/PetFinder": ["EndToEndTests", "PetFinderTests"],
]

let package = Package(
    name: "RestorationKit",
    products: [
        .executable(name: "petfinder", targets: ["petfinder"]),
        .executable(name: "petfinder-demo", targets: ["petfinder-demo"]),
        .executable(name: "notes-demo", targets: ["notes-demo"]),
        .library(name: "PetEditor", type: .dynamic, targets: ["PetEditor"]),
        .library(name: "PetNotes", type: .dynamic, targets: ["PetNotes"]),
        // The session for programs in C and in languages that call C: see `make library`.
        .library(name: "restoration", type: .dynamic, targets: ["RestorationLibrary"]),
        .library(name: "RestorationInvocation", targets: ["RestorationInvocation"]),
        .library(name: "RestorationCore", targets: ["RestorationCore"]),
        .library(name: "RestorationKit", targets: ["RestorationKit"]),
        .library(name: "RestorationPluginKit", targets: ["RestorationPluginKit"]),
        .library(name: "RestorationTesting", targets: ["RestorationTesting"]),
        .library(name: "RestorationPostgreSQL", targets: ["RestorationPostgreSQL"]),
        .library(name: "RestorationFoundation", targets: ["RestorationFoundation"]),
        .library(name: "RestorationUIKit", targets: ["RestorationUIKit"]),
        .library(name: "RestorationTerminal", targets: ["RestorationTerminal"]),
        .plugin(name: "RestorationPluginBuilder", targets: ["RestorationPluginBuilder"]),
        // Plugins for the tests, which load them as a host does.
        .library(
            name: "RestorationSwiftSample",
            type: .dynamic,
            targets: ["RestorationSwiftSample"]
        ),
        .library(
            name: "RestorationRelaxedSample",
            type: .dynamic,
            targets: ["RestorationRelaxedSample"]
        ),
        .library(
            name: "RestorationUnlistedSample",
            type: .dynamic,
            targets: ["RestorationUnlistedSample"]
        ),
        .library(
            name: "RestorationMismatchedSample",
            type: .dynamic,
            targets: ["RestorationMismatchedSample"]
        ),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    ],
    targets: [
        // Its examples import modules from the build of all modules.
        .testTarget(
            name: "DocumentationTests",
            dependencies: [
                "RestorationBindings", "RestorationDiscovery", "RestorationPlugins",
                "RestorationKit", "RestorationPluginKit", "RestorationStoryboards",
                "PseudoTerminal",
                "RestorationTesting", "restoration-plugin-generator", "Desktop", "NotesDriver",
                "notes-demo", "restorectl", "TestSupport",
            ]
        ),
        .target(name: "CRestorationPlugin"),
        .target(name: "CRestorationSystem"),
        .target(
            name: "CRestorationSession",
            dependencies: ["CRestorationPlugin", "CRestorationSystem"],
            path: "Sources/Languages/C",
            exclude: [
                "RestorationLibrary", "restoration.pc.in", "restorationConfig.cmake",
                "restorationConfigVersion.cmake.in",
            ],
            sources: ["Checks"]
        ),
        .testTarget(
            name: "HostLibraryTests",
            dependencies: ["FrameHost", "PostgreSQLServer", "TestSupport", "restorectl"]
        ),
        .target(
            name: "RestorationLibrary",
            dependencies: [
                "CRestorationPlugin", "CRestorationSession", "CRestorationSystem",
                "RestorationCore", "RestorationEngine", "RestorationKit", "RestorationPlugins",
                "RestorationPostgreSQL", "RestorationStorage", "RestorationTesting",
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        .systemLibrary(
            name: "CFFI",
            path: "Sources/Foundations/CFFI/include",
            pkgConfig: "libffi",
            providers: [.apt(["libffi-dev"])]
        ),
        .target(name: "CTrampolines"),
        .target(
            name: "RestorationInvocation",
            dependencies: ["CFFI", "CTrampolines", "RestorationCore"]
        ),
        .target(name: "RestorationCore"),
        .target(
            name: "RestorationEngine",
            dependencies: ["CRestorationSystem", "RestorationCore"]
        ),
        .target(name: "RestorationFoundation", dependencies: ["RestorationCore"]),
        .target(
            name: "RestorationStoryboards",
            dependencies: ["RestorationCore", "RestorationDiscovery"]
        ),
        .target(
            name: "RestorationUIKit",
            dependencies: [
                "RestorationCore", "RestorationFoundation", "RestorationKit",
                "RestorationStoryboards",
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        .testTarget(
            name: "RestorationFoundationTests",
            dependencies: ["RestorationCore", "RestorationFoundation"]
        ),
        .target(
            name: "RestorationStorage",
            dependencies: [
                "RestorationCore",
                "CRestorationSystem",
                .product(name: "Crypto", package: "swift-crypto"),
            ]
        ),
        .target(name: "CPostgreSQL"),
        .target(
            name: "RestorationPostgreSQL",
            dependencies: [
                "CPostgreSQL", "CRestorationSystem", "RestorationCore", "RestorationStorage",
            ]
        ),
        .target(
            name: "TerminalDialogue",
            dependencies: [
                "RestorationCore",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        .target(name: "CTerminal"),
        .target(name: "TerminalScreen", dependencies: ["CTerminal", "RestorationCore"]),
        .testTarget(
            name: "TerminalScreenTests",
            dependencies: ["TerminalScreen", "TestSupport"]
        ),
        .target(
            name: "RestorationTerminal",
            dependencies: [
                "RestorationKit", "RestorationUIKit", "TerminalScreen",
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        .testTarget(
            name: "RestorationTerminalTests",
            dependencies: ["RestorationTerminal", "UIKitTestSupport", "TestSupport"]
        ),
        .target(name: "CPetFinder", dependencies: ["CRestorationPlugin"]),
        .target(
            name: "PetFinderModel",
            dependencies: ["RestorationCore"],
            resources: [.embedInCode("Resources/cats.json")]
        ),
        .target(
            name: "PetEditor",
            dependencies: ["CPetFinder", "CRestorationPlugin", "RestorationPluginKit"],
            path: "Plugins/PetEditor",
            exclude: ["README.md", "restoration-plugin.json"],
            plugins: ["RestorationPluginBuilder"]
        ),
        .target(
            name: "PetNotes",
            dependencies: ["CPetFinder", "CRestorationPlugin"],
            path: "Plugins/PetNotes/Sources",
            publicHeadersPath: "."
        ),
        .executableTarget(
            name: "petfinder",
            dependencies: [
                "CPetFinder",
                "CRestorationPlugin",
                "TerminalDialogue",
                "PetFinderModel",
                "RestorationKit",
                "RestorationTerminal",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            resources: [.embedInCode("Main.storyboard.json")]
        ),
        .testTarget(
            name: "PetFinderTests",
            dependencies: [
                "PetFinderModel", "RestorationKit", "RestorationTerminal", "RestorationUIKit",
                "TerminalScreen", "TestSupport", "petfinder",
            ]
        ),
        .target(
            name: "RestorationDiscovery",
            dependencies: [
                "CRestorationPlugin",
                "CRestorationSystem",
                "RestorationCore",
                "RestorationInvocation",
            ]
        ),
        .target(
            name: "RestorationPlugins",
            dependencies: [
                "CRestorationPlugin",
                "CRestorationSystem",
                "RestorationCore",
                "RestorationDiscovery",
                "RestorationEngine",
                "RestorationInvocation",
            ]
        ),
        .target(
            name: "RestorationBindings",
            dependencies: [
                "CRestorationSystem",
                "RestorationCore",
                "RestorationDiscovery",
                "RestorationEngine",
                "RestorationInvocation",
                "RestorationPlugins",
            ]
        ),
        .target(
            name: "RestorationKit",
            dependencies: [
                "RestorationCore",
                "RestorationEngine",
                "RestorationStorage",
                "RestorationInvocation",
                "RestorationBindings", "RestorationDiscovery", "RestorationPlugins",
                "CRestorationSystem",
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        .target(
            name: "RestorationTesting",
            dependencies: [
                "CRestorationSystem", "RestorationCore", "RestorationEngine", "RestorationKit",
                "RestorationBindings", "RestorationDiscovery", "RestorationInvocation",
                "RestorationPlugins",
                "RestorationStorage",
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        .testTarget(
            name: "RestorationUIKitTests",
            dependencies: ["RestorationKit", "RestorationUIKit", "TestSupport", "UIKitTestSupport"]
        ),
        .testTarget(
            name: "ConformanceTests",
            dependencies: [
                "RestorationKit", "RestorationTesting", "RestorationUIKit", "TestSupport",
                "UIKitTestSupport",
            ],
            path: "Tests/Conformance"
        ),
        .testTarget(
            name: "RestorationTestingTests",
            dependencies: ["RestorationKit", "RestorationTesting", "TestSupport"]
        ),
        .target(name: "PostgreSQLServer", path: "Tests/Support/PostgreSQLServer"),
        .executableTarget(
            name: "RemoteTestHelper",
            dependencies: ["RestorationCore", "RestorationPostgreSQL", "RestorationTesting"],
            path: "Tests/Support/RemoteTestHelper"
        ),
        .testTarget(
            name: "RestorationPostgreSQLTests",
            dependencies: [
                "PostgreSQLServer", "RemoteTestHelper", "RestorationPostgreSQL",
                "RestorationTesting", "TestSupport", "restorectl",
            ]
        ),
        .executableTarget(
            name: "Jotter",
            dependencies: ["RestorationKit", "RestorationPostgreSQL"],
            path: "Docs/Examples/Jotter/Sources/Jotter"
        ),
        .testTarget(
            name: "RoamingTests",
            dependencies: [
                "Jotter", "PostgreSQLServer", "RestorationKit", "RestorationPostgreSQL",
                "RestorationTesting", "SessionTestHelper", "TestSupport", "restorectl",
            ]
        ),
        .testTarget(
            name: "LivesTests",
            dependencies: ["RestorationKit", "RestorationTesting", "TestSupport"]
        ),
        .target(
            name: "RestorationPluginKit",
            dependencies: ["RestorationCore", "CRestorationPlugin"],
            linkerSettings: [
                // A plugin exports its entry point and nothing else, whoever builds it.
                .unsafeFlags([
                    "-Xlinker", "--version-script=\(exportMap)",
                ])
            ]
        ),
        .plugin(
            name: "RestorationPluginBuilder",
            capability: .buildTool(),
            dependencies: ["restoration-plugin-generator"]
        ),
        .executableTarget(
            name: "restoration-plugin-generator",
            dependencies: ["RestorationCore", "RestorationDiscovery", "CRestorationPlugin"]
        ),
        .target(
            name: "RestorationSwiftSample",
            dependencies: ["RestorationCore", "RestorationPluginKit"],
            path: "Tests/Fixtures/Plugins/SwiftSample",
            plugins: ["RestorationPluginBuilder"]
        ),
        .target(
            name: "RestorationRelaxedSample",
            dependencies: ["RestorationPluginKit"],
            path: "Tests/Fixtures/Plugins/SwiftRelaxed",
            swiftSettings: [.swiftLanguageMode(.v5), .treatAllWarnings(as: .error)],
            plugins: ["RestorationPluginBuilder"]
        ),
        .target(
            name: "RestorationMismatchedSample",
            dependencies: ["RestorationPluginKit"],
            path: "Tests/Fixtures/Plugins/SwiftMismatched",
            plugins: ["RestorationPluginBuilder"]
        ),
        .target(
            name: "RestorationUnlistedSample",
            dependencies: ["RestorationPluginKit"],
            path: "Tests/Fixtures/Plugins/SwiftUnlisted",
            plugins: ["RestorationPluginBuilder"]
        ),
        .testTarget(
            name: "RestorationPluginKitTests",
            dependencies: [
                "RestorationCore", "CRestorationPlugin", "TestSupport",
                "restoration-plugin-generator",
            ]
        ),
        .executableTarget(
            name: "restorectl",
            dependencies: [
                "CRestorationSystem",
                "TerminalDialogue",
                "RestorationCore",
                "RestorationEngine",
                "RestorationStorage",
                "RestorationInvocation",
                "RestorationBindings", "RestorationDiscovery", "RestorationPlugins",
                "RestorationKit",
                "RestorationPostgreSQL",
                "RestorationStoryboards",
                "RestorationTesting",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ],
            // The files that `plugin new` writes, which are not sources of this package.
            resources: [.embedInCode("Templates")]
        ),
        .testTarget(
            name: "RestorationCoreTests",
            dependencies: ["RestorationCore", "TestSupport"]
        ),
        .executableTarget(
            name: "StorageTestHelper",
            dependencies: ["RestorationCore", "RestorationStorage"],
            path: "Tests/Support/StorageTestHelper"
        ),
        .testTarget(
            name: "RestorationStorageTests",
            dependencies: [
                "RestorationCore",
                "RestorationStorage",
                "StorageTestHelper", "TestSupport",
                .product(name: "Crypto", package: "swift-crypto"),
            ]
        ),
        .testTarget(
            name: "RestorectlTests",
            dependencies: [
                "petfinder",
                "restorectl",
                "RestorationCore",
                "RestorationStorage",
                "RestorationKit",
                "PseudoTerminal",
                "TestSupport",
            ]
        ),
        .testTarget(
            name: "InstallationTests",
            dependencies: [
                "RestorationCore", "RestorationKit", "RestorationBindings", "RestorationDiscovery",
                "RestorationPlugins", "RestorationStorage", "TestSupport",
                "petfinder", "restorectl",
            ]
        ),
        .testTarget(name: "RestorationEngineTests", dependencies: ["RestorationEngine"]),
        .executableTarget(
            name: "SessionTestHelper",
            dependencies: ["RestorationKit"],
            path: "Tests/Support/SessionTestHelper"
        ),
        .executableTarget(
            name: "AsyncSessionHelper",
            dependencies: ["RestorationKit"],
            path: "Tests/Support/AsyncSessionHelper"
        ),
        .testTarget(
            name: "RestorationKitTests",
            dependencies: [
                "RestorationCore", "RestorationEngine", "RestorationKit", "RestorationStorage",
                "AsyncSessionHelper", "SessionTestHelper", "TestSupport",
            ]
        ),
        .testTarget(
            name: "PluginTests",
            dependencies: [
                "CRestorationSystem", "RestorationCore", "RestorationEngine", "RestorationKit",
                "RestorationBindings", "RestorationDiscovery", "RestorationPlugins",
                "RestorationStoryboards", "TestSupport",
            ]
        ),
        .testTarget(
            name: "BindingTests",
            dependencies: [
                "RestorationCore", "RestorationEngine", "RestorationInvocation", "RestorationKit",
                "RestorationBindings", "RestorationDiscovery", "RestorationPlugins",
                "RestorationStorage", "RestorationTesting", "TestSupport",
            ]
        ),
        .target(
            name: "TestSupport",
            dependencies: [.product(name: "Logging", package: "swift-log")],
            path: "Tests/Support/TestSupport"
        ),
        .target(
            name: "UIKitTestSupport",
            dependencies: ["RestorationTesting", "RestorationUIKit", "TestSupport"],
            path: "Tests/Support/UIKitTestSupport"
        ),
        .executableTarget(
            name: "FrameHost",
            dependencies: ["RestorationKit"],
            path: "Tests/Fixtures/Hosts/Swift",
            swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]
        ),
        .executableTarget(
            name: "PluginTestHelper",
            dependencies: ["RestorationKit"],
            path: "Tests/Support/PluginTestHelper"
        ),
        .executableTarget(
            name: "FaultySession",
            dependencies: [
                "RestorationCore", "RestorationKit",
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Tests/Support/FaultySession"
        ),
        .testTarget(
            name: "PluginContractTests",
            dependencies: [
                "CRestorationPlugin", "RestorationCore", "RestorationEngine", "RestorationKit",
                "RestorationBindings", "RestorationDiscovery", "RestorationPlugins",
                "RestorationStorage", "RestorationTesting", "TestSupport",
                "PluginTestHelper", "FaultySession",
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        .target(name: "CInvocationSamples", path: "Tests/Support/CInvocationSamples"),
        .testTarget(
            name: "RestorationInvocationTests",
            dependencies: ["RestorationInvocation", "CInvocationSamples", "TestSupport"]
        ),
        .target(name: "CPseudoTerminal", path: "Tests/Support/CPseudoTerminal"),
        .target(
            name: "PseudoTerminal",
            dependencies: ["CPseudoTerminal", "RestorationCore"],
            path: "Tests/Support/PseudoTerminal"
        ),
        .target(
            name: "PetFinderDriver",
            dependencies: ["PseudoTerminal"],
            path: "Tests/Support/PetFinderDriver"
        ),
        .executableTarget(
            name: "petfinder-demo",
            dependencies: ["PetFinderDriver", "PseudoTerminal", "RestorationCore"],
            path: "Tests/Support/petfinder-demo"
        ),
        .target(
            name: "Desktop",
            dependencies: ["PseudoTerminal"],
            path: "Tests/Support/Desktop"
        ),
        .target(
            name: "NotesDriver",
            dependencies: [
                "Desktop", "PseudoTerminal", "RestorationCore", "RestorationKit",
                "RestorationStorage", "RestorationTesting",
            ],
            path: "Tests/Support/NotesDriver"
        ),
        .executableTarget(
            name: "notes-demo",
            dependencies: ["Desktop", "NotesDriver", "RestorationCore"],
            path: "Tests/Support/notes-demo"
        ),
        .testTarget(
            name: "EndToEndTests",
            dependencies: ["PetFinderDriver", "PseudoTerminal", "RestorationCore", "TestSupport"]
        ),
        .testTarget(
            name: "PseudoTerminalTests",
            dependencies: ["PseudoTerminal", "RestorationCore", "TestSupport"]
        ),
    ]
)

for (folder, names) in folders {
    for target in package.targets where names.contains(target.name) && target.path == nil {
        target.path = "\(folder)/\(target.name)"
    }
}

for target in package.targets where target.type != .system && target.type != .plugin {
    // These stand for authors with other settings than ours.
    let isOthers = ["FrameHost", "RestorationRelaxedSample"].contains(target.name)
    guard !target.name.hasPrefix("C"), !isOthers else { continue }
    target.swiftSettings = strictSettings + (target.swiftSettings ?? [])
}
