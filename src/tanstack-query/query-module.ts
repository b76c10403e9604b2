import type { Operation } from '../model/api.js';
import { UniqueNames } from '../model/unique-names.js';
import { nameIterators } from '../naming/derived-names.js';
import type { Names, OperationNames } from '../naming/names.js';
import {
  type Code,
  code,
  encodeString,
  importFromPackage,
  importType,
  importValue,
  type Reference,
} from '../typescript/code.js';
import { TsFile } from '../typescript/ts-file.js';
import type { OperationPlan } from '../wire/plan.js';

/** The folder of the output. */
export const folder = 'tanstack-query';

/** An operation that changes data, and the names of what is emitted for it. */
export interface Mutation {
  readonly plan: OperationPlan;
  readonly own: OperationNames;
  /** The path of its module, without extension. */
  readonly module: string;
  readonly options: string;
  /** The types of its data and of its errors. */
  readonly data: string;
  readonly error: string;
}

/** An operation that only reads, and the names of what is emitted for it. */
export interface Query extends Mutation {
  readonly key: string;
  /** The names of the infinite query. Present if the operation is paginated (`x-pagination`). */
  readonly infinite?: { readonly key: string; readonly options: string; readonly pages: string };
}

/**
 * Lists the operations that only read (RFC 9110, section 9.2.1). Omits those whose response is a stream, because a
 * cache cannot keep a stream.
 */
export function listQueries(plans: ReadonlyMap<Operation, OperationPlan>, names: Names): readonly Query[] {
  const queries = listNamed(plans, names).filter(({ plan }) => isRead(plan) && !isStreamed(plan));
  // A paginated operation `list` and an operation `listInfinite` would have the same names.
  const unique = new UniqueNames(queries.map(({ own }) => own.identifier));
  return queries.map(({ plan, own }) => ({
    plan,
    own,
    module: `${folder}/${own.file}`,
    ...nameQuery(own.identifier),
    ...(plan.operation.pagination?.page && {
      infinite: { ...nameQuery(unique.take(`${own.identifier}Infinite`)), pages: nameIterators(own.identifier)[0] },
    }),
    data: `${own.type}QueryData`,
    error: `${own.type}QueryError`,
  }));
}

/** Lists the operations that change data. */
export function listMutations(plans: ReadonlyMap<Operation, OperationPlan>, names: Names): readonly Mutation[] {
  return listNamed(plans, names)
    .filter(({ plan }) => !isRead(plan))
    .map(({ plan, own }) => ({
      plan,
      own,
      module: `${folder}/${own.file}`,
      options: `${own.identifier}MutationOptions`,
      data: `${own.type}MutationData`,
      error: `${own.type}MutationError`,
    }));
}

function listNamed(
  plans: ReadonlyMap<Operation, OperationPlan>,
  { operations }: Names,
): readonly Pick<Mutation, 'plan' | 'own'>[] {
  return [...plans.values()].flatMap((plan) => {
    const own = operations.get(plan.operation);
    return own ? [{ plan, own }] : [];
  });
}

function isRead({ operation }: OperationPlan): boolean {
  return /^(GET|HEAD|QUERY)$/.test(operation.method);
}

function isStreamed({ responses, successes }: OperationPlan): boolean {
  return responses.some(
    ({ status, alternatives }) => successes.includes(status) && alternatives.some(({ items }) => items),
  );
}

function nameQuery(identifier: string): { readonly key: string; readonly options: string } {
  return { key: `${identifier}QueryKey`, options: `${identifier}QueryOptions` };
}

/** An operation, and the names to which its module refers. */
interface QueryInput {
  readonly query: Query;
  /** The first part of every key. */
  readonly prefix: string | undefined;
  readonly operation: Reference;
}

const client = code`client: ${importType('runtime/client', 'Client')}`;

/** Builds the module of an operation: its keys, its options, and the options of its pages. */
export function buildQueryModule(query: Query, prefix: string | undefined): TsFile {
  const file = new TsFile(query.module);
  const input = { query, prefix, operation: importOperation(query) };
  const body = code`${importOwnType(query, 'Success')}['body']`;
  addTypes(file, query, 'query', hasNoContent(query) ? code`Exclude<${body}, undefined> | null` : body);
  addQuery(file, input);
  if (query.infinite) addInfiniteQuery(file, input, query.infinite);
  return file;
}

/** Builds the module of an operation that changes data: the options of its mutation. */
export function buildMutationModule(mutation: Mutation, prefix: string | undefined): TsFile {
  const { own, plan, module, options, data, error } = mutation;
  const file = new TsFile(module);
  addTypes(file, mutation, 'mutation', code`${importOwnType(mutation, 'Success')}['body']`);
  file.addFunction({
    name: options,
    doc: `Returns options for a mutation of \`${own.identifier}\`.`,
    place: plan.operation.origin,
    parameters: [client],
    returns: code`${importType(optionsModule, 'MutationOptions')}<${data}, ${error}, Args>`,
    body: [
      code`return {
  mutationKey: [${listKey(own, prefix).map(encodeString).join(', ')}],
  mutationFn: (args) => ${importOperation(mutation)}(client, args),
};`,
    ],
  });
  return file;
}

function importOperation({ own }: Mutation): Reference {
  return importValue(`client/${own.file}`, own.identifier);
}

function importOwnType({ own }: Mutation, name: string): Reference {
  return importType(`client/${own.file}`, `${own.type}${name}`);
}

function addTypes(file: TsFile, operation: Mutation, kind: string, type: Code): void {
  const { own, data, error } = operation;
  file.addTypeAlias({ name: data, doc: `What a ${kind} of \`${own.identifier}\` returns.`, type });
  file.addTypeAlias({
    name: error,
    doc: `What a ${kind} of \`${own.identifier}\` throws.`,
    type: code`${importType(optionsModule, 'QueryError')}<${importOwnType(operation, 'Failure')}>`,
  });
  file.addTypeAlias({
    name: 'Args',
    local: true,
    type: code`Parameters<typeof ${importOperation(operation)}>[1]`,
  });
}

function listKey({ identifier }: OperationNames, prefix: string | undefined): string[] {
  return [...(prefix === undefined ? [] : [prefix]), identifier];
}

function addQuery(file: TsFile, { query, prefix, operation }: QueryInput): void {
  const { own, key, options } = query;
  const parts = listKey(own, prefix);
  addKey(file, query, { key, type: 'Options', name: 'QueryOptions', parts });
  const call = code`${operation}(client, args, { signal })`;
  file.addFunction({
    name: options,
    doc: `Returns options for a query of \`${own.identifier}\`.`,
    place: query.plan.operation.origin,
    parameters: [client, code`args: Args`],
    returns: code`Options`,
    body: [code`return {\n  queryKey: ${key}(args),\n  queryFn: ${printFetch(query, code`{ signal }`, call)},\n};`],
  });
}

function addInfiniteQuery(
  file: TsFile,
  { query, prefix, operation }: QueryInput,
  { key, options, pages }: NonNullable<Query['infinite']>,
): void {
  const { own } = query;
  const parts = [...listKey(own, prefix), 'infinite'];
  addKey(file, query, { key, type: 'InfiniteOptions', name: 'InfiniteQueryOptions', parts });
  const iterator = importValue(`client/${own.file}`, pages);
  const call = code`${operation}(client, ${iterator}.withPage(args, pageParam), { signal })`;
  file.addFunction({
    name: options,
    doc: `Returns options for a query of all pages of \`${own.identifier}\`, beginning with the page in the arguments.`,
    parameters: [client, code`args: Args`],
    returns: code`InfiniteOptions`,
    body: [
      code`return {
  queryKey: ${key}(args),
  queryFn: ${printFetch(query, code`{ signal, pageParam }`, call)},
  initialPageParam: ${iterator}.pageOf(args),
  getNextPageParam: (last, _pages, page) => ${iterator}.nextPage(args, page, last),
};`,
    ],
  });
}

interface Key {
  readonly key: string;
  /** The local name of the type of options that contains the key. */
  readonly type: string;
  readonly name: string;
  readonly parts: readonly string[];
}

function addKey(file: TsFile, { own, data, error }: Query, { key, type, name, parts }: Key): void {
  const texts = parts.map((part) => encodeString(part)).join(', ');
  file.addTypeAlias({
    name: type,
    local: true,
    type: code`${importType(optionsModule, name)}<${data}, ${error}, readonly [${texts}, Args?]>`,
  });
  file.addFunction({
    name: key,
    doc: `Returns the key of a query of \`${own.identifier}\`. Without arguments, it begins the keys of all of them.`,
    parameters: [code`args?: Args`],
    returns: code`${type}['queryKey']`,
    // For the compiler, the type of the key has a tag, which does not exist at run time. The key has no part that is
    // `undefined`, because such a key would match no other key.
    body: [code`return [${texts}, ...(args === undefined ? [] : [args])] as unknown as ${type}['queryKey'];`],
  });
}

// TanStack Query does not accept `undefined` as data.
function printFetch(query: Query, context: Code, call: Code): Code {
  return hasNoContent(query) ? code`async (${context}) => (await ${call}) ?? null` : code`(${context}) => ${call}`;
}

function hasNoContent({ plan: { responses, successes } }: Query): boolean {
  return responses.some(
    ({ status, alternatives, isOptional }) => successes.includes(status) && (isOptional || alternatives.length === 0),
  );
}

/** The module with the types that all queries share. */
export const optionsModule: string = `${folder}/options`;

/** Builds the types of options. Options are plain objects, so each adapter of TanStack Query 5 accepts them. */
export function buildOptionsModule(library: string): TsFile {
  const file = new TsFile(optionsModule);
  addError(file);
  const from = (name: string): Reference => importFromPackage(importType(library, name));
  const [dataTag, queryFunction, queryKey] = [from('DataTag'), from('QueryFunction'), from('QueryKey')];
  const typeParameters = [code`Data`, code`Failure`, code`Key extends ${queryKey}`];
  const throwOnError = {
    key: 'throwOnError',
    optional: true,
    type: code`(error: Failure) => boolean`,
    doc: 'Never set at run time; it has the type of errors for the compiler.',
  };
  file.addInterface({
    name: 'QueryOptions',
    doc: 'Options for `useQuery`, `useSuspenseQuery`, `fetchQuery` …',
    typeParameters,
    members: [
      { key: 'queryKey', type: code`${dataTag}<Key, Data, Failure>` },
      { key: 'queryFn', type: code`${queryFunction}<Data, Key>` },
      throwOnError,
    ],
  });
  file.addInterface({
    name: 'InfiniteQueryOptions',
    doc: 'Options for `useInfiniteQuery`, `fetchInfiniteQuery` …; a page parameter is the number of a page.',
    typeParameters,
    members: [
      { key: 'queryKey', type: code`${dataTag}<Key, ${from('InfiniteData')}<Data, number>, Failure>` },
      { key: 'queryFn', type: code`${queryFunction}<Data, Key, number>` },
      { key: 'initialPageParam', type: code`number` },
      { key: 'getNextPageParam', type: code`(last: Data, pages: Data[], page: number) => number | undefined` },
      throwOnError,
    ],
  });
  file.addInterface({
    name: 'MutationOptions',
    doc: 'Options for `useMutation`. The variables are the arguments of the operation.',
    typeParameters: [code`Data`, code`Failure`, code`Variables`],
    members: [
      { key: 'mutationKey', type: code`readonly string[]` },
      { key: 'mutationFn', type: code`(variables: Variables) => Promise<Data>` },
      throwOnError,
    ],
  });
  return file;
}

function addError(file: TsFile): void {
  file.addTypeAlias({
    name: 'QueryError',
    doc: 'What a query or mutation throws: an unsuccessful response with a typed `outcome`, or another error without `outcome`.',
    typeParameters: [code`Failure`],
    type: code`(${importType('runtime/client', 'ApiError')} & { readonly outcome: Failure }) | (Error & { readonly outcome?: undefined })`,
  });
}
