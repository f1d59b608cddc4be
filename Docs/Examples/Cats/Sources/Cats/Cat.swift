/// A cat. A real program would read its cats from a database.
struct Cat: Sendable {
    let id: String
    let name: String

    static let all = [
        Cat(id: "c1", name: "Milo"), Cat(id: "c2", name: "Lili"), Cat(id: "c3", name: "Otto"),
    ]
}
