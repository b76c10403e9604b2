import type { Element } from './element.js';

/** Server Object (OpenAPI 3.2, 4.5). */
export interface Server extends Element {
  readonly url: string;
  readonly name?: string;
  readonly description?: string;
  readonly variables: readonly ServerVariable[];
}

/** Server Variable Object (OpenAPI 3.2, 4.6). */
export interface ServerVariable extends Element {
  readonly name: string;
  readonly default: string;
  readonly enum?: readonly string[];
  readonly description?: string;
}
