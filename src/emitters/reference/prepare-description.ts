import { collectUsed } from '../../changes/uses.js';
import { formatOrigin, type Origin, splitPointer } from '../../diagnostics/origin.js';
import {
  type Api,
  type Header,
  listOperations,
  type MediaType,
  type Operation,
  type Parameter,
  type Response,
  type Server,
} from '../../model/api.js';
import { type Element, isObject, type JsonObject, type JsonValue, type NotShown } from '../../model/element.js';
import { followReference, listPartsInPlace } from '../../model/in-place.js';
import { getJsonType } from '../../model/json-type.js';
import type { KeywordSchema, Schema } from '../../model/schema.js';
import { collectSchemas } from '../../model/walk-schemas.js';
import { printBlock, printForRedoc } from '../../text/print-for-redoc.js';
import { printTree } from '../../text/print-tree.js';
import { isCutTitle, shortenTitle } from '../../text/render-markdown.js';
import { type Block, type Blocks, code, type ListItem, link, mark, paragraph } from '../../text/tree.js';
import type { EmitInput } from '../emitter.js';
import {
  groupByKind,
  groupByOperation,
  kindTexts,
  listAllGaps,
  listCommonGaps,
  listOperationGaps,
} from '../not-shown/contract.js';
import { formatGapId } from './article/addresses.js';
import { buildChangeCount, type LinkedChange } from './article/build-article.js';
import { formatCount, nameOperation } from './article/build-gaps.js';
import { buildLinks } from './article/build-operation.js';
import { buildCallOut, buildPages, buildRequires, buildSources } from './article/build-parts.js';
import { buildPresenceNote } from './article/build-schema.js';
import { createContext, findPresence } from './article/context.js';
import type { Samples } from './article/samples/print-samples.js';
import { fillVariables } from './article/samples/request.js';
import { buildTransitions } from './article/states.js';
import { encodeDescription } from './encode-description.js';

type Input = Pick<EmitInput, 'api' | 'bundle'> & {
  readonly samples: Samples;
  readonly changes: readonly LinkedChange[];
};

/**
 * Returns a copy of the description for Redoc: encoded, and with each gap, source and status at its places, at its
 * operations and in an index. Links lead to the file `article`.
 */
export function prepareDescription(input: Input, article: string): JsonObject {
  const { api, bundle, changes } = input;
  const copy = encodeDescription(bundle.complete);
  const print = (blocks: Blocks): string => {
    const html = printTree(blocks, { document: article, level: 4 });
    return html.text === '' ? '' : printBlock(html);
  };
  for (const [pointer, addition] of collectAdditions(input)) {
    const object = findObject(copy, pointer);
    if (object) addTo(object, addition, print);
  }
  const { info } = copy;
  if (isObject(info)) addTexts(info, '', '\n\n', [printIndex(api, changes, print)]);
  return copy;
}

/** What the copy says at one place beside the text of the description. */
interface Addition {
  /** A title that is too long for Redoc. */
  title?: string;
  /** A statement of an extension. */
  rule?: Block;
  links?: Blocks;
  readonly gaps: Set<NotShown>;
  readonly sources: Set<string>;
  /** The schemas of a status whose transitions are listed here. */
  readonly states: Set<KeywordSchema>;
  /** The gaps at other places of an operation. */
  others?: Block | undefined;
  /** Whether Redoc shows plain text here. */
  isPlain?: boolean;
  samples?: readonly JsonObject[];
  /** Other members of the object. A member that is `undefined` is removed. */
  readonly members: { [name: string]: JsonValue | undefined };
}

function addTo(object: JsonObject, addition: Addition, print: (blocks: Blocks) => string): void {
  const { title = '', rule, links = [], gaps, sources, states, others, isPlain, samples = [], members } = addition;
  const { 'x-codeSamples': own } = object;
  Object.assign(object, members);
  if (samples.length > 0) Object.assign(object, { 'x-codeSamples': [...samples, ...(Array.isArray(own) ? own : [])] });
  if (isPlain) {
    const told = sources.size === 0 ? '' : `Source: ${[...sources].join(', ')}.`;
    addTexts(object, '', ' ', [
      ...[...gaps].map(({ id, question, source }) => `Not shown: ${question} Source: ${source}. (${id})`),
      told,
    ]);
    return;
  }
  const remarks = [[...gaps].map(buildCallOut), buildSources([...sources]), [...states].map(buildTransitions)];
  addTexts(object, printForRedoc(title), '\n\n', [print([rule, links, remarks, others])]);
}

// Adds texts before and after the description of an object.
function addTexts(object: JsonObject, before: string, between: string, after: readonly string[]): void {
  const { description } = object;
  const texts = [before, typeof description === 'string' ? description : '', ...after].filter((text) => text !== '');
  if (texts.length > 0) Object.assign(object, { description: texts.join(between) });
}

// Finds an object in the copy. A media type without a schema gets one, because Redoc shows no text without it.
function findObject(copy: JsonObject, pointer: string): JsonObject | undefined {
  let found: JsonValue | undefined = copy;
  for (const token of splitPointer(pointer)) {
    if (Array.isArray(found)) found = found[Number(token)];
    else if (isObject(found)) {
      if (!Object.hasOwn(found, token) && token === 'schema') Object.assign(found, { schema: {} });
      found = Object.hasOwn(found, token) ? found[token] : undefined;
    }
  }
  return isObject(found) ? found : undefined;
}

/** Collects the additions by JSON pointer in the bundle. */
function collectAdditions(input: Input): ReadonlyMap<string, Addition> {
  const { api, bundle } = input;
  const found = new Map<string, Addition>();
  const at = (origin: Origin, inside = ''): Addition => {
    const place = bundle.locate(origin);
    const known = place !== undefined && found.get(`${place}${inside}`);
    if (known) return known;
    const addition: Addition = { gaps: new Set(), sources: new Set(), states: new Set(), members: {} };
    if (place !== undefined) found.set(`${place}${inside}`, addition);
    return addition;
  };
  const every = new Set(listCommonGaps(api));
  for (const operation of listOperations(api)) {
    addOperation(at(operation.origin), operation, input.samples, listOperationGaps(api, operation), every);
    for (const parameter of operation.parameters) addRule(at(parameter.origin), buildRequires(parameter));
    // Redoc would invent values.
    for (const { origin, schema, examples } of listMediaTypes(operation))
      if (examples.length === 0 && schema) at(origin).members['example'] = outlineValue(schema);
  }
  for (const server of [...api.servers, ...listOperations(api).flatMap(({ servers }) => servers)]) {
    // Redoc would resolve a URL that begins with a variable against the URL of the page.
    const url = fillVariables(server);
    if (server.url.startsWith('{') && /^https?:/i.test(url)) at(server.origin).members['url'] = url;
  }
  addPresence(api, at);
  addLinks(input, at);
  addRemarks(api, at);
  return found;
}

type At = (origin: Origin, inside?: string) => Addition;

function addRule(addition: Addition, rule: Block | undefined): void {
  if (rule) addition.rule = rule;
}

function addOperation(
  addition: Addition,
  operation: Operation,
  samples: Samples,
  open: readonly NotShown[],
  every: ReadonlySet<NotShown>,
): void {
  const { kind, summary } = operation;
  addRule(addition, buildPages(operation));
  // Redoc shows one sample per language.
  addition.samples = (samples.get(operation) ?? []).flatMap(({ lang, label, source, example }) =>
    example === undefined ? [{ lang, label, source }] : [],
  );
  if (kind !== 'callback' && summary !== undefined && isCutTitle(summary)) {
    addition.title = summary;
    addition.members['summary'] = shortenTitle(summary);
  }
  if (open.length === 0) return;
  const badge = formatBadge(open, every);
  // Redoc shows no badges for callbacks.
  if (kind === 'callback') addition.members['summary'] = `${nameOperation(operation)}, ${badge}`;
  else addition.members['x-badges'] = [{ name: badge, position: 'after', color: 'orange' }];
  addition.others = buildOthers(open, operation);
}

// A gap that affects every operation is counted separately.
function formatBadge(open: readonly NotShown[], every: ReadonlySet<NotShown>): string {
  const own = open.filter((gap) => !every.has(gap)).length;
  const parts = [own > 0 && `${own} not shown`, open.length > own && `${open.length - own} everywhere`];
  return parts.filter((part) => part !== false).join(', ');
}

// The gaps of parameters, bodies, responses and security have call-outs at these places.
function buildOthers(open: readonly NotShown[], operation: Operation): Block | undefined {
  const others = open.filter((gap) => !operation.notShown.includes(gap));
  if (others.length === 0) return undefined;
  const more = operation.notShown.length > 0 ? 'more ' : '';
  const summary = [
    mark('strong', `${others.length} ${more}not shown`),
    ' in parameters, bodies, responses and authentication',
  ];
  const list: Block = { kind: 'list', items: others.map(buildGapLine) };
  return { kind: 'details', role: 'elsewhere', summary, blocks: [list] };
}

function buildGapLine({ id, question }: NotShown): ListItem {
  return { line: [`${question} `, link(`#${formatGapId(id)}`, code(id))] };
}

/** Lists the schemas that occur only in responses and whose required fields may be missing (`presence`). */
function listUnpromised(api: Api): readonly KeywordSchema[] {
  const { request, response } = collectUsed(api);
  return api.schemas.filter(
    (schema): schema is KeywordSchema =>
      schema.kind === 'keywords' && (schema.required ?? []).length > 0 && response.has(schema) && !request.has(schema),
  );
}

function addPresence(api: Api, at: At): void {
  const presence = findPresence(api);
  if (!presence) return;
  const unpromised = new Set<Schema>(listUnpromised(api));
  for (const { origin } of unpromised) {
    at(origin).members['required'] = undefined;
    addRule(at(origin), buildPresenceNote(presence));
  }
  for (const response of listOperations(api).flatMap(({ responses }) => responses))
    if (hasAnyOf(response, unpromised)) addRule(at(response.origin), buildPresenceNote(presence));
}

function hasAnyOf({ content }: Response, schemas: ReadonlySet<Schema>): boolean {
  const whole = content.flatMap(({ schema, itemSchema }) => [schema, itemSchema].filter((one) => one !== undefined));
  return [...collectSchemas(whole)].some((schema) => schemas.has(schema));
}

// Redoc shows no links. Operations may share responses.
function addLinks(input: Input, at: At): void {
  const responses = listOperations(input.api).flatMap((operation) => operation.responses);
  const linked = responses.filter(({ links }) => links.length > 0);
  if (linked.length === 0) return;
  const context = createContext(input);
  for (const response of linked) at(response.origin).links = buildLinks(response, context);
}

/** The text that shows the remarks about an object for which Redoc shows no Markdown. */
type Target = 'index' | 'server' | 'media-type' | Operation[];

// Adds each gap, source and status at the text of Redoc's page that shows it. Those of the whole description are in the
// index. Redoc hides the texts of the schema of a body, of members of `allOf` and of objects in an array. It also hides the
// text of a schema if the reference, parameter or header that uses it has one.
function addRemarks(api: Api, at: At): void {
  const targets = new Map<string, Target>([api, api.info].map(({ origin }) => [formatOrigin(origin), 'index']));
  const found: { readonly origin: Origin; readonly remarks: Remarks }[] = [];
  const seen = new Set<Element>();
  const hasHidden = api.schemas.some(hasRemarks);
  const visit = (element: Element, hidden: () => readonly Schema[] = () => none, target?: Target): void => {
    if (seen.has(element)) return;
    seen.add(element);
    const { origin, source } = element;
    if (target) targets.set(formatOrigin(origin), target);
    found.push({ origin, remarks: { sources: source } });
    for (const schema of hasHidden ? hidden() : [])
      found.push({ origin, remarks: { gaps: schema.notShown, sources: schema.source, states: listStates(schema) } });
  };
  const visitServer = (server: Server): void => visit(server, undefined, 'server');
  api.servers.forEach(visitServer);
  for (const element of [...api.tags, ...api.securitySchemes]) visit(element);
  for (const operation of listOperations(api)) {
    const { pathItem, servers, parameters, requestBody, responses } = operation;
    const operations = targets.get(formatOrigin(pathItem.origin));
    if (Array.isArray(operations)) operations.push(operation);
    else visit(pathItem, undefined, [operation]);
    visit(operation);
    servers.forEach(visitServer);
    for (const parameter of parameters) visit(parameter, () => listHiddenSchemas(parameter));
    if (requestBody) visit(requestBody, () => requestBody.content.flatMap(listBodySchemas));
    for (const response of responses) {
      visit(response, () => response.content.flatMap(listBodySchemas));
      for (const header of response.headers) visit(header, () => listHiddenSchemas(header));
    }
    for (const mediaType of listMediaTypes(operation)) visit(mediaType, undefined, 'media-type');
  }
  for (const schema of api.schemas) {
    visit(schema, () => listSchemasBelow(schema, new Set()));
    found.push({ origin: schema.origin, remarks: { states: listStates(schema) } });
  }
  const add = (origin: Origin, remarks: Remarks): void => {
    const { gaps = none, sources = none, states = none } = remarks;
    const target = targets.get(formatOrigin(origin));
    if (target === 'index' || gaps.length + sources.length + states.length === 0) return;
    if (Array.isArray(target)) {
      for (const operation of target) add(operation.origin, remarks);
      return;
    }
    const addition = at(origin, target === 'media-type' ? '/schema' : '');
    if (target === 'server') addition.isPlain = true;
    for (const gap of gaps) addition.gaps.add(gap);
    for (const source of sources) addition.sources.add(source);
    for (const schema of states) addition.states.add(schema);
  };
  for (const gap of api.gaps) for (const place of gap.places) add(place, { gaps: [gap] });
  for (const { origin, remarks } of found) add(origin, remarks);
}

interface Remarks {
  readonly gaps?: readonly NotShown[];
  readonly sources?: readonly string[];
  readonly states?: readonly KeywordSchema[];
}

const none: readonly never[] = [];

function listStates(schema: Schema): readonly KeywordSchema[] {
  if (schema.kind !== 'keywords') return none;
  const { transitions, notShown } = schema;
  const isStatus = transitions !== undefined || notShown.some(({ kind }) => kind === 'transitions');
  return isStatus ? [schema] : none;
}

function listMediaTypes({ requestBody, responses }: Operation): MediaType[] {
  return [...(requestBody?.content ?? []), ...responses.flatMap(({ content }) => content)];
}

/** Returns whether a schema has remarks: gaps, sources or transitions. */
function hasRemarks(schema: Schema): boolean {
  const { notShown, source } = schema;
  return notShown.length > 0 || source.length > 0 || (schema.kind === 'keywords' && schema.transitions !== undefined);
}

function listBodySchemas({ schema }: MediaType): Schema[] {
  return schema && isStructure(schema) ? listSchemas(schema, new Set()) : [];
}

function listHiddenSchemas({ description, notShown, source, content }: Parameter | Header): Schema[] {
  const hasText = description !== undefined || notShown.length > 0 || source.length > 0;
  return hasText && content.by === 'style' ? listSchemas(content.schema, new Set()) : [];
}

function listSchemas(schema: Schema, seen: Set<Schema>): Schema[] {
  if (seen.has(schema)) return [];
  const below = listSchemasBelow(schema, seen);
  const target = schema.kind === 'keywords' && schema.ref ? listSchemas(schema.ref, seen) : [];
  return [...(hasRemarks(schema) ? [schema] : []), ...target, ...below];
}

function listSchemasBelow(schema: Schema, seen: Set<Schema>): Schema[] {
  if (schema.kind !== 'keywords') return [];
  seen.add(schema);
  const { allOf = [], items, ref, description } = schema;
  const hidden = [...allOf, ...(items && isStructure(items) ? [items] : [])];
  const below = hidden.flatMap((one) => listSchemas(one, seen));
  const hasText = description !== undefined || hasRemarks(schema) || below.length > 0;
  return ref && hasText ? [...below, ...listSchemas(ref, seen)] : below;
}

// Returns whether Redoc shows the parts of a schema instead of one value.
function isStructure(schema: Schema): boolean {
  const { schema: target } = followReference(schema);
  if (target.kind !== 'keywords') return false;
  const { types = [], properties, allOf, anyOf, oneOf } = target;
  const isUnfolded = types.includes('object') || types.includes('array');
  return isUnfolded || (properties ?? allOf ?? anyOf ?? oneOf) !== undefined;
}

function printIndex(api: Api, changes: readonly LinkedChange[], print: (blocks: Blocks) => string): string {
  const about = print([buildChangeCount(changes), buildSources(api.info.source)]);
  if (api.gaps.length === 0) return about;
  const list = (items: readonly NotShown[]): Block => ({ kind: 'list', items: items.map(buildGapLine) });
  const general = listAllGaps(api);
  const every = listCommonGaps(api);
  return [
    about,
    '# Not shown',
    print([
      paragraph(formatCount(api)),
      general.length > 0 && [paragraph(mark('strong', 'The API as a whole')), general.map(buildCallOut)],
    ]),
    '## Not shown, by kind',
    print(
      groupByKind(api).map(({ of, gaps }) => [
        paragraph(mark('strong', of), ` (${gaps.length}): ${kindTexts[of].asks}`),
        list(gaps),
      ]),
    ),
    '## Not shown, by operation',
    print([
      every.length > 0 && [paragraph(mark('strong', 'Every operation')), list(every)],
      groupByOperation(api).map(({ of, gaps }) => [
        paragraph(mark('strong', nameOperation(of)), ' ', code(`${of.method} ${of.path.template}`)),
        list(gaps),
      ]),
    ]),
  ].join('\n\n');
}

// For deeper values, the outline has only their type. The reference describes them elsewhere.
const deepest = 5;

/**
 * Builds an outline of a schema's value from the examples and constants of the description. Every other value is a
 * placeholder with its type, such as `<string>`, so that no value is invented.
 */
function outlineValue(schema: Schema | undefined, depth = 0): JsonValue {
  if (schema?.kind === 'not-shown') return '<not shown>';
  if (schema?.kind !== 'keywords') return '<any value>';
  const stated = schema.const ?? schema.examples?.[0];
  if (stated !== undefined) return stated;
  const part = outlineParts(schema, depth);
  if (part !== undefined) return part;
  const listed = [...new Set((schema.enum ?? []).map(getJsonType))];
  const types = (schema.types ?? listed).filter((type) => type !== 'null');
  return `<${types.length === 0 ? 'any value' : types.join(' or ')}>`;
}

function outlineParts(schema: KeywordSchema, depth: number): JsonValue | undefined {
  const { properties, items, oneOf, anyOf } = schema;
  if (depth > deepest) return undefined;
  const merged = listPartsInPlace(schema);
  if (properties || merged.length > 0) {
    const outlines = merged.map((one) => outlineValue(one, depth + 1));
    const own = (properties ?? []).map(({ name, schema: one }): [string, JsonValue] => [
      name,
      outlineValue(one, depth + 1),
    ]);
    const objects = outlines.filter((one) => getJsonType(one) === 'object');
    if (objects.length === 0 && own.length === 0) return outlines[0];
    return Object.fromEntries([...objects.flatMap((one) => Object.entries(one ?? {})), ...own]);
  }
  if (items) return [outlineValue(items, depth + 1)];
  const [first] = oneOf ?? anyOf ?? [];
  return first && outlineValue(first, depth + 1);
}
