import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import type { JsonObject, JsonValue } from '../model/element.js';
import { encodeDirections } from '../text/encode.js';
import { closeReference } from './closed-files.js';
import { runRedocly } from './run-redocly.js';

/**
 * Renders a description in one file with `redocly build-docs`, as the HTML of Redoc's styles, its element and its script.
 * The HTML makes no requests, and is the same on every machine. If Redocly fails or takes longer than `seconds`, reports
 * why and returns `undefined`.
 */
export async function renderReference(
  description: JsonObject,
  seconds: number,
  diagnostics: Diagnostics,
): Promise<string | undefined> {
  const text = encodeDirections(JSON.stringify(description, closeReferences));
  const folder = mkdtempSync(join(tmpdir(), 'lacuna-reference-'));
  try {
    writeFileSync(join(folder, 'openapi.json'), text);
    const options = { telemetry: 'off', openapi: chooseOptions(text) };
    writeFileSync(join(folder, 'redocly.yaml'), JSON.stringify(options));
    writeFileSync(join(folder, 'page.hbs'), '{{{redocHead}}}{{{redocHTML}}}');
    const argv = ['build-docs', 'openapi.json', '--inlineBundle', '--template=page.hbs', '--output=page.html'];
    const run = await runRedocly({ argv, folder, seconds });
    if (run.code === 0) return linkWithinPage(readFileSync(join(folder, 'page.html'), 'utf8'));
    diagnostics.report('redocly-failed', undefined, { command: 'build-docs', why: run.complaint });
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

// In a browser, Redoc's places are fragments of the page, but its HTML links to them as paths. A script can repair a link only
// when it is clicked, not when it is opened in another tab. The router marks its links.
function linkWithinPage(html: string): string {
  return html.replace(/ href="(\/[^"]*)" data-discover="true"/g, ' href="#$1" data-discover="true"');
}

// Redoc computes nothing from numbers, and shows a text unchanged.
function closeReferences(_key: string, value: JsonValue): JsonValue {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null || !('$ref' in value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [closeReference(key, member), member]));
}

// The most characters of a description whose schemas are shown expanded. More would take too long.
const mostUnfolded = 500_000;

/** Returns the options of Redoc: the height in pixels of the bar above it, no raw extensions, and what is expanded. */
function chooseOptions({ length }: string): JsonObject {
  return {
    hideDownloadButtons: true,
    scrollYOffset: 44,
    showExtensions: false,
    // Redoc drops samples in languages that are not listed here. It does not know TypeScript.
    codeSamples: {
      languages: [
        { lang: 'curl' },
        { lang: 'Node.js', label: 'TypeScript' },
        { lang: 'JavaScript', label: 'JavaScript' },
        { lang: 'Python' },
      ],
    },
    ...(length <= mostUnfolded && { schemasExpansionLevel: 'all' }),
  };
}
