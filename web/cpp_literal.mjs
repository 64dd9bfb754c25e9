/** A C++ string view of bytes, in lines that can be looked at. */
export function literal(bytes, per_line = 100) {
    const lines = [];
    for (let at = 0; at < bytes.length; at += per_line) {
        let line = '';
        for (const byte of bytes.subarray(at, at + per_line)) {
            const plain =
                byte >= 0x20 && byte < 0x7f && !'"\\?'.includes(String.fromCharCode(byte));
            line += plain ? String.fromCharCode(byte) : '\\' + byte.toString(8).padStart(3, '0');
        }
        lines.push(`"${line}"`);
    }
    return (lines.length > 0 ? lines.join('\n') : '""') + 'sv';
}
