import { childOrigin, type Origin } from '../diagnostics/origin.js';

/** What became of a keyword of the description. */
export type Use = 'emitted' | 'documentation' | 'ignored' | 'refused' | 'unvisited';

/** One row of the account: a keyword of an object, or an object that nobody visited. */
export interface CoverageRow {
  readonly origin: Origin;
  /** The OpenAPI word for the object that holds the keyword. */
  readonly object: string;
  readonly keyword: string;
  readonly use: Use;
  readonly reason?: string;
}

interface Account {
  readonly origin: Origin;
  readonly object: string;
  readonly taken: readonly string[] | 'all';
  readonly data: readonly string[];
}

/** The closed list of keywords that carry text for people and nothing else, by object; `*` for any object. */
export const documentationKeywords: { readonly [object: string]: readonly string[] } = {
  '*': ['summary', 'description', 'externalDocs', 'example', 'examples'],
  'OpenAPI Object': ['$self', 'tags'],
  'Info Object': ['title', 'termsOfService', 'contact', 'license'],
  'Contact Object': ['name', 'url', 'email'],
  'License Object': ['name', 'identifier', 'url'],
  'External Documentation Object': ['url'],
  'Tag Object': ['name', 'parent', 'kind'],
  'Example Object': ['value', 'dataValue', 'serializedValue', 'externalValue'],
  'Security Scheme Object': ['bearerFormat'],
  'Schema Object': ['title', '$comment'],
};

/** The account of one file. */
interface FileAccounts {
  /** By pointer. */
  readonly visited: Map<string, Account>;
  readonly told: Map<string, CoverageRow>;
  readonly reached: Set<string>;
}

interface Place {
  readonly origin: Origin;
  readonly value: unknown;
}

/**
 * The account of every node of the input: which objects were visited, which of their keywords were read, and what
 * became of them. Kept by whoever reads the description; what nobody read is found by `listRows`.
 */
export class Coverage {
  readonly #accounts: Account[] = [];
  readonly #told: CoverageRow[] = [];
  readonly #reached: Origin[] = [];

  /** Records a visited object with the keywords that were read; those in `data` hold plain data, with no objects inside. */
  visit(origin: Origin, object: string, taken: readonly string[] | 'all', data: readonly string[]): void {
    this.#accounts.push({ origin, object, taken, data });
  }

  /** Records that a value which is no object of OpenAPI was used as a whole: a text that is referred to, a sample in a file. */
  reach(origin: Origin): void {
    this.#reached.push(origin);
  }

  /** Records what became of a keyword, where reading it is not the whole story. */
  tell(origin: Origin, object: string, keyword: string, use: Use, reason: string): void {
    this.#told.push({ origin, object, keyword, use, reason });
  }

  /** Lists every keyword of every object in the files, in their order; an object that nobody visited has one row without keyword. */
  listRows(files: Iterable<{ readonly file: string; readonly value: unknown }>): CoverageRow[] {
    const byFile = new Map<string, FileAccounts>();
    const accountsOf = ({ file }: Origin): FileAccounts => {
      const accounts = byFile.get(file) ?? { visited: new Map(), told: new Map(), reached: new Set() };
      byFile.set(file, accounts);
      return accounts;
    };
    for (const account of this.#accounts) accountsOf(account.origin).visited.set(account.origin.pointer, account);
    for (const row of this.#told) accountsOf(row.origin).told.set(childOrigin(row.origin, row.keyword).pointer, row);
    for (const origin of this.#reached) accountsOf(origin).reached.add(origin.pointer);
    return [...files].flatMap(({ file, value }) => {
      const origin = { file, pointer: '' };
      return listFile({ origin, value }, accountsOf(origin));
    });
  }
}

function listFile(root: Place, accounts: FileAccounts): CoverageRow[] {
  const rows: CoverageRow[] = [];
  const waiting: Place[] = [root];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const { origin, value } = place;
    if (typeof value !== 'object' || value === null || accounts.reached.has(origin.pointer)) continue;
    const members = Object.entries(value).map(([keyword, child]) => ({
      keyword,
      origin: childOrigin(origin, keyword),
      value: child as unknown,
    }));
    const account = accounts.visited.get(origin.pointer);
    const inside = account ? members.filter((member) => addRow(rows, account, member, accounts)) : members;
    if (!account && !Array.isArray(value) && members.some((member) => isMissed(member, accounts)))
      rows.push({ origin, object: 'object', keyword: '', use: 'unvisited' });
    waiting.push(...inside.reverse());
  }
  return rows;
}

/** Adds the row of a keyword; tells whether objects of their own stand inside its value. */
function addRow(
  rows: CoverageRow[],
  account: Account,
  { keyword, origin }: Place & { readonly keyword: string },
  { told }: FileAccounts,
): boolean {
  const row = told.get(origin.pointer) ?? listKeyword(account, keyword);
  rows.push(row);
  const isOpen = row.use === 'emitted' || row.use === 'documentation';
  return isOpen && !account.data.includes(keyword) && !keyword.startsWith('x-');
}

function listKeyword({ origin, object, taken, data }: Account, keyword: string): CoverageRow {
  if (keyword.startsWith('x-') && !data.includes(keyword)) {
    const reason = 'a specification extension of others, kept in the bundled description';
    return { origin, object, keyword, use: 'documentation', reason };
  }
  if (taken !== 'all' && !taken.includes(keyword)) return { origin, object, keyword, use: 'unvisited' };
  const isText = documentationKeywords['*']?.includes(keyword) || documentationKeywords[object]?.includes(keyword);
  return { origin, object, keyword, use: isText ? 'documentation' : 'emitted' };
}

// A map of visited objects has no account of its own; an object with other members has been missed.
function isMissed({ origin, value }: Place, { reached }: FileAccounts): boolean {
  return typeof value !== 'object' && typeof value !== 'boolean' && !reached.has(origin.pointer);
}
