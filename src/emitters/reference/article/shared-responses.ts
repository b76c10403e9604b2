import { hash } from 'node:crypto';
import { splitPointer } from '../../../diagnostics/origin.js';
import { type Api, listOperations, type Response } from '../../../model/api.js';
import { isObject, type JsonValue } from '../../../model/element.js';
import { printWrittenJson } from '../../../model/print-json.js';
import { encodeFileName } from '../../../text/encode.js';
import type { Bundle } from '../../emitter.js';

/** An error response that several operations share. The article describes it once. */
export interface SharedResponse {
  readonly id: string;
  readonly oldIds: readonly string[];
  /** The statuses with which operations use it, in order. Only a component has several. */
  readonly statuses: readonly string[];
  /** The name of its component; absent if it is not a component. */
  readonly name: string | undefined;
  /** One of the equal responses. */
  readonly response: Response;
}

// A response that fewer operations share is described at each of them.
const leastShared = 3;

interface Group {
  readonly pointer: string;
  /** What its id ends with. */
  readonly end: string;
  readonly responses: Response[];
}

/**
 * Lists the error responses that several operations share: those of the same component with the same texts, and those with
 * the same status and the same statements.
 */
export function listSharedResponses(api: Api, bundle: Bundle): ReadonlyMap<Response, SharedResponse> {
  const groups = new Map<string, Group>();
  for (const { responses } of listOperations(api)) {
    for (const response of responses.filter(isError)) {
      const pointer = bundle.locate(response.origin);
      if (pointer === undefined) continue;
      const key = formatKey(response, pointer, bundle);
      const group = groups.get(key) ?? { pointer, end: formatEnd(response, pointer, key, bundle), responses: [] };
      groups.set(key, group);
      group.responses.push(response);
    }
  }
  const shared = new Map<Response, SharedResponse>();
  for (const group of groups.values()) {
    const [first] = group.responses;
    if (!first || group.responses.length < leastShared) continue;
    const one = buildShared(first, group);
    for (const response of group.responses) shared.set(response, one);
  }
  return shared;
}

// Texts beside a reference replace those of the component.
function formatKey(response: Response, pointer: string, { complete }: Bundle): string {
  const { status, summary, description } = response;
  if (componentPointer.test(pointer)) return JSON.stringify([pointer, summary, description]);
  return `${status} ${printWrittenJson(readPointer(complete, pointer))}`;
}

function formatEnd({ description }: Response, pointer: string, key: string, { complete }: Bundle): string {
  const digest = hash('sha256', key, 'hex').slice(0, 6);
  if (!componentPointer.test(pointer)) return digest;
  const component = readPointer(complete, pointer);
  const isOwn = isObject(component) && (component['description'] ?? '') === description;
  const name = encodeFileName(splitPointer(pointer)[2] ?? '');
  return isOwn ? name : `${name}-${digest}`;
}

function buildShared(response: Response, { pointer, end, responses }: Group): SharedResponse {
  const statuses = [...new Set(responses.map(({ status }) => String(status)))].sort();
  const ids = statuses.map((status) => `response-${status}-${end}`);
  return {
    id: ids.length === 1 ? (ids[0] ?? '') : `response-shared-${end}`,
    oldIds: ids.length === 1 ? [] : ids,
    statuses,
    name: componentPointer.test(pointer) ? splitPointer(pointer)[2] : undefined,
    response,
  };
}

const componentPointer = /^\/components\/responses\/[^/]*$/;

function isError({ status }: Response): boolean {
  return status === 'default' || /^[45]/.test(String(status));
}

/** Returns the value at a pointer. Returns `undefined` if there is none. */
export function readPointer(root: JsonValue, pointer: string): JsonValue | undefined {
  let value: JsonValue | undefined = root;
  for (const token of splitPointer(pointer)) {
    if (isObject(value)) value = value[token];
    else value = isList(value) ? value[Number(token)] : undefined;
  }
  return value;
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}
