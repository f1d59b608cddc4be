internal import CRestorationPlugin
internal import RestorationCore

extension PluginCoder {
    static var functions: restoration_coder {
        unsafe restoration_coder(
            struct_size: UInt32(MemoryLayout<restoration_coder>.size),
            schema_version: 0,
            context: nil,
            put: { unsafe PluginCoder.put($0, $1, $2) },
            begin: { unsafe PluginCoder.begin($0, $1, kind: $2) },
            end: { unsafe PluginCoder.end($0) },
            get: { unsafe PluginCoder.get($0, $1, $2) },
            enter: { unsafe PluginCoder.enter($0, $1, kind: $2, $3) },
            leave: { unsafe PluginCoder.leave($0) },
            key_at: { unsafe PluginCoder.key($0, at: $1, $2) },
            skip: { unsafe PluginCoder.skip($0) },
            copy: { unsafe PluginCoder.copy($0, $1, from: $2, $3) },
            mark: { unsafe PluginCoder.mark($0, $1, $2) }
        )
    }
}
