import type { Origin } from '../../diagnostics/origin.js';
import { originKey } from '../../diagnostics/origin.js';
import type { Api } from '../../model/api.js';
import type { JsonValue } from '../../model/element.js';
import type { NotShown } from '../../model/not-shown.js';
import type { MediaType, Operation } from '../../model/operation.js';
import { Html } from '../../text/html.js';
import { printBlock } from '../../text/print-for-redoc.js';
import type { RenderTemplate } from '../../text/templates.js';
import type { Bundle, EmitInput } from '../emitter.js';
import { itemsOf } from '../not-shown/contract.js';
import { listHiddenItems } from './hidden-items.js';
import { outlineValue } from './samples/outline.js';
import { printSamples, type Sample } from './samples/print-samples.js';
import { viewIndex, viewItem, viewOperationItems } from './view-items.js';

/** What is added to the description that Redoc is given, by JSON pointer. */
export interface Additions {
  /** Call-outs after the description of an object. */
  readonly callOuts: ReadonlyMap<string, readonly Html[]>;
  /** Texts after a description that Redoc shows without marks. */
  readonly plainNotes: ReadonlyMap<string, string>;
  /** Badges of operations. */
  readonly badges: ReadonlyMap<string, string>;
  /** Calls of operations. */
  readonly samples: ReadonlyMap<string, readonly Sample[]>;
  /** Outlines of bodies of which the description states no example: Redoc would make values up. */
  readonly outlines: ReadonlyMap<string, JsonValue>;
  /** The index of items, after the text of the whole description. */
  readonly index: string;
}

/** Decides what is added where: each item at its places, at its operations and in the index. */
export function buildAdditions(
  input: Pick<EmitInput, 'api' | 'bundle' | 'names' | 'plans'>,
  render: RenderTemplate,
): Additions {
  const { api, bundle } = input;
  const { locate } = bundle;
  const { items, plainNotes } = placeItems(api, locate);
  const callOuts = new Map(
    [...items].map(([pointer, list]) => [
      pointer,
      [...list].map((item) => new Html(render('call-out.html', viewItem(item)))),
    ]),
  );
  const badges = new Map<string, string>();
  const samples = new Map<string, readonly Sample[]>();
  const outlines = new Map<string, JsonValue>();
  for (const operation of [...api.operations, ...api.webhooks]) {
    const open = itemsOf(api, operation);
    const pointer = locate(operation.origin);
    if (pointer !== undefined) samples.set(pointer, printSamples(operation, input));
    for (const { origin, schema, examples } of listMediaTypes(operation)) {
      const place = locate(origin);
      if (examples.length === 0 && schema && place !== undefined) outlines.set(place, outlineValue(schema));
    }
    if (open.length === 0 || pointer === undefined) continue;
    badges.set(pointer, `${open.length} not shown`);
    const others = viewOperationItems(api, operation);
    if (others['count'] === 0) continue;
    callOuts.set(pointer, [...(callOuts.get(pointer) ?? []), new Html(render('operation-items.html', others))]);
  }
  return { callOuts, plainNotes, badges, samples, outlines, index: buildIndex(api, render) };
}

/** The places of items, by JSON pointer, where Redoc shows a text with marks, and notes where it shows one without. */
interface PlacedItems {
  readonly items: ReadonlyMap<string, ReadonlySet<NotShown>>;
  readonly plainNotes: ReadonlyMap<string, string>;
}

function placeItems(api: Api, locate: Bundle['locate']): PlacedItems {
  const items = new Map<string, Set<NotShown>>();
  const plainNotes = new Map<string, string>();
  const homes = listHomes(api);
  const add = (item: NotShown, pointer: string): void => {
    items.set(pointer, (items.get(pointer) ?? new Set()).add(item));
  };
  const addAt = (item: NotShown, origin: Origin): void => {
    const pointer = locate(origin);
    const home = homes.get(originKey(origin));
    if (pointer === undefined || home === 'index') return;
    if (home === 'server')
      plainNotes.set(pointer, [plainNotes.get(pointer), wordPlainly(item)].filter(Boolean).join(' '));
    else if (home === 'media-type') add(item, `${pointer}/schema`);
    else if (home === undefined) add(item, pointer);
    else for (const operation of home) addAt(item, operation.origin);
  };
  for (const item of api.items) for (const place of item.places) addAt(item, place);
  for (const { origin, items: hidden } of listHiddenItems(api)) for (const item of hidden) addAt(item, origin);
  return { items, plainNotes };
}

function buildIndex(api: Api, render: RenderTemplate): string {
  const view = viewIndex(api);
  const section = (name: string): string => printBlock([new Html(render(name, view))]);
  if (api.items.length === 0) return '';
  return [
    '# Not shown',
    section('index.html'),
    '## Not shown, by kind',
    section('index-by-kind.html'),
    '## Not shown, by operation',
    section('index-by-operation.html'),
  ].join('\n\n');
}

// Redoc shows the description of a server without marks, and none of a media type, of a path item and of the root.
function listHomes(api: Api): Map<string, 'index' | 'server' | 'media-type' | readonly Operation[]> {
  const homes = new Map<string, 'index' | 'server' | 'media-type' | readonly Operation[]>();
  homes.set(originKey(api.origin), 'index');
  homes.set(originKey(api.info.origin), 'index');
  for (const server of api.servers) homes.set(originKey(server.origin), 'server');
  for (const operation of [...api.operations, ...api.webhooks]) {
    const key = originKey(operation.pathItem.origin);
    const others = homes.get(key);
    homes.set(key, [...(Array.isArray(others) ? others : []), operation]);
    for (const server of operation.servers) homes.set(originKey(server.origin), 'server');
    for (const mediaType of listMediaTypes(operation)) homes.set(originKey(mediaType.origin), 'media-type');
  }
  return homes;
}

function listMediaTypes({ requestBody, responses }: Operation): MediaType[] {
  return [...(requestBody?.content ?? []), ...responses.flatMap(({ content }) => content)];
}

function wordPlainly({ id, question, source }: NotShown): string {
  return `Not shown: ${question} (${id}; ${source})`;
}
