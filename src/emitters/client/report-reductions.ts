import type { Diagnostics } from '../../diagnostics/diagnostic.js';
import type { Api } from '../../model/api.js';
import { essenceOf } from '../../wire/media-format.js';
import type { MediaPlan, OperationPlan } from '../../wire/plan.js';
import { shapeOf } from '../../wire/value-shape.js';
import { isText } from './body-type.js';

/** Tells, at its place, what the client does not do as the description has it, and what it does instead. */
export function reportReductions(api: Api, plans: readonly OperationPlan[], diagnostics: Diagnostics): void {
  const told = new Set<unknown>();
  const report = (thing: MediaPlan['mediaType'] | OperationPlan['operation'], what: string, instead: string): void => {
    const key = `${thing.origin.file}#${thing.origin.pointer} ${what}`;
    if (told.has(key)) return;
    told.add(key);
    diagnostics.report('reduced-emission', thing.origin, { what, artifact: 'the client', instead });
  };
  for (const { operation, body, responses } of plans) {
    for (const media of body?.alternatives ?? []) reportMedia(media, true, report);
    for (const media of responses.flatMap(({ alternatives }) => alternatives)) reportMedia(media, false, report);
    if (operation.servers.some((server) => !api.servers.includes(server))) {
      report(
        operation,
        'servers of its own',
        'sends it to its base URL: call it with a client that was made for that server',
      );
    }
  }
}

function reportMedia(
  { format, mediaType, fields, items }: MediaPlan,
  isSent: boolean,
  report: (thing: MediaPlan['mediaType'], what: string, instead: string) => void,
): void {
  const essence = essenceOf(mediaType.mediaType);
  const hand = isSent ? 'takes' : 'hands over';
  if (format === 'event-stream' && items && !items.schema && mediaType.schema && !isText(shapeOf(mediaType.schema))) {
    report(
      mediaType,
      `a schema of '${essence}' that is about no array of events`,
      `${hand} the fields of each event as text`,
    );
  } else if (format === 'text' && mediaType.schema?.kind === 'keywords' && !isText(shapeOf(mediaType.schema))) {
    report(mediaType, `a schema of '${essence}' that is not about strings`, `${hand} its text`);
  } else if (!isSent && !items && (format === 'multipart' || format === 'form-urlencoded')) {
    report(mediaType, `'${essence}' as response`, `hands over its ${format === 'multipart' ? 'bytes' : 'text'}`);
  } else if (isSent && fields.some(({ headers }) => headers.length > 0)) {
    report(mediaType, 'headers of parts', 'does not send them');
  }
}
