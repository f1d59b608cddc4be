// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "Jotter",
    dependencies: [.package(name: "RestorationKit", path: "../../..")],
    targets: [
        .executableTarget(
            name: "Jotter",
            dependencies: [
                .product(name: "RestorationKit", package: "RestorationKit"),
                .product(name: "RestorationPostgreSQL", package: "RestorationKit"),
            ]
        )
    ]
)
