import type { Origin } from '../../diagnostics/origin.js';
import type { Header, Response, StatusKey } from '../../model/api.js';
import { type BuildContext, type Node, omitUndefinedMembers } from '../context.js';
import { readElement } from '../gaps/element.js';
import { type ObjectReader, openObject } from '../object-reader.js';
import { readReferable } from '../reference.js';
import { checkToken } from '../token.js';
import { readHeaderMap } from './encoding.js';
import { readLink } from './link.js';
import { readContentMap } from './media-type.js';

type Base = Omit<Response, 'status' | 'code'>;

const statusWords: readonly StatusKey[] = ['1XX', '2XX', '3XX', '4XX', '5XX', 'default'];

/** Reads the Responses Object of an operation (OpenAPI 3.2, 4.16), in the order of the description. */
export function readResponses(operation: ObjectReader<'Operation Object'>): Response[] {
  const { context } = operation;
  const node = operation.node('responses');
  const reader = node && openObject(context, 'Responses Object', node);
  if (!reader) {
    if (!node && context.version === '3.0') operation.reportAbsent('responses', 'responses');
    return [];
  }
  const responses: Response[] = [];
  for (const member of reader.members()) {
    const base = readResponse(context, member);
    const status = readStatus(context, member.name, member.origin);
    if (!base || status === undefined) continue;
    if (responses.some((other) => other.status === status))
      context.report('duplicate-key', member.origin, { key: String(status) }, 'key');
    const gap = base.notShown.find((one) => one.kind === 'status-code');
    if (gap && typeof status === 'number') {
      const finding = { variant: 'status', id: gap.id, kind: gap.kind, status } as const;
      context.report('gap-misplaced', member.origin, finding, 'key');
    }
    const code = gap ? ({ shown: false, gap } as const) : ({ shown: true, value: status } as const);
    responses.push(Object.assign({}, base, { status, code }));
  }
  reader.close();
  return responses;
}

function readStatus(context: BuildContext, name: string, origin: Origin): StatusKey | undefined {
  if (/^[1-9]\d\d$/.test(name)) {
    if (Number(name) > 599) context.report('status-out-of-range', origin, { status: name }, 'key');
    return Number(name);
  }
  const status = statusWords.find((word) => String(word).toLowerCase() === name.toLowerCase());
  if (status === undefined) {
    context.report('wrong-value', origin, { variant: 'status', value: name }, 'key');
  } else if (status !== name) {
    context.report('read-as', origin, { variant: 'status', found: name, status: String(status) }, 'key');
  }
  return status;
}

/** Reads a Response Object, or a reference to one (OpenAPI 3.2, 4.17). */
export function readResponse(context: BuildContext, node: Node): Base | undefined {
  const kind = 'Response Object';
  const { responses: memo } = context.memos;
  return readReferable(context, node, { kind, memo, overridden: ['summary', 'description'], read });
}

function read(reader: ObjectReader<'Response Object'>): Base {
  const { context } = reader;
  // In OpenAPI 3.2, the description is optional.
  const description = context.version === '3.2' ? reader.text('description') : reader.textOr('description', '');
  const links = reader.map('links') ?? [];
  const { origin, notShown, source } = readElement(reader);
  return {
    origin,
    notShown,
    source,
    ...omitUndefinedMembers({ summary: reader.text('summary'), description }),
    headers: readHeaders(reader),
    content: readContentMap(reader) ?? [],
    links: links.flatMap((link) => readLink(context, link.name, link) ?? []),
  };
}

function readHeaders(reader: ObjectReader<'Response Object'>): Header[] {
  const { context } = reader;
  const nodes = reader.map('headers') ?? [];
  for (const { name, origin } of nodes)
    checkToken(context, origin, { variant: 'absent', name, location: 'header' }, 'key');
  return readHeaderMap(context, nodes);
}
