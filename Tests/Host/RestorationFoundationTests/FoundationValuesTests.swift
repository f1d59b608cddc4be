import Foundation
import RestorationCore
import RestorationFoundation
import Testing

@Suite struct `Foundation's values` {
    struct Visit: Codable, Equatable {
        var page: URL
        var time: Date
        var cookies: [String: Data]
        var session: UUID?
    }

    @Test(arguments: [
        0, -0.5, 0.999_999_999_9, 784_198_523.123_456, -63_114_076_800, 63_113_904_000,
        Date.now.timeIntervalSinceReferenceDate,
    ])
    func `keep a date exactly to the nanosecond`(interval: Double) throws {
        let date = Date(timeIntervalSinceReferenceDate: interval)

        let value = try RestorationValue(encoding: date)
        let back = try value.decoded(as: Date.self)

        #expect(value.kind == .date)
        #expect(abs(back.timeIntervalSince(date)) <= 0.5e-9)
    }

    @Test func `are of the kinds that other languages read`() throws {
        let identifier = try #require(UUID(uuidString: "00010203-0405-0607-0809-0A0B0C0D0EFF"))
        let url = try #require(URL(string: "https://example.org/cats?page=2#top"))

        #expect(
            try RestorationValue(encoding: Date(timeIntervalSince1970: 1.5))
                == .date(Timestamp(seconds: 1, nanoseconds: 500_000_000)!)
        )
        #expect(
            try RestorationValue(encoding: identifier)
                == .uuid(
                    UniqueIdentifier(high: 0x0001_0203_0405_0607, low: 0x0809_0A0B_0C0D_0EFF)
                )
        )
        #expect(try RestorationValue(encoding: Data([0, 255])) == .bytes([0, 255]))
        #expect(
            try RestorationValue(encoding: url) == .string("https://example.org/cats?page=2#top")
        )
    }

    @Test func `come back out of Codable types`() throws {
        let visit = Visit(
            page: try #require(URL(string: "cats", relativeTo: URL(string: "https://example.org"))),
            time: Date(timeIntervalSinceReferenceDate: 700_000_000.25),
            cookies: ["a": Data([1, 2])],
            session: UUID()
        )

        let value = try RestorationValue(encoding: visit)
        let back = try value.decoded(as: Visit.self)

        #expect(back.page.absoluteString == "https://example.org/cats")
        #expect(back.time == visit.time)
        #expect(back.cookies == visit.cookies)
        #expect(back.session == visit.session)
    }

    @Test(arguments: [Double.infinity, -.infinity, .nan, 1e30])
    func `refuse a date that no archive can hold`(interval: Double) {
        struct Stay: Codable { var nights: [String: Date] }
        let date = Date(timeIntervalSinceReferenceDate: interval)

        #expect(throws: CoderError.limit(key: "nights.last", what: "the date is out of range")) {
            try RestorationValue(encoding: Stay(nights: ["last": date]))
        }
    }

    @Test func `name the part that is not a URL`() {
        let value: RestorationValue = [
            "page": "", "time": .date(Timestamp(seconds: 0)!), "cookies": [:],
        ]

        #expect(throws: CoderError.rejected(key: "page", type: "URL")) {
            try value.decoded(as: Visit.self)
        }
    }
}
