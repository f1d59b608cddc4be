/// Cats drawn in characters.
enum Portrait {
    private static let all = [
        [
            #"   /\_____/\"#,
            #"  (  o   o  )"#,
            #"  (   =^=   )"#,
            #"   \  '-'  /"#,
            #"    )     ("#,
            #"   /  | |  \  )"#,
            #"  (__(| |)__)/"#,
        ],
        [
            #""#,
            #"   /\___/\"#,
            #"  (  - -  )"#,
            #"  (  =Y=  )___"#,
            #"   '-._.-'    \"#,
            #"  (__/ (___)   )"#,
            #"   '------'---'~"#,
        ],
        [
            #"    |\___/|"#,
            #"    ( O O )"#,
            #"   ==  Y  =="#,
            #"     \ ~ /"#,
            #"     /   \    /"#,
            #"    | | | |  |"#,
            #"    (_|_|_)_/"#,
        ],
        [
            #"   ,_     _,"#,
            #"   | \___/ |"#,
            #"   |  ^ ^  |"#,
            #"    \  w  /"#,
            #"   __)   (__"#,
            #"  (         )~~"#,
            #"   '-'---'-'"#,
        ],
    ]

    /// The drawing for the cat at that place of the list; always the same one.
    static func lines(for position: Int) -> [String] { all[position % all.count] }
}
