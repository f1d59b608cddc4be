/// Whether a search for plugins uses the index that an earlier one left, and how far it trusts it.
public enum PluginIndexing: Hashable, Sendable {
    /// Not at all: every library's manifest is read, and nothing is written.
    case off
    /// Every directory and every file is compared with the index by device, inode, size and times.
    case checkingFiles
    /// Only directories are compared. A file that was written over in place, rather than replaced,
    /// as installers do, is noticed only when its plugin is loaded; until then its old routes
    /// count.
    case checkingDirectories
}
