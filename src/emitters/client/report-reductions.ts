import type { Diagnostics } from '../../diagnostics/diagnostic.js';
import type { Element } from '../../model/element.js';
import type { Server } from '../../model/server.js';
import type { MediaPlan, OperationPlan } from '../../wire/plan.js';
import { isText, shapeOf } from '../../wire/value-shape.js';
import { ownServerOf } from './server.js';

/** Tells, at its place, what the client does not do as the description has it, and what it does instead. */
export function reportReductions(
  plans: readonly OperationPlan[],
  roots: readonly Server[],
  diagnostics: Diagnostics,
): void {
  const told = new Set<unknown>();
  const report = (thing: Element, what: string, instead: string): void => {
    const key = `${thing.origin.file}#${thing.origin.pointer} ${what}`;
    if (told.has(key)) return;
    told.add(key);
    diagnostics.report('reduced-emission', thing.origin, { what, artifact: 'the client', instead });
  };
  for (const { operation, parameters, body, responses } of plans) {
    for (const { parameter } of parameters) {
      if (parameter.location === 'header' && /^__proto__$/i.test(parameter.writtenName))
        report(
          parameter,
          `the header '${parameter.writtenName}'`,
          'refuses it, since no record of headers can hold it',
        );
    }
    for (const media of body?.alternatives ?? []) reportMedia(media, true, report);
    for (const media of responses.flatMap(({ alternatives }) => alternatives)) reportMedia(media, false, report);
    // WHATWG Fetch, 5.4.
    if (body && /^(GET|HEAD)$/.test(operation.method))
      report(
        body.requestBody,
        `a request body of ${operation.method}`,
        'hands it to the transport, of which `fetch` refuses it',
      );
    // WHATWG Fetch, 2.2.1.
    if (/^(CONNECT|TRACE|TRACK)$/i.test(operation.method))
      report(operation, `the method ${operation.method}`, 'hands it to the transport, of which `fetch` refuses it');
    if (!ownServerOf(operation, roots)) continue;
    for (const server of operation.servers.slice(1))
      report(server, 'a further server of an operation', 'calls the first one unless told otherwise');
  }
}

function reportMedia(
  { format, essence, mediaType, items, held: { client } }: MediaPlan,
  isSent: boolean,
  report: (thing: Element, what: string, instead: string) => void,
): void {
  const hand = isSent ? 'takes' : 'hands over';
  if (
    format === 'event-stream' &&
    items &&
    !items.schema &&
    !items.data &&
    mediaType.schema &&
    !isText(shapeOf(mediaType.schema))
  ) {
    report(
      mediaType,
      `a schema of '${essence}' that is about no array of events`,
      `${hand} the fields of each event as text`,
    );
  } else if (format === 'text' && client.kind === 'text' && mediaType.schema?.kind === 'keywords') {
    report(mediaType, `a schema of '${essence}' that is not about strings`, `${hand} its text`);
  } else if (!isSent && !items && (format === 'multipart' || format === 'form-urlencoded')) {
    report(mediaType, `'${essence}' as response`, `hands over its ${format === 'multipart' ? 'bytes' : 'text'}`);
  } else if (isSent && [...mediaType.prefixEncoding, mediaType.itemEncoding].some((one) => one?.headers.length)) {
    report(mediaType, 'headers of parts without name', 'sends those that `asPart` is given, untyped');
  }
}
