import { hash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import type { JsonObject, JsonValue } from '../model/element.js';
import type { ReferencePage } from '../model/reference-page.js';
import { outlineDescription } from './outline-description.js';
import { closeReference, type PrintedDefinition, printDefinition } from './print-definition.js';
import { runRedocly } from './run-redocly.js';

/**
 * Renders a description in one file as Redoc's page. The page makes no requests and is the same on every machine. If
 * Redocly fails or takes longer than `seconds`, reports why and returns `undefined`. `encode` encodes each name and value of
 * the description, also within a longer text.
 */
export async function renderReference(
  description: JsonObject,
  encode: (text: string) => string,
  seconds: number,
  diagnostics: Diagnostics,
): Promise<ReferencePage | undefined> {
  const definition = printDefinition(description, sharedName, encode);
  const text = encode(JSON.stringify(outlineDescription(description), closeReferences));
  // Separates the parts of the page. A description cannot contain its own hash.
  const border = `<!--${hash('sha256', text)}-->`;
  const folder = mkdtempSync(join(tmpdir(), 'lacuna-reference-'));
  try {
    writeFileSync(join(folder, 'openapi.json'), text);
    const options = { telemetry: 'off', openapi: chooseOptions(definition) };
    writeFileSync(join(folder, 'redocly.yaml'), JSON.stringify(options));
    writeFileSync(join(folder, 'page.hbs'), `{{{redocHead}}}${border}{{{redocHTML}}}`);
    const argv = ['build-docs', 'openapi.json', '--inlineBundle', '--template=page.hbs', '--output=page.html'];
    // Rendering the outline ends before V8's optimizations pay off.
    const run = await runRedocly({ argv, flags: ['--no-opt'], folder, seconds });
    if (run.code === 0) return splitPage(readFileSync(join(folder, 'page.html'), 'utf8'), border, definition);
    diagnostics.report('redocly-failed', undefined, { command: 'build-docs', why: run.complaint });
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function closeReferences(_key: string, value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null || !('$ref' in value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [closeReference(key, member), member]));
}

// The most characters of a description whose schemas are shown expanded. More would take too long.
const mostUnfolded = 500_000;

/** Returns the options of Redoc: the height in pixels of the bar above it, no raw extensions, and what is expanded. */
function chooseOptions({ length }: PrintedDefinition): JsonObject {
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

/** The name of the list of the parts that repeat in the definition. */
const sharedName = '__shared';

const scriptStart = '<script type="module">';
const scriptEnd = '</script>';

// Checks each assumption about the page of Redoc, so that a version of Redoc that breaks an assumption fails here.
function splitPage(html: string, border: string, definition: PrintedDefinition): ReferencePage {
  const [styles = '', rest = '', ...more] = html.split(border);
  const [body = '', tail = '', ...others] = rest.split(scriptStart);
  const [script = '', end = '', ...further] = tail.split(scriptEnd);
  if (more.length + others.length + further.length > 0 || end.trim() !== '' || script.includes('\r')) {
    throw new Error('Redoc printed an unexpected page: it does not end with one script');
  }
  if (!body.trim().startsWith('<div id="redoc">') || !script.includes('hydrate(__redoc_definition')) {
    throw new Error('Redoc printed an unexpected page: its script hydrates no element');
  }
  if (/<(?:link|script|base)\b|url\((?!["']?data:)/i.test(styles)) {
    throw new Error('Redoc printed an unexpected page: its head loads other files');
  }
  const [bodyScript, ...bodyScripts] = [...body.matchAll(/<script>(.*?)<\/script>/gs)].map(([, text]) => text);
  if (bodyScript === undefined || bodyScripts.length > 0 || /<script(?!>)/.test(body)) {
    throw new Error('Redoc printed an unexpected page: its body does not have exactly one script');
  }
  return {
    styles,
    body,
    bodyScript,
    sharedScript: [`const ${sharedName} = `, ...definition.shared, ';'],
    script: complete(script, definition),
  };
}

const definitionStart = 'const __redoc_definition = ';
const definitionEnd = ';\n      const __redoc_options = ';

/**
 * Puts the definition into Redoc's script. The rest of the script stays as build-docs writes it. build-docs renders
 * only the first page, from an outline, which takes a fraction of the time. In the browser, Redoc renders the rest from
 * this definition. Parts that repeat are written once, in an earlier script. This makes the page of a large description
 * several times smaller.
 */
function complete(script: string, { text }: PrintedDefinition): string[] {
  const start = script.lastIndexOf(definitionStart);
  const end = script.lastIndexOf(definitionEnd);
  if (start < 0 || end < start) throw new Error('Redoc printed an unexpected page: it does not contain the definition');
  return [script.slice(0, start), definitionStart, ...text, script.slice(end)];
}
