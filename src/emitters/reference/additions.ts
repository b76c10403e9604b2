import type { Origin } from '../../diagnostics/origin.js';
import type { Api } from '../../model/api.js';
import type { Element, JsonObject, JsonValue } from '../../model/element.js';
import { listOperations } from '../../model/list-operations.js';
import type { NotShown } from '../../model/not-shown.js';
import type { Operation } from '../../model/operation.js';
import type { Schema } from '../../model/schema.js';
import type { Html } from '../../text/html.js';
import { printBlock } from '../../text/print-for-redoc.js';
import { printTree } from '../../text/print-tree.js';
import { type Block, type Blocks, code, type ListItem, link, mark, paragraph } from '../../text/tree.js';
import type { Bundle, EmitInput } from '../emitter.js';
import {
  groupByKind,
  groupByOperation,
  kindTexts,
  listAllItems,
  listCommonItems,
  listOperationItems,
} from '../not-shown/contract.js';
import { formatItemId } from './article/addresses.js';
import { buildChangeCount } from './article/build-article.js';
import { formatCount, nameOperation } from './article/build-items.js';
import { buildLinks } from './article/build-operation.js';
import { buildCallOut, buildPages, buildRequires, buildSources } from './article/build-parts.js';
import { buildPresenceNote } from './article/build-schema.js';
import { createContext } from './article/context.js';
import type { LinkedChange } from './article/link-changes.js';
import type { Sample, Samples } from './article/samples/contract.js';
import { outlineValue } from './article/samples/outline.js';
import { buildTransitions } from './article/states.js';
import { listMediaTypes, locateRemarks, type Remarks } from './place-remarks.js';
import { findPresence, hasAnyOf, listUnpromised } from './presence.js';

/** The additions to Redoc's copy of the description, by JSON pointer. */
export interface Additions {
  /** Call-outs, sources and states after the description of an object. */
  readonly callOuts: ReadonlyMap<string, readonly Html[]>;
  /** Texts that follow a description. Redoc shows these descriptions as plain text. */
  readonly plainNotes: ReadonlyMap<string, string>;
  /** Badges of operations. */
  readonly badges: ReadonlyMap<string, string>;
  /** Summaries of callbacks with the text of the badge, because Redoc shows no badges for callbacks. */
  readonly summaries: ReadonlyMap<string, string>;
  /** Sample calls of operations. */
  readonly samples: ReadonlyMap<string, readonly JsonObject[]>;
  /** Schemas of responses whose required fields may be missing (`presence`). */
  readonly unpromised: ReadonlySet<string>;
  /** Outlines of bodies without examples. Redoc would otherwise invent values. */
  readonly outlines: ReadonlyMap<string, JsonValue>;
  /** The source of the description and the index of items, which follow the text of `info`. */
  readonly index: string;
}

/**
 * Builds the additions: each item at its places, at its operations and in the index. Links lead to the file `article`.
 */
export function buildAdditions(
  input: Pick<EmitInput, 'api' | 'bundle'> & { readonly samples: Samples; readonly changes: readonly LinkedChange[] },
  article: string,
): Additions {
  const { api, bundle } = input;
  const { locate } = bundle;
  const { remarks, plainNotes } = locateRemarks(api, locate);
  const print = (blocks: Blocks): Html => printTree(blocks, { document: article, level: 4 });
  const callOuts = new Map<string, readonly Html[]>();
  const addCallOut = (pointer: string, blocks: Blocks): void => {
    callOuts.set(pointer, [...(callOuts.get(pointer) ?? []), print(blocks)]);
  };
  for (const [pointer, rule] of listRules(api, locate)) addCallOut(pointer, [rule]);
  for (const [pointer, links] of listLinks(input)) addCallOut(pointer, links);
  for (const [pointer, found] of remarks) addCallOut(pointer, listRemarks(found));
  const badges = new Map<string, string>();
  const summaries = new Map<string, string>();
  const samples = new Map<string, readonly JsonObject[]>();
  const outlines = listOutlines(api, locate);
  const every = new Set(listCommonItems(api));
  for (const operation of listOperations(api)) {
    const open = listOperationItems(api, operation);
    const pointer = locate(operation.origin);
    if (pointer !== undefined) samples.set(pointer, listShownSamples(input.samples.get(operation) ?? []));
    if (open.length === 0 || pointer === undefined) continue;
    const badge = formatBadge(open, every);
    if (operation.kind === 'callback') summaries.set(pointer, `${nameOperation(operation)}, ${badge}`);
    else badges.set(pointer, badge);
    const others = buildOthers(open, operation);
    if (others) addCallOut(pointer, [others]);
  }
  const unpromised = listPointers(listUnpromised(api), locate);
  const index = printIndex(api, input.changes, print);
  return { callOuts, plainNotes, badges, summaries, samples, outlines, unpromised, index };
}

function listOutlines(api: Api, locate: Bundle['locate']): ReadonlyMap<string, JsonValue> {
  const outlines = new Map<string, JsonValue>();
  for (const { origin, schema, examples } of listOperations(api).flatMap(listMediaTypes)) {
    const place = locate(origin);
    if (examples.length === 0 && schema && place !== undefined) outlines.set(place, outlineValue(schema));
  }
  return outlines;
}

// Lists the statements of extensions about pages, about parameters that need a header, and about fields. Operations may
// share parameters and responses.
function listRules(api: Api, locate: Bundle['locate']): ReadonlyMap<string, Block> {
  const rules = new Map<string, Block>();
  const add = (origin: Origin, rule: Block | undefined): void => {
    const pointer = rule && locate(origin);
    if (rule && pointer !== undefined) rules.set(pointer, rule);
  };
  for (const operation of listOperations(api)) {
    add(operation.origin, buildPages(operation));
    for (const parameter of operation.parameters) add(parameter.origin, buildRequires(parameter));
  }
  const presence = findPresence(api);
  const unpromised = new Set<Schema>(listUnpromised(api));
  if (!presence) return rules;
  for (const { origin } of unpromised) add(origin, buildPresenceNote(presence));
  for (const response of listOperations(api).flatMap(({ responses }) => responses))
    if (hasAnyOf(response, unpromised)) add(response.origin, buildPresenceNote(presence));
  return rules;
}

// Redoc shows no links. Operations may share responses.
function listLinks(input: Pick<EmitInput, 'api' | 'bundle'> & { readonly samples: Samples }): Map<string, Blocks> {
  const responses = listOperations(input.api).flatMap((operation) => operation.responses);
  const linked = responses.filter(({ links }) => links.length > 0);
  const found = new Map<string, Blocks>();
  if (linked.length === 0) return found;
  const context = createContext(input);
  for (const response of linked) {
    const pointer = input.bundle.locate(response.origin);
    if (pointer !== undefined) found.set(pointer, buildLinks(response, context));
  }
  return found;
}

function listPointers(elements: readonly Element[], locate: Bundle['locate']): ReadonlySet<string> {
  return new Set(elements.flatMap(({ origin }) => locate(origin) ?? []));
}

// Redoc shows one sample per language.
function listShownSamples(samples: readonly Sample[]): readonly JsonObject[] {
  return samples.flatMap(({ lang, label, source, example }) =>
    example === undefined ? [{ lang, label, source }] : [],
  );
}

// An item that affects every operation is counted separately.
function formatBadge(open: readonly NotShown[], every: ReadonlySet<NotShown>): string {
  const own = open.filter((item) => !every.has(item)).length;
  const parts = [own > 0 && `${own} not shown`, open.length > own && `${open.length - own} everywhere`];
  return parts.filter((part) => part !== false).join(', ');
}

function listRemarks({ items, sources, states }: Remarks): Blocks {
  return [[...items].map(buildCallOut), buildSources([...sources]), [...states].map(buildTransitions)];
}

// The items of parameters, bodies, responses and security have call-outs at these places.
function buildOthers(open: readonly NotShown[], operation: Operation): Block | undefined {
  const others = open.filter((item) => !operation.notShown.includes(item));
  if (others.length === 0) return undefined;
  const more = operation.notShown.length > 0 ? 'more ' : '';
  const summary = [
    mark('strong', `${others.length} ${more}not shown`),
    ' in parameters, bodies, responses and authentication',
  ];
  const list: Block = { kind: 'list', items: others.map(buildItemLine) };
  return { kind: 'details', role: 'elsewhere', summary, blocks: [list] };
}

function buildItemLine({ id, question }: NotShown): ListItem {
  return { line: [`${question} `, link(`#${formatItemId(id)}`, code(id))] };
}

function printIndex(api: Api, changes: readonly LinkedChange[], print: (blocks: Blocks) => Html): string {
  const section = (blocks: Blocks): string => printBlock([print(blocks)]);
  const source = buildSources(api.info.source);
  const about = section([buildChangeCount(changes), source]);
  if (api.items.length === 0) return about;
  const list = (items: readonly NotShown[]): Block => ({ kind: 'list', items: items.map(buildItemLine) });
  const general = listAllItems(api);
  const every = listCommonItems(api);
  return [
    about,
    '# Not shown',
    section([
      paragraph(formatCount(api)),
      general.length > 0 && [paragraph(mark('strong', 'The API as a whole')), general.map(buildCallOut)],
    ]),
    '## Not shown, by kind',
    section(
      groupByKind(api).map(({ of, items }) => [
        paragraph(mark('strong', of), ` (${items.length}): ${kindTexts[of].asks}`),
        list(items),
      ]),
    ),
    '## Not shown, by operation',
    section([
      every.length > 0 && [paragraph(mark('strong', 'Every operation')), list(every)],
      groupByOperation(api).map(({ of, items }) => [
        paragraph(mark('strong', nameOperation(of)), ' ', code(`${of.method} ${of.path.template}`)),
        list(items),
      ]),
    ]),
  ].join('\n\n');
}
