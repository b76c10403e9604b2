import { hash } from 'node:crypto';
import { splitPointer } from '../../../diagnostics/origin.js';
import type { Api } from '../../../model/api.js';
import type { JsonValue } from '../../../model/element.js';
import { isObject } from '../../../model/is-object.js';
import { listOperations } from '../../../model/list-operations.js';
import type { Response } from '../../../model/operation.js';
import { encodeFileName } from '../../../text/encode.js';
import type { Bundle } from '../../emitter.js';

/** An error response that several operations share. The article describes it once. */
export interface SharedResponse {
  readonly id: string;
  /** The name of its component; absent if it is not a component. */
  readonly name: string | undefined;
  /** One of the equal responses. */
  readonly response: Response;
  readonly operationCount: number;
}

// A response that fewer operations share is described at each of them.
const leastShared = 3;

/** Lists the error responses that several operations share: those with the same status and the same statements. */
export function listSharedResponses(api: Api, bundle: Bundle): ReadonlyMap<Response, SharedResponse> {
  const groups = new Map<string, { pointer: string; responses: Response[] }>();
  for (const { responses } of listOperations(api)) {
    for (const response of responses.filter(isError)) {
      const pointer = bundle.locate(response.origin);
      if (pointer === undefined) continue;
      const key = `${response.status} ${componentPointer.test(pointer) ? pointer : JSON.stringify(readPointer(bundle.complete, pointer))}`;
      const group = groups.get(key) ?? { pointer, responses: [] };
      groups.set(key, group);
      group.responses.push(response);
    }
  }
  const shared = new Map<Response, SharedResponse>();
  for (const [key, { pointer, responses }] of groups) {
    const [first] = responses;
    if (!first || responses.length < leastShared) continue;
    const name = componentPointer.test(pointer) ? splitPointer(pointer)[2] : undefined;
    const own = name === undefined ? hash('sha256', key, 'hex').slice(0, 6) : encodeFileName(name);
    const one = { id: `response-${first.status}-${own}`, name, response: first, operationCount: responses.length };
    for (const response of responses) shared.set(response, one);
  }
  return shared;
}

const componentPointer = /^\/components\/responses\/[^/]*$/;

function isError({ status }: Response): boolean {
  return status === 'default' || /^[45]/.test(String(status));
}

function readPointer(root: JsonValue, pointer: string): JsonValue | undefined {
  let value: JsonValue | undefined = root;
  for (const token of splitPointer(pointer)) value = isObject(value) ? value[token] : undefined;
  return value;
}
