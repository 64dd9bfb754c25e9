// Writes the script and the style of a report as one C++ file, for report/report.hpp:
//     node embed_report.mjs FOLDER FILE.cpp
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { literal } from './cpp_literal.mjs';

const [folder, output] = process.argv.slice(2);
const bytes = (name) => literal(readFileSync(join(folder, name)));
mkdirSync(dirname(output), { recursive: true });
writeFileSync(
    output,
    `// Written by web/embed_report.mjs.
#include "report/report.hpp"
using namespace std::string_view_literals;
namespace kalah::report {
std::string_view page_style() { return
${bytes('report.css')}; }
std::string_view page_script() { return
${bytes('report.js')}; }
}
`,
);
