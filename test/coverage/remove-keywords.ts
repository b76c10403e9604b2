import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Diagnostics } from '../../src/diagnostics/diagnostic.js';
import { buildChildOrigin, formatOrigin, splitPointer } from '../../src/diagnostics/origin.js';
import { readDocument } from '../../src/document/read-document.js';
import { buildApi } from '../../src/model-builder/api.js';
import { emitDescription } from '../../src/pipeline/generate.js';
import type { Settings } from '../../src/pipeline/settings.js';
import { Coverage } from './coverage.js';
import { findPurpose } from './keyword-uses.js';
import type { CoverageRow } from './list-coverage.js';
import { listUses, omitStop } from './list-uses.js';
import { saysAgain } from './says-again.js';

type Json = { [key: string]: unknown };

/** The output for a description: the text of all artifacts, and the findings. */
interface Result {
  readonly text: string;
  readonly findings: readonly string[];
}

// The bundled description contains every keyword, and the reference is made from it, so both are left out.
const settings: Pick<Settings, 'kinds' | 'recorded' | 'onStage'> = {
  kinds: new Set(['types', 'client', 'server', 'validators', 'not-shown']),
  recorded: { spec: '', only: [], emit: 'ts', importExtension: 'js', dates: 'string', int64: 'number', start: 'redoc' },
  onStage: () => undefined,
};

/**
 * Removes one keyword after the other from the description in `file`: those that the coverage lists as emitted and that
 * `choose` selects. Returns the keywords for which no artifact changes, neither without the keyword nor with another
 * value, and for which neither a finding nor the specification states the reason.
 */
export async function findUnused(
  file: string,
  choose: (row: CoverageRow) => boolean,
): Promise<CoverageRow[] | undefined> {
  const base = await emit(file);
  const rows = base && (await listRows(file));
  const value = rows && readDocument(file, new Diagnostics())?.files.get(basename(file))?.value;
  if (!base || !rows || !isObject(value)) return undefined;
  const unused: CoverageRow[] = [];
  for (const row of rows) {
    if (row.origin.file !== basename(file) || row.use !== 'emitted') continue;
    if (findPurpose(row.object, row.keyword) === 'documentation') continue;
    const holder = splitPointer(row.origin.pointer).reduce<unknown>((at, token) => memberOf(at, token), value);
    if (!isObject(holder) || isEmpty(holder[row.keyword]) || isExplained(row, base.findings)) continue;
    if (saysAgain(row, value) || !choose(row)) continue;
    if (!(await isSeen(file, value, holder, row.keyword, base))) unused.push(row);
  }
  writeFileSync(file, JSON.stringify(value));
  return unused;
}

async function isSeen(file: string, value: Json, holder: Json, keyword: string, base: Result): Promise<boolean> {
  const members = Object.entries(holder);
  const change = (changed: readonly [string, unknown][]): void => {
    for (const name of Object.keys(holder)) delete holder[name];
    Object.assign(holder, Object.fromEntries(changed));
  };
  const emitChanged = async (changed: readonly [string, unknown][]): Promise<Result | undefined> => {
    change(changed);
    writeFileSync(file, JSON.stringify(value));
    return emit(file);
  };
  const removed = await emitChanged(members.filter(([name]) => name !== keyword));
  let seen =
    removed?.text !== base.text || base.findings.some((one) => isReduction(one) && !removed.findings.includes(one));
  // If a keyword only repeats a default, its removal changes nothing. It still counts as used if another value changes
  // an artifact or is refused.
  for (const other of seen ? [] : listOthers(keyword, members)) {
    const changed = await emitChanged(members.map(([name, old]) => [name, name === keyword ? other : old]));
    seen = changed?.text !== base.text || changed.findings.length !== base.findings.length;
    if (seen) break;
  }
  change(members);
  return seen;
}

function listOthers(keyword: string, members: readonly [string, unknown][]): unknown[] {
  const old = members.find(([name]) => name === keyword)?.[1];
  if (keyword === 'type') return ['boolean', 'integer', 'string', 'object'].filter((type) => type !== old);
  if (keyword === 'schema' || keyword === 'items') return [{ type: 'boolean' }];
  if (typeof old === 'boolean') return [!old];
  if (typeof old === 'number') return [old + 1];
  return typeof old === 'string' ? [`x${old}`, 'form', 'simple', 'pipeDelimited'].filter((text) => text !== old) : [];
}

async function emit(file: string): Promise<Result | undefined> {
  const diagnostics = new Diagnostics();
  const document = readDocument(file, diagnostics);
  const api = document && !diagnostics.hasErrors ? buildApi(document, diagnostics) : undefined;
  if (!document || !api || diagnostics.hasErrors) return undefined;
  const artifacts = await emitDescription(document, api, settings, diagnostics).catch(omitStop);
  if (!artifacts) return undefined;
  const text = artifacts.map(({ path, bytes }) => `${path}\n${bytes}`).join('\n');
  return { text, findings: diagnostics.list.map(({ code, origin }) => `${code} ${origin && formatOrigin(origin)}`) };
}

async function listRows(file: string): Promise<CoverageRow[]> {
  const diagnostics = new Diagnostics();
  const coverage = new Coverage();
  const document = readDocument(file, diagnostics);
  const api = document && buildApi(document, diagnostics, coverage);
  return listUses({ ...(document && { document }), ...(api && { api }) }, settings, diagnostics, coverage);
}

// A finding inside the keyword says what happens to it. If a finding says that an artifact omits something, it applies
// to everything inside that.
function isExplained({ origin, keyword }: CoverageRow, findings: readonly string[]): boolean {
  const place = formatOrigin(buildChildOrigin(origin, keyword));
  return findings.some((finding) => {
    const [, at = ''] = finding.split(' ');
    return `${at}/`.startsWith(`${place}/`) || (isReduction(finding) && `${place}/`.startsWith(`${at}/`));
  });
}

function isReduction(finding: string): boolean {
  return finding.startsWith('reduced-emission ');
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
