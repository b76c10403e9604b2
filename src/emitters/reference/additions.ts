import type { Api } from '../../model/api.js';
import type { JsonValue } from '../../model/element.js';
import { listOperations } from '../../model/list-operations.js';
import { Html } from '../../text/html.js';
import { printBlock } from '../../text/print-for-redoc.js';
import type { RenderTemplate } from '../../text/templates.js';
import type { EmitInput } from '../emitter.js';
import { listOperationItems } from '../not-shown/contract.js';
import { printSources } from './article/printer.js';
import { printTransitions } from './article/states.js';
import { listMediaTypes, locateRemarks, type Remarks } from './place-remarks.js';
import { outlineValue } from './samples/outline.js';
import type { Sample, Samples } from './samples/print-samples.js';
import { nameOperation, viewIndex, viewItem, viewOperationItems } from './view-items.js';

/** What Redoc's copy of the description contains in addition, by JSON pointer. */
export interface Additions {
  /** Call-outs, sources and states after the description of an object. */
  readonly callOuts: ReadonlyMap<string, readonly Html[]>;
  /** Texts after a description that Redoc shows as plain text. */
  readonly plainNotes: ReadonlyMap<string, string>;
  /** Badges of operations. */
  readonly badges: ReadonlyMap<string, string>;
  /** Summaries of callbacks with the text of the badge, since Redoc shows no badges for callbacks. */
  readonly summaries: ReadonlyMap<string, string>;
  /** Sample calls of operations. */
  readonly samples: ReadonlyMap<string, readonly Sample[]>;
  /** Outlines of bodies without examples. Without them, Redoc would invent values. */
  readonly outlines: ReadonlyMap<string, JsonValue>;
  /** The source of the description and the index of items, which follow the text of `info`. */
  readonly index: string;
}

/** Builds the additions: each item at its places, at its operations and in the index. */
export function buildAdditions(
  input: Pick<EmitInput, 'api' | 'bundle'> & { readonly samples: Samples },
  render: RenderTemplate,
): Additions {
  const { api, bundle } = input;
  const { locate } = bundle;
  const { remarks, plainNotes } = locateRemarks(api, locate);
  const callOuts = new Map([...remarks].map(([pointer, found]) => [pointer, printRemarks(found, render)]));
  const badges = new Map<string, string>();
  const summaries = new Map<string, string>();
  const samples = new Map<string, readonly Sample[]>();
  const outlines = new Map<string, JsonValue>();
  for (const operation of listOperations(api)) {
    const open = listOperationItems(api, operation);
    const pointer = locate(operation.origin);
    if (pointer !== undefined) samples.set(pointer, input.samples.get(operation) ?? []);
    for (const { origin, schema, examples } of listMediaTypes(operation)) {
      const place = locate(origin);
      if (examples.length === 0 && schema && place !== undefined) outlines.set(place, outlineValue(schema));
    }
    if (open.length === 0 || pointer === undefined) continue;
    const badge = `${open.length} not shown`;
    if (operation.kind === 'callback') summaries.set(pointer, `${nameOperation(operation)}, ${badge}`);
    else badges.set(pointer, badge);
    const others = viewOperationItems(api, operation);
    if (others['count'] === 0) continue;
    callOuts.set(pointer, [...(callOuts.get(pointer) ?? []), new Html(render('operation-items.html', others))]);
  }
  return { callOuts, plainNotes, badges, summaries, samples, outlines, index: buildIndex(api, render) };
}

function printRemarks({ items, sources, states }: Remarks, render: RenderTemplate): Html[] {
  return [
    ...[...items].map((item) => new Html(render('call-out.html', viewItem(item)))),
    printSources([...sources]),
    ...[...states].map(printTransitions),
  ].filter((part) => part !== undefined);
}

function buildIndex(api: Api, render: RenderTemplate): string {
  const view = viewIndex(api);
  const section = (name: string): string => printBlock([new Html(render(name, view))]);
  const source = printSources(api.info.source);
  const about = source ? printBlock([source]) : '';
  if (api.items.length === 0) return about;
  return [
    about,
    '# Not shown',
    section('index.html'),
    '## Not shown, by kind',
    section('index-by-kind.html'),
    '## Not shown, by operation',
    section('index-by-operation.html'),
  ].join('\n\n');
}
