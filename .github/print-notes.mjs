// Prints the section of CHANGELOG.md about a version: `node .github/print-notes.mjs v1.2.3`. Fails if the tag is not
// the version of the package, or if there is no such section.
import { readFileSync } from 'node:fs';
import process from 'node:process';

const [tag = ''] = process.argv.slice(2);
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
if (tag !== `v${version}`) throw new Error(`the tag is ${tag}, but package.json has version ${version}`);
const sections = readFileSync('CHANGELOG.md', 'utf8').split(/^## /m);
const section = sections.find((text) => text.startsWith(`${version}\n`));
if (section === undefined) throw new Error(`CHANGELOG.md has no section '## ${version}'`);
console.log(section.slice(version.length).trim());
