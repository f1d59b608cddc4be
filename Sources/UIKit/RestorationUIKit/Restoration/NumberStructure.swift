import Foundation

/// A struct of numbers. Unlike Darwin's Foundation, Linux's does not box it in an `NSValue`.
protocol NumberStructure {
    static var tag: String { get }
    var numbers: [Double] { get }
    init?(numbers: [Double])
}

enum NumberStructures {
    static var types: [any NumberStructure.Type] {
        [
            CGPoint.self, CGSize.self, CGRect.self, UIEdgeInsets.self, CGAffineTransform.self,
            NSRange.self,
        ]
    }
}

extension CGPoint: NumberStructure {
    static var tag: String { "$point" }
    var numbers: [Double] { [x, y].map { Double($0) } }
    init?(numbers: [Double]) {
        guard numbers.count == 2 else { return nil }
        self.init(x: numbers[0], y: numbers[1])
    }
}

extension CGSize: NumberStructure {
    static var tag: String { "$size" }
    var numbers: [Double] { [width, height].map { Double($0) } }
    init?(numbers: [Double]) {
        guard numbers.count == 2 else { return nil }
        self.init(width: numbers[0], height: numbers[1])
    }
}

extension CGRect: NumberStructure {
    static var tag: String { "$rect" }
    var numbers: [Double] { origin.numbers + size.numbers }
    init?(numbers: [Double]) {
        guard numbers.count == 4 else { return nil }
        self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }
}

extension UIEdgeInsets: NumberStructure {
    static var tag: String { "$insets" }
    var numbers: [Double] { [top, left, bottom, right].map { Double($0) } }
    init?(numbers: [Double]) {
        guard numbers.count == 4 else { return nil }
        self.init(top: numbers[0], left: numbers[1], bottom: numbers[2], right: numbers[3])
    }
}

extension NSRange: NumberStructure {
    static var tag: String { "$range" }
    var numbers: [Double] { [Double(location), Double(length)] }
    init?(numbers: [Double]) {
        guard numbers.count == 2, let length = Int(exactly: numbers[1]) else { return nil }
        // `NSNotFound`, the largest Int, is not an exact Double.
        self.init(location: Int(exactly: numbers[0]) ?? NSNotFound, length: length)
    }
}

extension CGAffineTransform: NumberStructure {
    static var tag: String { "$transform" }
    var numbers: [Double] { [a, b, c, d, tx, ty].map { Double($0) } }
    init?(numbers: [Double]) {
        guard numbers.count == 6 else { return nil }
        self.init(
            a: numbers[0],
            b: numbers[1],
            c: numbers[2],
            d: numbers[3],
            tx: numbers[4],
            ty: numbers[5]
        )
    }
}
