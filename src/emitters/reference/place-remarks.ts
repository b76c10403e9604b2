import { formatOrigin, type Origin } from '../../diagnostics/origin.js';
import type { Api } from '../../model/api.js';
import type { Element } from '../../model/element.js';
import { listOperations } from '../../model/list-operations.js';
import type { NotShown } from '../../model/not-shown.js';
import type { MediaType, Operation } from '../../model/operation.js';
import type { KeywordSchema, Schema } from '../../model/schema.js';
import type { Bundle } from '../emitter.js';
import { listHiddenTexts } from './hidden-texts.js';

/** The additions to the text of the description at one place of the page. */
export interface Remarks {
  readonly items: Set<NotShown>;
  readonly sources: Set<string>;
  /** The schemas of a status whose transitions are listed here. */
  readonly states: Set<KeywordSchema>;
}

/** Remarks for places where Redoc shows Markdown, and notes for places where it shows plain text, by JSON pointer. */
interface PlacedRemarks {
  readonly remarks: ReadonlyMap<string, Remarks>;
  readonly plainNotes: ReadonlyMap<string, string>;
}

/**
 * Finds the text of Redoc's page at which each item, source and status is shown. Those of the whole description have no
 * such place.
 */
export function locateRemarks(api: Api, locate: Bundle['locate']): PlacedRemarks {
  const collector = new RemarkCollector(api, locate);
  for (const item of api.items) for (const place of item.places) collector.add(place, { items: [item] });
  for (const { origin, source } of listSourced(api)) collector.add(origin, { sources: source });
  for (const schema of api.schemas) {
    const states = listStates(schema);
    if (states.length > 0) collector.add(schema.origin, { states });
  }
  for (const { origin, schemas } of listHiddenTexts(api)) {
    for (const schema of schemas)
      collector.add(origin, { items: schema.notShown, sources: schema.source, states: listStates(schema) });
  }
  return collector;
}

/** Lists the media types of an operation. */
export function listMediaTypes({ requestBody, responses }: Operation): MediaType[] {
  return [...(requestBody?.content ?? []), ...responses.flatMap(({ content }) => content)];
}

interface FoundRemarks {
  readonly items?: readonly NotShown[];
  readonly sources?: readonly string[];
  readonly states?: readonly KeywordSchema[];
}

class RemarkCollector implements PlacedRemarks {
  readonly remarks: Map<string, Remarks> = new Map();
  readonly plainNotes: Map<string, string> = new Map();
  readonly #api: Api;
  readonly #locate: Bundle['locate'];
  #targets: ReturnType<typeof listTargets> | undefined;

  constructor(api: Api, locate: Bundle['locate']) {
    this.#api = api;
    this.#locate = locate;
  }

  add(origin: Origin, found: FoundRemarks): void {
    const { items = [], sources = [], states = [] } = found;
    if (items.length + sources.length + states.length === 0) return;
    const pointer = this.#locate(origin);
    // Many descriptions have no remarks, so their places are listed only when they are needed.
    this.#targets ??= listTargets(this.#api);
    const target = this.#targets.get(formatOrigin(origin));
    if (pointer === undefined || target === 'index') return;
    if (target === 'server') this.#addNote(pointer, items, sources);
    else if (target === 'media-type') this.#addAt(`${pointer}/schema`, items, sources, states);
    else if (target === undefined) this.#addAt(pointer, items, sources, states);
    else for (const operation of target) this.add(operation.origin, found);
  }

  #addAt(
    pointer: string,
    items: readonly NotShown[],
    sources: readonly string[],
    states: readonly KeywordSchema[],
  ): void {
    const remarks = this.remarks.get(pointer) ?? { items: new Set(), sources: new Set(), states: new Set() };
    this.remarks.set(pointer, remarks);
    for (const item of items) remarks.items.add(item);
    for (const source of sources) remarks.sources.add(source);
    for (const schema of states) remarks.states.add(schema);
  }

  #addNote(pointer: string, items: readonly NotShown[], sources: readonly string[]): void {
    const notes = [
      this.plainNotes.get(pointer) ?? '',
      ...items.map(formatPlainly),
      sources.length === 0 ? '' : `Source: ${sources.join(', ')}.`,
    ];
    this.plainNotes.set(pointer, notes.filter((note) => note !== '').join(' '));
  }
}

const none: readonly never[] = [];

function listStates(schema: Schema): readonly KeywordSchema[] {
  if (schema.kind !== 'keywords') return none;
  const { transitions, notShown } = schema;
  const isStatus = transitions !== undefined || notShown.some(({ kind }) => kind === 'transitions');
  return isStatus ? [schema] : none;
}

function listSourced(api: Api): Set<Element> {
  const found = new Set<Element>();
  const add = (elements: readonly Element[]): void => {
    for (const element of elements) if (element.source.length > 0) found.add(element);
  };
  for (const elements of [api.servers, api.tags, api.securitySchemes]) add(elements);
  for (const operation of listOperations(api)) {
    const { pathItem, servers, parameters, requestBody, responses } = operation;
    add([pathItem, operation, ...servers, ...parameters, ...(requestBody ? [requestBody] : [])]);
    for (const response of responses) add([response, ...response.headers]);
    add(listMediaTypes(operation));
  }
  add(api.schemas);
  return found;
}

// Lists the places for remarks about objects for which Redoc shows no Markdown: servers, media types, path items and
// the root.
function listTargets(api: Api): Map<string, 'index' | 'server' | 'media-type' | readonly Operation[]> {
  const targets = new Map<string, 'index' | 'server' | 'media-type' | readonly Operation[]>();
  targets.set(formatOrigin(api.origin), 'index');
  targets.set(formatOrigin(api.info.origin), 'index');
  for (const server of api.servers) targets.set(formatOrigin(server.origin), 'server');
  for (const operation of listOperations(api)) {
    const key = formatOrigin(operation.pathItem.origin);
    const others = targets.get(key);
    targets.set(key, [...(Array.isArray(others) ? others : []), operation]);
    for (const server of operation.servers) targets.set(formatOrigin(server.origin), 'server');
    for (const mediaType of listMediaTypes(operation)) targets.set(formatOrigin(mediaType.origin), 'media-type');
  }
  return targets;
}

function formatPlainly({ id, question, source }: NotShown): string {
  return `Not shown: ${question} Source: ${source}. (${id})`;
}
