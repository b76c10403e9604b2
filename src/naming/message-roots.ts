import type { Origin } from '../diagnostics/origin.js';
import type { MediaType, Operation, Parameter, ParameterContent, Response, StatusKey } from '../model/api.js';
import type { Element } from '../model/element.js';
import type { Schema } from '../model/schema.js';
import { type ContentPart, type ContentStep, walkContents } from '../model/walk-contents.js';
import type { Thing } from './name-space.js';

/** A schema that an operation uses directly, and the objects around it that may own it. */
export interface MessageRoot {
  readonly schema: Schema;
  /**
   * The objects around the schema, from the operation inwards. The first one whose place contains the place of the
   * schema owns it.
   */
  readonly levels: readonly Level[];
}

/** An object around a schema, as a level of its name. */
interface Level {
  readonly origin: Origin;
  readonly thing: Thing;
  /** The words that are appended to the name of the object around this one. */
  readonly suffix: string;
}

/** Lists the schemas that an operation uses directly, once per use. */
export function listMessageRoots(operation: Operation): MessageRoot[] {
  const roots: MessageRoot[] = [];
  const seen = new Set<ContentPart>();
  const outer = (suffix: string): Level[] => [{ origin: operation.origin, thing: 'Operation', suffix }];
  for (const parameter of operation.parameters)
    addContent(parameter.content, [
      ...outer(listParameterWords(parameter)),
      buildLevel(parameter, 'Parameter', isInList(parameter) ? listParameterWords(parameter) : ''),
    ]);
  const { requestBody } = operation;
  if (requestBody)
    addMediaTypes(requestBody.content, [...outer('Request'), buildLevel(requestBody, 'RequestBody', '')]);
  const main = chooseMainSuccess(operation.responses);
  for (const response of operation.responses) {
    const suffix = response.status === main ? 'Response' : `Response ${response.status}`;
    const levels = [...outer(suffix), buildLevel(response, 'Response', '')];
    addMediaTypes(response.content, levels);
    for (const header of response.headers) walk([{ part: header, context: levels }]);
  }
  return roots;

  function addContent(content: ParameterContent, levels: readonly Level[]): void {
    if (content.by === 'style') roots.push({ schema: content.schema, levels });
    else addMediaTypes([content.mediaType], levels);
  }

  function addMediaTypes(content: readonly MediaType[], levels: readonly Level[]): void {
    const main = chooseMainMediaType(content);
    walk(
      content.map((part) => ({
        part,
        context: part === main ? levels : addWords(levels, formatMediaType(part.mediaType)),
      })),
    );
  }

  function walk(start: readonly ContentStep<readonly Level[]>[]): void {
    walkContents(start, (part, levels) => visit(part, levels), seen);
  }

  function visit(part: ContentPart, levels: readonly Level[]): readonly Level[] {
    if ('content' in part) {
      const inner = [...addWords(levels, part.wireName), buildLevel(part, 'Header', '')];
      if (part.content.by === 'style') roots.push({ schema: part.content.schema, levels: inner });
      return inner;
    }
    if (!('mediaType' in part)) return addWords(levels, part.property);
    if (part.schema) roots.push({ schema: part.schema, levels });
    if (part.itemSchema) roots.push({ schema: part.itemSchema, levels: addWords(levels, 'Item') });
    return levels;
  }
}

/** Chooses the success whose type is named `…Response`: the lowest 2xx, or else `default`. */
function chooseMainSuccess(responses: readonly Response[]): StatusKey | undefined {
  const codes = responses.map((response) => response.status).filter((status) => /^2/.test(String(status)));
  if (codes.length === 0) return responses.some(({ status }) => status === 'default') ? 'default' : undefined;
  return codes.sort((a, b) => (String(a) < String(b) ? -1 : 1))[0];
}

function listParameterWords(parameter: Parameter): string {
  return parameter.identifier ?? parameter.writtenName;
}

// A parameter in a list has no name in its pointer.
function isInList({ origin }: Parameter): boolean {
  return /\/\d+$/.test(origin.pointer);
}

function buildLevel({ origin }: Element, thing: Thing, suffix: string): Level {
  return { origin, thing, suffix };
}

function addWords(levels: readonly Level[], suffix: string): Level[] {
  return levels.map((outer) => ({ ...outer, suffix: `${outer.suffix} ${suffix}`.trim() }));
}

function isJson(mediaType: string): boolean {
  return /^application\/(.*\+)?json\b/i.test(mediaType);
}

/** Chooses the media type that names do not mention: JSON, or else the first by name. */
function chooseMainMediaType(content: readonly MediaType[]): MediaType | undefined {
  const sorted = [...content].sort((a, b) => (a.mediaType < b.mediaType ? -1 : 1));
  return sorted.find(({ mediaType }) => isJson(mediaType)) ?? sorted[0];
}

function formatMediaType(mediaType: string): string {
  if (/^application\/x-www-form-urlencoded/i.test(mediaType)) return 'Form';
  if (/^multipart\//i.test(mediaType)) return 'Multipart';
  return mediaType.replace(/^application\//i, '').replace(/;.*/, '');
}
