/// The role of a cell, which the terminal shows by colours and attributes.
public enum Style: UInt8, Hashable, Sendable, CaseIterable {
    /// Running text.
    case plain
    /// A heading or a name.
    case strong
    /// Secondary text: a label, a hint, a placeholder.
    case quiet
    /// A highlight, such as a number or a mark.
    case accent
    /// An error or a warning.
    case problem
    /// The focused row or button.
    case selected
    /// The selected row while another view has the focus.
    case selectedQuietly
    /// A text field.
    case field
    /// The focused text field.
    case fieldFocused
    /// The bar at the top.
    case bar
    /// A tab that is not selected.
    case tab
    /// The selected tab.
    case tabSelected
    /// A frame.
    case frame
    /// The frame around the focused view.
    case frameFocused
    /// A key in the help line.
    case key
}
