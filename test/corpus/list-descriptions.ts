import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { effort } from '../effort.js';

/** The folder of public descriptions with which the project is developed. It is not part of the project. */
export const corpusFolder: string =
  process.env['CORPUS_DIR'] ?? join(process.env['LACUNA_SHARED'] ?? '../shared', 'corpus');

/** Whether the corpus exists. */
export const hasCorpus: boolean = existsSync(corpusFolder);

// The files that are parts of a description with many files.
const parts = /^digitalocean\/specification\/(?!DigitalOcean-public)/;

/** Whether a description takes so long that only `npm run deep` reads it. */
export function isLarge(file: string): boolean {
  return /^(github|digitalocean)\//.test(file) || statSync(join(corpusFolder, file)).size > 1_800_000;
}

/**
 * Lists every description of the corpus by its path below the folder, sorted. Large ones are only included if all tests
 * run.
 */
export function listDescriptions(): string[] {
  if (!hasCorpus) return [];
  return readdirSync(corpusFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(json|ya?ml)$/.test(entry.name))
    .map((entry) => relative(corpusFolder, join(entry.parentPath, entry.name)))
    .filter((file) => !parts.test(file) && (effort === 'all' || !isLarge(file)))
    .filter((file) => isDescription(readFileSync(join(corpusFolder, file), 'utf8')))
    .sort();
}

// Looks only at the text, because a broken file of the corpus is a description too.
function isDescription(text: string): boolean {
  return /^\s*\{/.test(text) ? /"(openapi|swagger)"\s*:\s*"[23]/.test(text) : /^(openapi|swagger)\s*:/m.test(text);
}
