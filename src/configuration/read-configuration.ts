import { isUtf8 } from 'node:buffer';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import jsTokens from 'js-tokens';
import type { CodeTable } from '../diagnostics/catalogue.js';
import type { Diagnostics, Position } from '../diagnostics/diagnostic.js';
import { LineIndex } from '../diagnostics/line-index.js';
import { splitPointer } from '../diagnostics/origin.js';
import { formatThrown } from '../diagnostics/show-text.js';
import { standardInput } from '../document/document.js';
import { resolveFolder } from '../files/folder.js';
import { type JsonNode, locateInJson, readJson, readValue } from '../files/read-json.js';
import { formatSystemError } from '../files/system-error.js';
import { listModuleFiles } from '../user-modules/list-module-files.js';
import type { ThrowPlace } from '../user-modules/load-module.js';
import { type ConfigurableOptions, optionNames, optionRows, optionTable } from './option-table.js';
import { readOptions } from './option-types.js';

/** The files that can contain the configuration of a folder. `package.json` contains it as its member `lacuna`. */
const fileNames = ['ts', 'mts', 'js', 'mjs', 'json'].map((extension) => `lacuna.config.${extension}`);
// Names that other tools accept for their configuration. Lacuna reports them, because it would ignore the options.
const unreadNames = ['cjs', 'cts', 'yaml', 'yml'].map((extension) => `lacuna.config.${extension}`);
const packageFile = 'package.json';
const packageMember = 'lacuna';

export interface ReadConfiguration {
  /** The absolute path. Paths in the options are relative to its folder. */
  readonly path: string;
  readonly descriptions: readonly ConfiguredDescription[];
  /** The absolute paths of the file and, if it is a module, of the files that it imports. */
  readonly files: readonly string[];
  /** Finds the place of an option in the file. Returns `undefined` if the code computes it. */
  locate(pointer: string): Position | undefined;
}

export interface ConfiguredDescription {
  /** Its name. Absent if the configuration has only one description. */
  readonly name?: string;
  readonly options: ConfigurableOptions;
  /** The JSON pointers of its options. */
  readonly pointers: { readonly [option: string]: string };
}

/**
 * Reads the configuration of a folder, or the one in `file`. Runs it if it is a JavaScript or TypeScript module.
 * Returns `undefined` if there is none, or if it has a mistake, which is reported.
 */
export async function readConfiguration(
  folder: string,
  file: string | undefined,
  diagnostics: Diagnostics,
): Promise<ReadConfiguration | undefined> {
  const path = file === undefined ? findConfiguration(folder, diagnostics) : resolve(folder, file);
  if (path === undefined) return undefined;
  const shown = relative(folder, path);
  const place = { file: shown, pointer: '' };
  const text = readText(path, shown, diagnostics);
  if (text === undefined) return undefined;
  const locate = createLocate(path, text);
  const ran = path.endsWith('.json') ? undefined : await runModule(path, shown);
  if (ran && 'finding' in ran) {
    const { finding, at } = ran;
    const origin = at && { file: relative(folder, at.path), pointer: '' };
    diagnostics.report('configuration-not-loaded', origin, finding, at);
    return undefined;
  }
  const read = (root: JsonNode): readonly ConfiguredDescription[] => readDescriptions(root, dirname(path));
  const reading = ran
    ? readValue(ran.value, read)
    : readJson(text, (root) => read((isPackage(path) ? root.get(packageMember) : root).unique()));
  if ('value' in reading) return { path, descriptions: reading.value, files: ran?.files ?? [path], locate };
  const { mistake } = reading;
  const position = 'line' in mistake ? mistake : locateAround(text, splitPointer(mistake.pointer));
  diagnostics.report('configuration-mistake', place, { path: shown, why: mistake.what }, { position });
  return undefined;
}

function createLocate(path: string, text: string): ReadConfiguration['locate'] {
  const prefix = isPackage(path) ? `/${packageMember}` : '';
  const isJson = path.endsWith('.json');
  return (pointer) => (isJson ? locateInJson(text, prefix + pointer) : locateInCode(text, splitPointer(pointer)));
}

function isPackage(path: string): boolean {
  return basename(path) === packageFile;
}

function findConfiguration(folder: string, diagnostics: Diagnostics): string | undefined {
  const found = fileNames.filter((name) => existsSync(join(folder, name)));
  if (hasPackageMember(join(folder, packageFile))) found.push(packageFile);
  const [first, second] = found;
  const unread = unreadNames.find((name) => existsSync(join(folder, name)));
  if (first === undefined && unread !== undefined)
    diagnostics.report('configuration-not-found', undefined, { variant: 'unread', path: unread, names: fileNames });
  if (first !== undefined && second !== undefined) {
    diagnostics.report('second-configuration', undefined, { first, second });
  }
  return first === undefined ? undefined : join(folder, first);
}

// A broken `package.json` is not reported here, because other tools do so.
function hasPackageMember(path: string): boolean {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '{}';
  const reading = readJson(text, (root) => root.find(packageMember) !== undefined);
  return 'value' in reading && reading.value;
}

function readText(path: string, shown: string, diagnostics: Diagnostics): string | undefined {
  if (!existsSync(path)) {
    diagnostics.report('configuration-not-found', undefined, { variant: 'absent', path: shown });
    return undefined;
  }
  let why: string | undefined = 'it is not valid UTF-8';
  try {
    const bytes = readFileSync(path);
    if (isUtf8(bytes)) return bytes.toString('utf8');
  } catch (error) {
    why = formatSystemError(error);
    if (why === undefined) throw error;
  }
  diagnostics.report('configuration-not-found', undefined, { variant: 'unreadable', path: shown, why });
  return undefined;
}

/** Lists the absolute paths of the files that can contain the configuration of a folder. */
export function listConfigurationPaths(folder: string, file: string | undefined): readonly string[] {
  return file === undefined ? [...fileNames, packageFile].map((name) => join(folder, name)) : [resolve(folder, file)];
}

/** The result of running a module: its default export and its files, or the finding about why there is none. */
type ModuleResult =
  | { readonly value: unknown; readonly files: readonly string[] }
  | { readonly finding: CodeTable['configuration-not-loaded']; readonly at?: ThrowPlace | undefined };

/** Runs the module at `path`. Messages contain `shown` in its place. */
async function runModule(path: string, shown: string): Promise<ModuleResult> {
  const { loadModule, locateThrown } = await import('../user-modules/load-module.js'); // loads jiti
  try {
    const value = await loadModule(path);
    if (value === undefined) return { finding: { variant: 'no-default', path: shown } };
    return { value, files: listModuleFiles(path) };
  } catch (error) {
    const finding = { variant: 'failed', path: shown, why: formatThrown(error) } as const;
    return { finding, at: locateThrown(error, listModuleFiles(path)) };
  }
}

function readDescriptions(root: JsonNode, folder: string): readonly ConfiguredDescription[] {
  const apis = root.find('apis')?.members();
  for (const node of [root, ...(apis ?? []).map(([, api]) => api)]) refuseProgramValues(node);
  if (apis === undefined) return [{ options: readOptions(root, ['$schema']), pointers: listPointers(root, '') }];
  if (apis.length === 0) root.get('apis').refuse("'apis' has no description");
  const own = Object.entries(optionTable).flatMap(([option, { isOfOne }]) => (isOfOne ? option : []));
  for (const option of own)
    root.find(option)?.refuse(`'${option}' is an option of one description; write it below 'apis'`);
  const shared = readOptions(root, ['$schema', 'apis']);
  const descriptions = apis.map(([name, node]) => {
    if (!/^[A-Za-z0-9][\w.-]*$/.test(name)) {
      node.refuse(
        `'${name}' is not a valid name: a name has letters, digits, '-', '_' and '.', and begins with a letter or a digit`,
      );
    }
    node.get('spec');
    const options = { out: `${optionRows.out.default}/${name}`, ...shared, ...readOptions(node, []) };
    return { name, options, pointers: { ...listPointers(root, ''), ...listPointers(node, `/apis/${name}`) } };
  });
  refuseSharedFolders(descriptions, folder, root);
  return descriptions;
}

// Refuses values that only flags and programs can pass.
function refuseProgramValues(node: JsonNode): void {
  const [spec, include] = [node.find('spec'), node.find('include')];
  if (spec?.value() === standardInput)
    spec.refuse("'spec' must be a file; only the flag --spec accepts standard input");
  if (include?.members().every(([, list]) => list.items().length === 0))
    include.refuse("'include' has no entries; remove it to generate all operations");
}

function listPointers(node: JsonNode, pointer: string): { [option: string]: string } {
  const stated = node.members().filter(([name]) => optionNames.includes(name));
  return Object.fromEntries(stated.map(([name]) => [name, `${pointer}/${name}`]));
}

// If two descriptions had the same output folder, the second run would remove the files of the first one.
function refuseSharedFolders(descriptions: readonly ConfiguredDescription[], folder: string, root: JsonNode): void {
  const names = new Map<string, string>();
  for (const { name = '', options } of descriptions) {
    const out = resolveFolder(resolve(folder, options.out ?? ''));
    const other = names.get(out);
    if (other !== undefined) root.get('apis').get(name).refuse(`'${name}' and '${other}' have the same output folder`);
    names.set(out, name);
  }
}

/** An object or list literal whose end has not been read. */
interface Literal {
  /** The names and indexes that lead to it from the outermost literal. */
  readonly path: readonly string[];
  /** The name or index of the member that is being read. */
  key: string | undefined;
  readonly isList: boolean;
}

/**
 * Finds the place of a member of an object literal, or of an item of a list, in JavaScript or TypeScript. `path` is for
 * example `['apis', 'orders', 'out']`. Returns `undefined` if the code computes it.
 */
function locateInCode(code: string, path: readonly string[]): Position | undefined {
  const wanted = path.join('\n');
  const tokens = listTokens(code);
  const open: Literal[] = [];
  for (const [index, { type, value, offset }] of tokens.entries()) {
    const literal = open.at(-1);
    const isMember = tokens[index + 1]?.value === ':' || tokens[index - 1]?.value === 'get';
    if (literal && !literal.isList && isMember) {
      literal.key = type === 'StringLiteral' ? value.slice(1, -1) : value;
    }
    const isItem = literal?.isList ? !/^[,\]]$/.test(value) : isMember;
    if (isItem && literal && [...literal.path, literal.key].join('\n') === wanted)
      return new LineIndex(code).locate(offset);
    if (type === 'Punctuator') follow(value, open);
  }
  return undefined;
}

/**
 * Finds the place of the innermost member around a path that the code states. For `['client', 'retries']` it is
 * `client` if a function computes the value of `client`. If the code states no such member, returns the place of the
 * default export.
 */
function locateAround(code: string, path: readonly string[]): Position {
  for (let length = path.length; length > 0; length--) {
    const found = locateInCode(code, path.slice(0, length));
    if (found) return found;
  }
  const tokens = listTokens(code);
  const begin = tokens.findIndex(({ value }, index) =>
    /^export default|^module \./.test(`${value} ${tokens[index + 1]?.value}`),
  );
  return new LineIndex(code).locate(tokens[begin]?.offset ?? 0);
}

function listTokens(code: string): { readonly type: string; readonly value: string; readonly offset: number }[] {
  let end = 0;
  return [...jsTokens(code)].flatMap(({ type, value }) => {
    const offset = end;
    end += value.length;
    return /^(WhiteSpace|LineTerminatorSequence|.+Comment)$/.test(type) ? [] : [{ type, value, offset }];
  });
}

function follow(punctuator: string, open: Literal[]): void {
  const literal = open.at(-1);
  if (punctuator === '{' || punctuator === '[') {
    const isList = punctuator === '[';
    // The path of a literal that is no member of another literal is empty.
    const path = literal?.key === undefined ? [] : [...literal.path, literal.key];
    open.push({ path, key: isList ? '0' : undefined, isList });
  } else if (punctuator === '}' || punctuator === ']') {
    open.pop();
  } else if (punctuator === ',' && literal) {
    literal.key = literal.isList ? String(Number(literal.key) + 1) : undefined;
  }
}
