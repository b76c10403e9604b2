import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Code that a user could write, and how it changes when `getPet` is renamed to `fetchPet`. */
export interface Shape {
  readonly name: string;
  /** The files before the change, by path. */
  readonly before: ReadonlyMap<string, string>;
  readonly after: ReadonlyMap<string, string>;
  /** Whether every place with an old name must be listed. Otherwise, places in the user's own names are not checked. */
  readonly listsMentions: boolean;
  /** Whether the code does not compile until the user changes the listed places. */
  readonly breaks: boolean;
  /** The compiler settings of the shape, if it has its own. `false` if it cannot be compiled. */
  readonly compile: string | boolean;
  /** Whether the folder also contains an `add-pet.ts` and a store at the beginning. */
  readonly hasBase: boolean;
  readonly encode: (text: string) => string;
}

// The names in the output for `getPet`. `«before|after»` marks a text that changes, `«getPet»` a text that stays.
const names =
  /«([^|»]*)(?:\|([^»]*))?»|(?<![\p{ID_Continue}$-])((?:is|validate|with)?(?:get|Get)Pet(?![\p{Ll}])[\p{ID_Continue}$]*)|((?:client|server|operations)\/get-pet)/gu;

/** Lists the numbers, from 1, of the lines of a text with old names. */
export function listOldLines(text: string): number[] {
  const old = /(?<![\p{ID_Continue}$])(is|validate|with)?(get|Get)Pet(?![\p{Ll}])/u;
  return text.split(/\r?\n/).flatMap((line, index) => (old.test(line) ? [index + 1] : []));
}

/**
 * Reads the shapes of a folder. A shape begins with `#### name`. `=== path` is before each of its files, and `@` before
 * other settings.
 */
export function readShapes(folder: string): Shape[] {
  return readdirSync(folder)
    .sort()
    .flatMap((file) =>
      readFileSync(join(folder, file), 'utf8')
        .split(/^#### /m)
        .slice(1)
        .map((text) => readShape(text, file.replace(/\.txt$/, ''))),
    );
}

function readShape(text: string, topic: string): Shape {
  const [name = ''] = text.split('\n', 1);
  const flags = new Map(
    [...text.matchAll(/^@(crlf|bom|bare|long|breaks|compile|skip-compile|skip-mentions)\b ?(.*)\n/gm)].map(
      ([, flag = '', value = '']) => [flag, value],
    ),
  );
  const rows = text
    .replace(/^@(crlf|bom|bare|long|breaks|compile|skip-compile|skip-mentions)\b.*\n/gm, '')
    .split(/^=== /m)
    .slice(1)
    .map((part) => [part.slice(0, part.indexOf('\n')), `${part.slice(part.indexOf('\n') + 1).trimEnd()}\n`] as const);
  const files = rows.map(([path, content]) => [path, content.replace('…', longExpression(flags.get('long')))] as const);
  const settings = flags.get('compile') ?? (files.some(([path]) => path === 'tsconfig.json') ? 'tsconfig.json' : true);
  return {
    name: `${topic}: ${name}`,
    before: new Map(files.map(([path, content]) => [path, content.replace(names, writeBefore)])),
    after: new Map(files.map(([path, content]) => [path, content.replace(names, writeAfter)])),
    listsMentions: !flags.has('skip-mentions'),
    breaks: flags.has('breaks'),
    compile: flags.has('skip-compile') ? false : settings,
    hasBase: !flags.has('bare'),
    encode: (content) =>
      (flags.has('bom') ? '\ufeff' : '') + (flags.has('crlf') ? content.replaceAll('\n', '\r\n') : content),
  };
}

function writeBefore(match: string, before: string | undefined): string {
  return before ?? match;
}

function writeAfter(match: string, before?: string, after?: string): string {
  if (before !== undefined) return after ?? before;
  return match.replace('get-pet', 'fetch-pet').replace('GetPet', 'FetchPet').replace('getPet', 'fetchPet');
}

function longExpression(kind: string | undefined): string {
  const parts = Array.from({ length: 2000 }, (_, index) => index);
  if (kind === 'sum') return parts.map((part) => `'${part}'`).join(' + ');
  if (kind === 'chain') return `builder${parts.map((part) => `.add('${part}')`).join('')}`;
  return `${parts.map((part) => `number === ${part} ? '${part}' : `).join('')}''`;
}
