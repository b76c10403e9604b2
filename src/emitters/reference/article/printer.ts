import { hash } from 'node:crypto';
import type { Api } from '../../../model/api.js';
import type { Element, ExternalDocs, JsonValue } from '../../../model/element.js';
import type { Example } from '../../../model/example.js';
import type { NotShown } from '../../../model/not-shown.js';
import type { Header, Operation } from '../../../model/operation.js';
import { printJson } from '../../../model/print-json.js';
import type { Schema } from '../../../model/schema.js';
import { encodeFileName } from '../../../text/encode.js';
import { Html, html, printLink } from '../../../text/html.js';
import { renderMarkdown } from '../../../text/render-markdown.js';
import type { RenderTemplate } from '../../../text/templates.js';
import type { Bundle, EmitInput } from '../../emitter.js';
import { listCommonItems } from '../../not-shown/contract.js';
import type { Sample, Samples } from '../samples/print-samples.js';
import { viewItem } from '../view-items.js';
import { type NamedSchema, nameSchemas } from './anchors.js';

/** The data and state that the functions which print the article share. */
export interface Printer {
  readonly api: Api;
  readonly named: ReadonlyMap<Schema, NamedSchema>;
  readonly locate: Bundle['locate'];
  readonly render: RenderTemplate;
  readonly samples: (operation: Operation) => readonly Sample[];
  /** The items that affect every operation. */
  readonly every: ReadonlySet<NotShown>;
  /** The anchors of the long examples that have been printed. Each example is printed once. */
  readonly examples: Map<Example['value'], string>;
  /** Returns the anchor of a long piece, and whether an identical piece has been printed before. */
  readonly findRepeat: (piece: Html) => Repeat;
  /** The operations of callbacks that have been printed. Each is printed once. */
  readonly called: Set<Operation>;
  /** The headers that are being printed. Their encodings may contain them again. */
  readonly headers: Set<Header>;
}

/** Creates the printer of one article. */
export function createPrinter(input: ArticleInput, render: RenderTemplate): Printer {
  const { api, bundle } = input;
  const { locate } = bundle;
  return {
    api,
    locate,
    render,
    samples: (operation) => input.samples.get(operation) ?? [],
    named: nameSchemas(api, locate),
    every: new Set(listCommonItems(api)),
    examples: new Map(),
    findRepeat: createFindRepeat(),
    called: new Set(),
    headers: new Set(),
  };
}

/** Where a piece of the article has been printed. Short pieces have no anchor. */
interface Repeat {
  readonly anchor?: string;
  readonly isRepeated: boolean;
}

// A shorter piece is always printed again. Descriptions expanded by tools repeat fields hundreds of times.
const leastRepeated = 200;

function createFindRepeat(): Printer['findRepeat'] {
  const anchors = new Map<string, string>();
  return ({ text }) => {
    // Items are visible at each of their places.
    if (text.length < leastRepeated || text.includes('class="lacuna-call-out"')) return { isRepeated: false };
    const last = anchors.get(text);
    if (last !== undefined) return { anchor: last, isRepeated: true };
    // The anchor depends only on the text, so that links stay valid if the order of the article changes.
    const anchor = `text-${hash('sha256', text, 'base64url').slice(0, 10)}`;
    anchors.set(text, anchor);
    return { anchor, isRepeated: false };
  };
}

/** The input of the article. */
export interface ArticleInput extends Pick<EmitInput, 'api' | 'previous' | 'bundle'> {
  readonly samples: Samples;
}

/** Renders a Markdown text with headings below those of the article. */
export function printProse(text: string | undefined): Html | undefined {
  return text === undefined || text === '' ? undefined : renderMarkdown(text, 6);
}

/** Prints the call-outs of items. */
export function printItems(items: readonly NotShown[], { render }: Printer): readonly Html[] {
  return items.map((item) => new Html(render('call-out.html', viewItem(item))));
}

/** Prints the sources of an element and the call-outs of its items. */
export function printRemarks({ source, notShown }: Element, printer: Printer): readonly (Html | undefined)[] {
  return [printSources(source), ...printItems(notShown, printer)];
}

/** Prints the sections of the documentation that an element comes from. */
export function printSources(sources: readonly string[]): Html | undefined {
  return sources.length === 0 ? undefined : html`<p class="lacuna-source">Documented in ${sources.join(', ')}</p>`;
}

/** Prints the link to external documentation. */
export function printExternalDocs(docs: ExternalDocs | undefined): Html | undefined {
  return docs && html`<p>See ${printLink(docs.url, docs.description ?? docs.url)}</p>`;
}

/** Prints a value as JSON in one line. */
export function printValue(value: JsonValue): string {
  return JSON.stringify(value);
}

/** Prints a block of code. */
export function printCode(text: string): Html {
  return html`<pre><code>${text}</code></pre>`;
}

// The most characters of a line of code that fits on a printed page.
const width = 76;
const mostRepeated = 200;

/** Prints examples. A long example that several places refer to is printed once. */
export function printExamples(examples: readonly Example[], printer: Printer): readonly Html[] {
  return examples.map((example) => printExample(example, printer));
}

// Saves space: examples are the longest part of many descriptions.
function reduceIndent(text: string): string {
  return text.replace(/^ +/gm, (indent) => indent.slice(indent.length / 2));
}

function printExample(example: Example, printer: Printer): Html {
  const { locate, examples } = printer;
  const { origin, name, summary, description, value, serializedValue, externalValue } = example;
  const text = value === undefined ? serializedValue : reduceIndent(printJson(value, width));
  const title = html`Example${name !== '' && ` ${name}`}${summary !== undefined && `: ${summary}`}`;
  const printed = value === undefined ? undefined : examples.get(value);
  if (printed !== undefined) return html`<p><a href="#${printed}">${title}</a></p>`;
  const pointer = locate(origin);
  const isLong = text !== undefined && text.length > mostRepeated;
  const anchor = `example-${encodeFileName((pointer ?? '').replace('/components/examples/', ''))}`;
  if (isLong && typeof value === 'object' && value !== null) examples.set(value, anchor);
  const id = isLong && typeof value === 'object' && value !== null ? new Html(` id="${anchor}"`) : undefined;
  return html`<details${id}><summary>${title}</summary>${printProse(description)}${printRemarks(example, printer)}${
    externalValue !== undefined && html`<p>At <code>${externalValue}</code></p>`
  }${text !== undefined && printCode(text)}</details>`;
}
