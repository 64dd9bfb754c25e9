// Writes the built pages as one C++ file, for server/site_files.hpp:
//     node embed.mjs FOLDER FILE.cpp
// Every file is compressed, and the same pages give the same bytes. String literals, because
// compilers read them many times faster than lists of numbers.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, relative, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import { literal } from './cpp_literal.mjs';

const types = {
    '.css': 'text/css; charset=utf-8',
    '.html': 'text/html; charset=utf-8',
    '.ico': 'image/x-icon',
    '.js': 'text/javascript; charset=utf-8',
    '.json': 'application/json',
    '.png': 'image/png',
    '.svg': 'image/svg+xml',
    '.txt': 'text/plain; charset=utf-8',
    '.webmanifest': 'application/manifest+json',
    '.woff2': 'font/woff2',
};

function files_in(folder) {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
        const path = join(folder, entry.name);
        return entry.isDirectory() ? files_in(path) : [path];
    });
}

function row(folder, file) {
    const path = '/' + relative(folder, file).split(sep).join('/');
    const type = types[extname(file)];
    if (type === undefined) throw new Error(`${file}: embed.mjs does not know its type`);
    const content = readFileSync(file);
    const tag = '"' + createHash('sha256').update(content).digest('hex').slice(0, 16) + '"';
    // Vite names what stands there by its content.
    const forever = path.startsWith('/assets/');
    const text = (value) => literal(Buffer.from(value));
    return `{${text(path)}, {${text(type)},\n${literal(gzipSync(content, { level: 9 }))},\n${text(tag)}, ${forever}}},`;
}

const [folder, output] = process.argv.slice(2);
const rows = files_in(folder)
    .sort()
    .map((file) => row(folder, file));
mkdirSync(dirname(output), { recursive: true });
writeFileSync(
    output,
    `// Written by web/embed.mjs.
#include "server/site_files.hpp"
namespace kalah::server {
using namespace std::string_view_literals;
static constexpr NamedFile kFiles[] = {
${rows.join('\n')}
};
std::span<const NamedFile> site_files() { return kFiles; }
}
`,
);
