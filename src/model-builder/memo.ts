import type { Example } from '../model/example.js';
import type { Callback, Header, Link, MediaType, Parameter, RequestBody, Response } from '../model/operation.js';
import { getPlaceKey, type Node } from './node.js';

/** Remembers what was read at each place, so that it is read only once, however many references lead there. */
class Memo<T> {
  readonly #known = new Map<string, Map<unknown, T | undefined>>();
  readonly #list: T[] = [];

  /** Returns the result of an earlier reading at a place (and under a name, if the name matters), or reads it now. */
  read(node: Node, read: () => T | undefined, name = ''): T | undefined {
    const key = getPlaceKey(node);
    const known = this.#known.get(name) ?? new Map<unknown, T | undefined>();
    this.#known.set(name, known);
    if (known.has(key)) return known.get(key);
    const result = read();
    known.set(key, result);
    if (result !== undefined) this.#list.push(result);
    return result;
  }

  /** Lists the results in the order of reading. */
  list(): readonly T[] {
    return this.#list;
  }
}

/** What was read at each place, by the kind of the object. */
export class Memos {
  readonly parameters: Memo<Parameter> = new Memo();
  readonly requestBodies: Memo<RequestBody> = new Memo();
  readonly responses: Memo<Omit<Response, 'status' | 'code'>> = new Memo();
  readonly headers: Memo<Omit<Header, 'wireName'>> = new Memo();
  readonly mediaTypes: Memo<MediaType> = new Memo();
  readonly examples: Memo<Omit<Example, 'name'>> = new Memo();
  readonly links: Memo<Link> = new Memo();
  readonly callbacks: Memo<Callback> = new Memo();
}
