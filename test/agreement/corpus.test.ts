import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Diagnostics } from '../../src/diagnostics/diagnostic.js';
import type { JsonValue } from '../../src/model/element.js';
import type { Failure } from '../../src/runtime/validate/validators.js';
import { encodeJson } from '../../src/typescript/code.js';
import { corpusFolder, hasCorpus } from '../corpus/list-descriptions.js';
import { effort } from '../effort.js';
import { readList } from '../read-list.js';
import { compileFolder, emitInto, temporaryFolder, writeFiles } from '../types/emission.js';
import { failuresOf } from '../validators/load-validators.js';
import { makeAjv } from './ajv-checks.js';
import { lookUp, mentions } from './json-schema.js';
import { sayAsTypes } from './say-as-types.js';
import { readCorpus, seed } from './values.js';

/**
 * Compares validators, types and ajv with the same values of the corpus. Validators and ajv always agree if ajv reads a
 * description as our findings say. `not-compiled-by-ajv.txt` lists the schemas that ajv cannot compile. Types accept
 * the values that validators accept, and refuse the others, except for the keywords in `untyped-keywords.txt`.
 */
const notCompiled = readList('not-compiled-by-ajv.txt', import.meta.url);
const untyped = readList('untyped-keywords.txt', import.meta.url);

interface Probe {
  readonly place: string;
  /** Whether both accept it: the validator, and JSON Schema with the restrictions that `sayAsTypes` adds. */
  readonly accepted: boolean;
  readonly refused: boolean;
  /** The keywords by which the validator refuses it. */
  readonly keywords: readonly string[];
}

if (!hasCorpus) console.log(`not run: there is no corpus at ${corpusFolder}`);

describe.runIf(hasCorpus)('agreement', () => {
  test(`validators agree with ajv (SEED=${seed})`, { timeout: 600_000 }, async () => {
    const differences: string[] = [];
    const untaken: string[] = [];
    let asked = 0;
    for (const { file, description, loaded, subjects } of await readCorpus()) {
      const ajv = makeAjv(description);
      for (const { pointer, values } of subjects) {
        const name = `validate${loaded.names.get(pointer)?.types.response}`;
        const check = tryTo(() => ajv(pointer));
        if (!check) untaken.push(`${file} ${pointer}`);
        if (!check || !loaded.validators[name]) continue;
        asked += values.length;
        for (const value of values) {
          const ours = failuresOf(loaded.validators, name, value).length === 0;
          const theirs = check(value).length === 0;
          if (ours !== theirs)
            differences.push(`${file} ${pointer}: ${ours ? 'only ajv' : 'only we'} refuse ${JSON.stringify(value)}`);
        }
      }
    }
    expect(differences).toEqual([]);
    expect(untaken.filter((each) => !notCompiled.has(each))).toEqual([]);
    const files = new Set((await readCorpus()).map(({ file }) => file));
    const needless = [...notCompiled].filter((each) => files.has(each.split(' ')[0] ?? '') && !untaken.includes(each));
    expect(needless, 'not-compiled-by-ajv.txt').toEqual([]);
    expect(asked).toBeGreaterThan({ part: 500, most: 7_000, all: 10_000 }[effort]);
  });

  test(`types allow what validators allow (SEED=${seed})`, { timeout: 600_000 }, async () => {
    const folder = temporaryFolder();
    const probes = await writeProbes(folder);
    writeFiles(folder, { 'same.ts': 'export function same<Value>(value: Value): Value {\n  return value;\n}\n' });
    const refused = listRefused(compileFolder(folder));
    const unsound: string[] = [];
    const lax: string[] = [];
    for (const [line, { place, accepted, refused: isRefused, keywords }] of probes) {
      const message = refused.get(line);
      if (accepted && message !== undefined) unsound.push(`${place}\n${message}`);
      if (isRefused && message === undefined && !keywords.some((keyword) => untyped.has(keyword)))
        lax.push(`${place}: ${keywords.join(', ')}`);
    }
    expect(unsound).toEqual([]);
    expect(lax).toEqual([]);
  });
});

/**
 * Writes the types of each description, and beside them a module with one line per value. Returns the subject of each
 * line.
 */
async function writeProbes(folder: string): Promise<Map<string, Probe>> {
  const probes = new Map<string, Probe>();
  let index = 0;
  for (const { file, description, loaded, subjects } of await readCorpus()) {
    if (!loaded.input) continue;
    const place = `d${index++}`;
    emitInto(join(folder, place), { ...loaded.input, diagnostics: new Diagnostics() });
    const lines = ["import type * as T from './types/index.js';", "import { same } from '../same.js';"];
    const asTypes = makeAjv(description, sayAsTypes);
    for (const { pointer, values } of subjects) {
      // The tests of the views check properties of one direction.
      if (mentions(description, lookUp(description, `#${encodeURI(pointer)}`), 'writeOnly')) continue;
      const check = tryTo(() => asTypes(pointer));
      const type = loaded.names.get(pointer)?.types.response;
      const guard = loaded.validators[`is${type}`];
      if (!guard) continue;
      for (const value of values) {
        const text = encodeJson(value as JsonValue);
        // Passes the value through a function, because TypeScript refuses further members in a literal. The function
        // also widens the types of mixed lists.
        const isAccepted = guard(value) === true;
        lines.push(`export const v${lines.length}: T.${type} = ${isAccepted ? `same(${text})` : text};`);
        const keywords = failuresOf(loaded.validators, `validate${type}`, value).flatMap(nameKeywords);
        probes.set(`${place}/probe.ts:${lines.length}`, {
          place: `${file} ${pointer}: ${text}`,
          accepted: isAccepted && check?.(value).length === 0,
          refused: !isAccepted,
          keywords,
        });
      }
    }
    writeFileSync(join(folder, place, 'probe.ts'), `${lines.join('\n')}\n`);
  }
  return probes;
}

/** Returns the keyword of a failure and the keywords around it. In a type, an integer is a number. */
function nameKeywords({ keyword, expected, schemaPointer }: Failure): string[] {
  const own = keyword === 'type' && expected.includes('integer') ? 'type: integer' : keyword;
  return [own, ...schemaPointer.split('/').slice(1, -1)];
}

function tryTo<Value>(act: () => Value): Value | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

/** Returns the compiler's messages by file and line. */
function listRefused(messages: readonly string[]): Map<string, string> {
  const refused = new Map<string, string>();
  let current = '';
  for (const message of messages) {
    const found = /^(d\d+\/probe\.ts)\((\d+),/.exec(message);
    if (found) current = `${found[1]}:${found[2]}`;
    else if (!message.startsWith(' ')) throw new Error(message);
    refused.set(current, `${refused.get(current) ?? ''}${message}\n`);
  }
  return refused;
}
