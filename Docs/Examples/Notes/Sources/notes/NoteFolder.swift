import Foundation

/// The notes, one file each. Saved text is data, so restoration does not touch it.
final class NoteFolder {
    private let path: String
    /// The notes' names, in alphabetical order.
    private(set) var names: [String]

    /// - Parameter path: The directory, which is created with some example notes if it does not
    ///   exist.
    init(path: String) throws {
        self.path = path
        if !FileManager.default.fileExists(atPath: path) {
            try FileManager.default.createDirectory(
                atPath: path,
                withIntermediateDirectories: true
            )
            for note in SampleNotes.all {
                try note.text.write(
                    toFile: "\(path)/\(note.name).txt",
                    atomically: true,
                    encoding: .utf8
                )
            }
        }
        names = try FileManager.default.contentsOfDirectory(atPath: path)
            .filter { $0.hasSuffix(".txt") }
            .map { String($0.dropLast(4)) }
            .sorted()
    }

    func text(of name: String) -> String {
        (try? String(contentsOfFile: "\(path)/\(name).txt", encoding: .utf8)) ?? ""
    }

    func write(_ text: String, to name: String) throws {
        try text.write(toFile: "\(path)/\(name).txt", atomically: true, encoding: .utf8)
    }
}

/// Example notes.
enum SampleNotes {
    static var all: [(name: String, text: String)] {
        dishes.flatMap { dish in
            places.map { place in
                ("\(dish) from \(place)", text(dish, place))
            }
        }
    }

    private static let dishes = [
        "Apple pie", "Barley soup", "Carrot cake", "Dumplings", "Egg salad", "Flatbread", "Gnocchi",
        "Honey cake", "Ice cream", "Jam", "Kale stew", "Lentil curry", "Meatballs", "Noodles",
        "Onion tart", "Pancakes", "Quince jelly", "Rice pudding", "Strudel", "Tomato salad",
    ]
    private static let places = [
        "Aarhus", "Bergen", "Coimbra", "Dresden", "Évora", "Faro", "Gdańsk", "Helsinki", "Izmir",
        "Jena", "Kraków", "Lund", "Malmö", "Nîmes", "Olomouc", "Porto",
    ]

    private static func text(_ dish: String, _ place: String) -> String {
        let steps = (1...24).map { step in
            "\(step). Wait \(step * 5 % 35 + 2) minutes, then ask somebody in \(place) what to do"
                + " with the \(dish.lowercased()) next."
        }
        return "\(dish) as they make it in \(place)\n\n" + steps.joined(separator: "\n\n") + "\n"
    }
}
