import type { Origin } from '../../diagnostics/origin.js';
import { originKey } from '../../diagnostics/origin.js';
import type { Api } from '../../model/api.js';
import type { NotShown } from '../../model/not-shown.js';
import type { MediaType, Operation } from '../../model/operation.js';
import { Html } from '../../text/html.js';
import { printBlock } from '../../text/print-for-redoc.js';
import type { RenderTemplate } from '../../text/templates.js';
import type { Bundle } from '../emitter.js';
import { itemsOf } from '../not-shown/contract.js';
import { viewIndex, viewItem, viewOperationItems } from './view-items.js';

/** What is added to the description that Redoc is given, by JSON pointer. */
export interface Additions {
  /** Call-outs after the description of an object. */
  readonly callOuts: ReadonlyMap<string, readonly Html[]>;
  /** Texts after a description that Redoc shows without marks. */
  readonly plainNotes: ReadonlyMap<string, string>;
  /** Badges of operations. */
  readonly badges: ReadonlyMap<string, string>;
  /** The index of items, after the text of the whole description. */
  readonly index: string;
}

/** Decides what is added where: each item at its places, at its operations and in the index. */
export function buildAdditions(api: Api, { locate }: Pick<Bundle, 'locate'>, render: RenderTemplate): Additions {
  const callOuts = new Map<string, Html[]>();
  const plainNotes = new Map<string, string>();
  const badges = new Map<string, string>();
  const homes = listHomes(api);
  const add = (map: Map<string, Html[]>, origin: Origin, html: Html, below = ''): void => {
    const pointer = locate(origin);
    if (pointer !== undefined) map.set(pointer + below, [...(map.get(pointer + below) ?? []), html]);
  };
  for (const item of api.items) {
    const html = new Html(render('call-out.html', viewItem(item)));
    for (const place of item.places) {
      const home = homes.get(originKey(place));
      if (home === 'server')
        plainNotes.set(locate(place) ?? '', [plainNotes.get(locate(place) ?? ''), wordPlainly(item)].join(' ').trim());
      else if (home === 'media-type') add(callOuts, place, html, '/schema');
      else if (home === undefined) add(callOuts, place, html);
      else if (home !== 'index') for (const operation of home) add(callOuts, operation.origin, html);
    }
  }
  for (const operation of [...api.operations, ...api.webhooks]) {
    const items = itemsOf(api, operation);
    const pointer = locate(operation.origin);
    if (items.length === 0 || pointer === undefined) continue;
    badges.set(pointer, `${items.length} not shown`);
    add(callOuts, operation.origin, new Html(render('operation-items.html', viewOperationItems(api, operation))));
  }
  return { callOuts, plainNotes, badges, index: buildIndex(api, render) };
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
