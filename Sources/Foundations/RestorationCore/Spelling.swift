package enum Spelling {
    /// The word most similar to `word`, if at most two letters differ.
    package static func nearest(to word: String, among words: [String]) -> String? {
        // Compares lengths first: a library may export tens of thousands of names.
        words.filter { abs($0.count - word.count) <= 2 }
            .map { (word: $0, distance: distance(word, $0)) }
            .filter { $0.distance <= 2 && $0.distance < $0.word.count }
            .min { $0.distance < $1.distance }?.word
    }

    /// The Levenshtein distance.
    private static func distance(_ left: String, _ right: String) -> Int {
        var row = Array(0...right.count)
        for (index, letter) in left.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for (column, other) in right.enumerated() {
                let exchanged = diagonal + (letter == other ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(exchanged, row[column] + 1, diagonal + 1)
            }
        }
        return row[right.count]
    }
}
