import {
  type Api,
  type Info,
  listOperations,
  type Operation,
  type SecurityScheme,
  type Server,
  type Tag,
} from '../model/api.js';
import type { NotShown } from '../model/element.js';
import type { Schema } from '../model/schema.js';
import { compareFacts, type Detail, type Facts, listTextChange, neither } from './change-details.js';
import { compareOperations } from './compare-operations.js';
import { SchemaComparison } from './compare-schemas.js';
import { compareSchemes, compareServers } from './compare-security.js';
import { collectUsed, createFindUses, type Uses } from './uses.js';

type Of<Kind extends Subject['kind']> = Extract<Subject, { readonly kind: Kind }>;

/** What changed: the element of the present description, or of the previous one if it is removed. */
type Subject =
  | { readonly kind: 'description'; readonly value: Api }
  | { readonly kind: 'operation'; readonly value: Operation }
  | { readonly kind: 'schema'; readonly value: Schema }
  | { readonly kind: 'tag'; readonly value: Tag | undefined }
  | { readonly kind: 'security scheme'; readonly value: SecurityScheme }
  | { readonly kind: 'server'; readonly value: Server }
  | { readonly kind: 'question'; readonly value: NotShown };

/** A change since the previous description. */
export type Change = Subject & {
  readonly name: string;
  readonly what: 'added' | 'removed' | 'changed' | 'opened' | 'answered';
  /** Whether it can break callers. */
  readonly isBreaking: boolean;
  /** What changed. If a part of it can break callers, only that part. */
  readonly details: readonly string[];
  /** What else changed, which breaks no caller. */
  readonly others: readonly string[];
};

/** Lists the changes since a previous description, those that can break callers first. */
export function listChanges(previous: Api, api: Api): readonly Change[] {
  const schemas = new SchemaComparison();
  const findUses = createFindUses(collectUsed(previous), collectUsed(api));
  const changes = [
    ...compareGaps(previous, api),
    ...compareThings(indexInfo, [previous, api], (before, after) => listBreaking(compareInfo(before, after), unused)),
    ...compareThings(indexOperations, [previous, api], (before, after) => listOperationChanges(before, after, schemas)),
    ...compareThings(indexSchemas, [previous, api], (before, after) =>
      listBreaking(schemas.compareContents(before, after), findUses(before, after)),
    ),
    ...compareThings(indexTags, [previous, api], (before, after) => listBreaking(compareTags(before, after), unused)),
    ...compareThings(indexSchemes, [previous, api], (before, after) =>
      listBreaking(compareSchemes(before, after), { request: true, response: false }),
    ),
    ...compareThings(indexServers, [previous, api], (before, after) =>
      listBreaking(compareServers(before, after), { request: true, response: false }),
    ),
  ];
  return [...changes.filter(({ isBreaking }) => isBreaking), ...changes.filter(({ isBreaking }) => !isBreaking)];
}

/** The elements of one kind with their names, by a key that is the same in both descriptions. */
type Things<S extends Subject> = ReadonlyMap<string, S & { readonly name: string }>;

/** A detail of a change, and whether it can break callers. */
interface BreakingDetail {
  readonly text: string;
  readonly isBreaking: boolean;
}

function compareThings<S extends Subject>(
  index: (api: Api) => Things<S>,
  [previous, api]: readonly [Api, Api],
  listDetails: (last: S['value'], now: S['value']) => readonly BreakingDetail[],
): Change[] {
  const [last, now] = [index(previous), index(api)];
  const gone = [...last].flatMap(([key, thing]) => (now.has(key) ? [] : [buildChange(thing, 'removed', [])]));
  const others = [...now].flatMap(([key, thing]) => {
    const before = last.get(key);
    if (!before) return [buildChange(thing, 'added', [])];
    const details = listDetails(before.value, thing.value);
    return details.length === 0 ? [] : [buildChange(thing, 'changed', details)];
  });
  return [...gone, ...others];
}

function buildChange(
  thing: Subject & { readonly name: string },
  what: 'added' | 'removed' | 'changed',
  details: readonly BreakingDetail[],
): Change {
  const breaking = details.filter((detail) => detail.isBreaking);
  const rest = details.filter((detail) => !detail.isBreaking);
  const list = (some: readonly BreakingDetail[]): string[] => [...new Set(some.map(({ text }) => text))];
  return {
    ...thing,
    what,
    isBreaking: (what === 'removed' && thing.kind !== 'tag') || breaking.length > 0,
    details: list(breaking.length > 0 ? breaking : rest),
    others: list(breaking.length > 0 ? rest : []),
  };
}

function compareGaps(previous: Api, api: Api): Change[] {
  const last = new Map(previous.gaps.map((gap) => [gap.id, gap]));
  const now = new Set(api.gaps.map(({ id }) => id));
  const answers = new Map(api.resolved.map(({ id, answer }) => [id, answer]));
  const build = (value: NotShown, what: Change['what'], detail: string): Change => ({
    kind: 'question',
    value,
    name: value.id,
    what,
    isBreaking: false,
    details: [detail],
    others: [],
  });
  return [
    ...previous.gaps
      .filter(({ id }) => !now.has(id))
      .map((gap) => build(gap, answers.has(gap.id) ? 'answered' : 'removed', answers.get(gap.id) ?? gap.question)),
    ...api.gaps.filter(({ id }) => !last.has(id)).map((gap) => build(gap, 'opened', gap.question)),
  ];
}

function indexInfo(api: Api): Things<Of<'description'>> {
  return new Map([['', { kind: 'description', name: api.info.title, value: api }]]);
}

function indexOperations(api: Api): Things<Of<'operation'>> {
  return new Map(
    listOperations(api).map((value) => [
      getKey(value),
      { kind: 'operation', name: value.operationId ?? `${value.method} ${value.path.template}`, value },
    ]),
  );
}

// The address of a callback without `operationId` contains the file, which differs in the previous description.
function getKey({ kind, operationId, origin, method, path }: Operation): string {
  return `${kind} ${operationId ?? (kind === 'callback' ? origin.pointer : `${method} ${path.template}`)}`;
}

function listOperationChanges(last: Operation, now: Operation, schemas: SchemaComparison): BreakingDetail[] {
  const address = ({ method, path }: Operation): string => `${method} ${path.template}`;
  const place = ({ tags: [tag] }: Operation): string => (tag === undefined ? 'no tag' : `tag ${tag}`);
  const { request, response } = compareOperations(last, now, schemas);
  // A webhook sends what a caller of the API receives.
  const isCalled = now.kind === 'path';
  return [
    ...(address(last) === address(now) ? [] : [{ text: `${address(last)} became ${address(now)}`, isBreaking: true }]),
    ...(place(last) === place(now) ? [] : [{ text: `${place(last)} became ${place(now)}`, isBreaking: false }]),
    ...listBreaking(request, { request: isCalled, response: !isCalled }),
    ...listBreaking(response, { request: !isCalled, response: isCalled }),
  ];
}

function listBreaking(details: readonly Detail[], uses: Uses): BreakingDetail[] {
  return details.map(({ path, text, narrows, widens }) => ({
    text: path === '' ? text : `${path}: ${text}`,
    isBreaking: (narrows && uses.request) || (widens && uses.response),
  }));
}

function indexSchemas({ schemas }: Api): Things<Of<'schema'>> {
  const things = new Map<string, Of<'schema'> & { readonly name: string }>();
  for (const value of schemas) {
    const name = value.component;
    if (name !== undefined && !value.baseOf) things.set(name, { kind: 'schema', name, value });
  }
  return things;
}

function indexTags({ tags, operations }: Api): Things<Of<'tag'>> {
  const declared = new Map(tags.map((tag) => [tag.name, tag]));
  const names = new Set([...declared.keys(), ...operations.flatMap(({ tags: own }) => own.slice(0, 1))]);
  return new Map([...names].map((name) => [name, { kind: 'tag', name, value: declared.get(name) }]));
}

const unused: Uses = { request: false, response: false };

function indexSchemes({ securitySchemes }: Api): Things<Of<'security scheme'>> {
  return new Map(securitySchemes.map((value) => [value.name, { kind: 'security scheme', name: value.name, value }]));
}

function indexServers({ servers }: Api): Things<Of<'server'>> {
  return new Map(servers.map((value) => [value.url, { kind: 'server', name: value.url, value }]));
}

/** Compares what a description says about the whole API. The list of changes names the version in its heading. */
function compareInfo(last: Api, now: Api): Detail[] {
  const pick = ({ info: { summary, description }, externalDocs }: Api): unknown => [summary, description, externalDocs];
  return [...compareFacts(listInfoFacts(last.info), listInfoFacts(now.info)), ...listTextChange(pick(last), pick(now))];
}

function listInfoFacts({ title, termsOfService, contact, license }: Info): Facts {
  const join = (...parts: readonly (string | undefined)[]): string | undefined =>
    [...new Set(parts)].filter((part) => part !== undefined).join(', ') || undefined;
  return [
    ['title', title, neither],
    ['contact', join(contact?.name, contact?.url, contact?.email), neither],
    ['licence', join(license?.name, license?.identifier, license?.url), neither],
    ['terms of service', termsOfService, neither],
  ];
}

/** Compares the texts of a tag. */
function compareTags(last: Tag | undefined, now: Tag | undefined): Detail[] {
  const pick = (tag: Tag | undefined): unknown => [tag?.summary, tag?.description, tag?.externalDocs, tag?.parent];
  return listTextChange(pick(last), pick(now));
}
