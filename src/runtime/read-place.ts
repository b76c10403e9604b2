import { type FormPlan, readForm } from './read-form.js';
import { defaultDepth, Malformed, readJson } from './read-json.js';
import { type Pairs, readCookies, readQuery } from './read-pairs.js';
import type { ParameterPlan, ParameterSource } from './read-parameters.js';
import { decodePercent } from './read-text.js';
import { readAlternatives, readNamedText, readSingleText, type ValueShape, type ValueStyle } from './read-value.js';
import { Refusal } from './server-refusal.js';

/** The texts of a request, split when first asked for. */
export class Texts {
  readonly source: ParameterSource;
  readonly isKnown: (name: string) => boolean;
  #query: Pairs | undefined;
  #cookies: Pairs | undefined;

  constructor(source: ParameterSource, isKnown: (name: string) => boolean) {
    this.source = source;
    this.isKnown = isKnown;
  }

  get query(): Pairs {
    this.#query ??= readQuery(this.source.query);
    if (this.#query === undefined) throw new Refusal(400, 'query: a name is not percent-encoded UTF-8');
    return this.#query;
  }

  get cookies(): Pairs {
    this.#cookies ??= readCookies(this.source.request.headers.get('cookie') ?? []);
    return this.#cookies;
  }
}

/** Gives what the text of a parameter can mean, the likeliest first; nothing: it is not there. Throws `Malformed`. */
export function readValues(parameter: ParameterPlan, name: string, texts: Texts): readonly unknown[] {
  const { value } = parameter;
  if (typeof value === 'string' || 'fields' in value) {
    const text = readWholeText(parameter, name, texts);
    return text === undefined ? [] : [readDocument(value, text)];
  }
  const read = readerOf(parameter, name, value, texts);
  return read ? readAlternatives(value.shape, read) : [];
}

function readDocument(value: FormPlan | 'json' | 'text', text: string): unknown {
  if (value === 'text') return text;
  return value === 'json' ? readJson(text) : readForm(value, text, { maxDepth: defaultDepth, declared: [] });
}

function readerOf(
  parameter: ParameterPlan,
  name: string,
  value: ValueStyle,
  texts: Texts,
): Parameters<typeof readAlternatives>[1] | undefined {
  switch (parameter.in) {
    case 'path': {
      const text = texts.source.path[parameter.index ?? 0] ?? '';
      return (shape) => readSingleText(text, value, shape, name, true);
    }
    case 'header': {
      const lines = texts.source.request.headers.get(name.toLowerCase());
      return lines && ((shape) => readSingleText(joinLines(lines, shape), value, shape, name, false));
    }
    case 'cookie':
      return (shape) => readNamedText(texts.cookies, name, value, shape, () => true);
    default:
      return (shape) => readNamedText(texts.query, name, value, shape, texts.isKnown);
  }
}

// Several lines of a header are one list (RFC 9110, 5.3); a header that is no list may come once.
function joinLines(lines: readonly string[], shape: ValueShape): string {
  if (lines.length > 1 && Array.isArray(shape)) throw new Malformed('is given more than once');
  return lines.join(',');
}

function readWholeText(
  { in: location, index = 0, value: whole }: ParameterPlan,
  name: string,
  texts: Texts,
): string | undefined {
  const { source } = texts;
  const values = {
    path: () => source.path.slice(index, index + 1),
    query: () => texts.query.get(name),
    querystring: () => (source.query === '' ? undefined : [source.query]),
    header: () => source.request.headers.get(name.toLowerCase()),
    cookie: () => texts.cookies.get(name),
  }[location]();
  if (values === undefined) return undefined;
  const [value = '', second] = values;
  if (second !== undefined) throw new Malformed('is given more than once');
  // A form decodes its own names and values.
  if (location === 'header' || typeof whole !== 'string') return value;
  const text = decodePercent(location === 'query' ? value.replaceAll('+', ' ') : value);
  if (text === undefined) throw new Malformed('is not percent-encoded UTF-8');
  return text;
}
