/// How a cell looks: a role, which the terminal turns into colours and attributes.
public enum Style: UInt8, Hashable, Sendable, CaseIterable {
    /// Running text.
    case plain
    /// A heading or a name.
    case strong
    /// What matters less: labels, hints, an empty place.
    case quiet
    /// Something to find quickly: a number, a mark.
    case accent
    /// What is wrong.
    case problem
    /// The row or button that the next key applies to.
    case selected
    /// The selected row while the keys go elsewhere.
    case selectedQuietly
    /// A text field.
    case field
    /// The text field that has the keys.
    case fieldFocused
    /// The bar at the top.
    case bar
    /// A tab that is not shown.
    case tab
    /// The tab that is shown.
    case tabSelected
    /// A frame.
    case frame
    /// The frame around what has the keys.
    case frameFocused
    /// A key in the help line.
    case key
}
