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

/**
 * The account of every node of the input: which objects were visited, which of their keywords were read, and what
 * became of them. Kept by whoever reads the description; what nobody read is found by `listRows`.
 */
export class Coverage {
  readonly #accounts: Account[] = [];
  readonly #told: CoverageRow[] = [];

  /** Records a visited object with the keywords that were read, of which those in `data` hold plain data, with no objects inside. */
  visit(origin: Origin, object: string, taken: readonly string[] | 'all', data: readonly string[]): void {
    this.#accounts.push({ origin, object, taken, data });
  }

  /** Records what became of a keyword, where reading it is not the whole story. */
  tell(origin: Origin, object: string, keyword: string, use: Use, reason: string): void {
    this.#told.push({ origin, object, keyword, use, reason });
  }

  /** Lists every keyword of every object below `value` (the whole file), in the order of the file. */
  listRows(file: string, value: unknown): CoverageRow[] {
    const accounts = new Map<string, Account>();
    for (const account of this.#accounts)
      if (account.origin.file === file) accounts.set(account.origin.pointer, account);
    const told = new Map<string, CoverageRow>();
    for (const row of this.#told)
      if (row.origin.file === file) told.set(childOrigin(row.origin, row.keyword).pointer, row);
    return listFile({ file, pointer: '' }, value, accounts, told);
  }
}

function listFile(
  root: Origin,
  value: unknown,
  accounts: ReadonlyMap<string, Account>,
  told: ReadonlyMap<string, CoverageRow>,
): CoverageRow[] {
  const rows: CoverageRow[] = [];
  const waiting: { origin: Origin; value: unknown }[] = [{ origin: root, value }];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const { origin } = node;
    if (typeof node.value !== 'object' || node.value === null) continue;
    const account = accounts.get(origin.pointer);
    const inside: typeof waiting = [];
    for (const [keyword, child] of Object.entries(node.value)) {
      const place = childOrigin(origin, keyword);
      const row = account && (told.get(place.pointer) ?? listKeyword(account, keyword));
      if (row) rows.push(row);
      const isWhole = row !== undefined && (row.use === 'ignored' || row.use === 'refused' || row.use === 'unvisited');
      const isData = account?.data.includes(keyword) || keyword.startsWith('x-');
      if (!(account && (isWhole || isData))) inside.push({ origin: place, value: child });
    }
    if (!account && !Array.isArray(node.value) && hasLeaves(node.value))
      rows.push({ origin, object: 'object', keyword: '', use: 'unvisited' });
    waiting.push(...inside.reverse());
  }
  return rows;
}

function listKeyword(account: Account, keyword: string): CoverageRow {
  const { origin, object } = account;
  if (account.taken !== 'all' && !account.taken.includes(keyword)) {
    if (!keyword.startsWith('x-')) return { origin, object, keyword, use: 'unvisited' };
    const reason = 'a specification extension of others, kept in the bundled description';
    return { origin, object, keyword, use: 'documentation', reason };
  }
  const isText = documentationKeywords['*']?.includes(keyword) || documentationKeywords[object]?.includes(keyword);
  return { origin, object, keyword, use: isText ? 'documentation' : 'emitted' };
}

// A map of visited objects has no account of its own; an object with other members has been missed.
function hasLeaves(value: object): boolean {
  return Object.values(value).some((child) => typeof child !== 'object' && typeof child !== 'boolean');
}
