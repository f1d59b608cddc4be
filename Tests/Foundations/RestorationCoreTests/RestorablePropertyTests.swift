import Testing

@testable import RestorationCore

@Suite struct `Properties declared by key path` {
    private class Map: Restorable {
        class var restorableProperties: [RestorableProperty] {
            [
                RestorableProperty("place", \Map.place),
                RestorableProperty("zoom", \Map.zoom, default: 1, .omittedIfDefault),
                RestorableProperty("layers", \Map.layers, default: ["roads"]),
                RestorableProperty("pin", \Map.pin),
            ]
        }
        var place = "here"
        var zoom = 4.0
        var layers: [String] = []
        var pin: String? = "mine"
        var placeSeenByEncode: String?
        var zoomSeenByDecode: Double?

        func encodeRestorableState(with coder: RestorationCoder) throws {
            placeSeenByEncode = place
            place = "there"
            coder.encode(7, forKey: "own")
        }

        func decodeRestorableState(with coder: RestorationCoder) throws {
            zoomSeenByDecode = zoom
        }
    }

    private final class StreetMap: Map {
        override class var restorableProperties: [RestorableProperty] {
            super.restorableProperties + [RestorableProperty("street", \StreetMap.street)]
        }
        var street = 0
    }

    private final class CrowdedMap: Restorable {
        static let restorableProperties = [
            RestorableProperty("zoom", \CrowdedMap.zoom, default: 1, .omittedIfDefault),
            RestorableProperty("zoom", \CrowdedMap.otherZoom, default: 1, .omittedIfDefault),
        ]
        var zoom = 1
        var otherZoom = 1
    }

    /// Its `encodeRestorableState` stores a value under a property's key.
    private final class OwnMap: Restorable {
        static let restorableProperties = [
            RestorableProperty("zoom", \OwnMap.zoom, default: 1, .omittedIfDefault)
        ]
        var zoom = 1

        func encodeRestorableState(with coder: RestorationCoder) throws {
            coder.encode(Int?.none, forKey: "zoom")
        }
    }

    private func stored(_ object: any Restorable) throws -> [String: RestorationValue] {
        let archive = try ArchiveReader.holding { try object.encodeRecord(with: $0) }
        let fields = try archive.fields(of: 0).map { ($0.key, $0.value) }
        return Dictionary(uniqueKeysWithValues: fields)
    }

    private func restore(
        _ object: any Restorable,
        from values: [String: RestorationValue]
    ) throws {
        try object.decodeRecord(with: try RestorationCoder.reading(values))
    }

    @Test func `are stored after the object has encoded`() throws {
        let map = Map()

        #expect(
            try stored(map)
                == ["place": "there", "zoom": 4.0, "layers": [], "pin": "mine", "own": 7]
        )
        #expect(map.placeSeenByEncode == "here")
    }

    @Test func `are not stored while they have their default, if declared to omit it`() throws {
        let map = Map()
        map.zoom = 1
        map.layers = ["roads"]

        let values = try stored(map)

        #expect(values["zoom"] == nil)
        #expect(values["layers"] == ["roads"])
    }

    @Test(arguments: [1, 2])
    func `fail to encode if two have the same key`(zoom: Int) {
        let map = CrowdedMap()
        map.otherZoom = zoom

        let error = #expect(throws: CoderError.self) { try stored(map) }

        #expect(
            error?.description == """
                error: CrowdedMap stores two values under one key
                   at: key "zoom"
                  fix: Give each property a key that no other property has, and that \
                encodeRestorableState(with:) does not use.
                """
        )
    }

    @Test(arguments: [1, 2])
    func `fail to encode if the object has stored under their key`(zoom: Int) {
        let map = OwnMap()
        map.zoom = zoom

        let error = #expect(throws: CoderError.self) { try stored(map) }

        #expect(error?.diagnosis.problem == "OwnMap stores two values under one key")
    }

    @Test func `are set before the object decodes`() throws {
        let map = Map()

        try restore(map, from: ["place": "there", "zoom": 2.0, "layers": ["a"], "pin": nil])

        #expect(map.place == "there")
        #expect(map.zoomSeenByDecode == 2)
        #expect(map.layers == ["a"])
        #expect(map.pin == nil)
    }

    @Test func `have their default, or their current value, if nothing is stored`() throws {
        let map = Map()

        try restore(map, from: [:])

        #expect(map.place == "here")
        #expect(map.zoom == 1)
        #expect(map.layers == ["roads"])
        #expect(map.pin == "mine")
    }

    @Test func `are inherited and added to`() throws {
        let map = StreetMap()

        try restore(map, from: ["street": 5, "zoom": 3.0])

        #expect(map.street == 5)
        #expect(map.zoom == 3)
        #expect(try stored(map)["street"] == 5)
    }
}
