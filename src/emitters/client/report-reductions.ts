import type { CodeTable } from '../../diagnostics/catalogue.js';
import type { Diagnostics } from '../../diagnostics/diagnostic.js';
import { formatOrigin } from '../../diagnostics/origin.js';
import type { Element } from '../../model/element.js';
import type { Server } from '../../model/server.js';
import type { MediaPlan, OperationPlan } from '../../wire/plan.js';
import { findOwnServer } from './server.js';

type Report = (element: Element, finding: CodeTable['reduced-emission']) => void;

/** Reports, once per place, where the client deviates from the description. */
export function reportReductions(
  plans: readonly OperationPlan[],
  roots: readonly Server[],
  diagnostics: Diagnostics,
): void {
  const reported = new Set<string>();
  const report: Report = (element, finding) => {
    const key = `${formatOrigin(element.origin)} ${JSON.stringify(finding)}`;
    if (reported.has(key)) return;
    reported.add(key);
    diagnostics.report('reduced-emission', element.origin, finding);
  };
  for (const plan of plans) {
    reportMessages(plan, report);
    if (!findOwnServer(plan.operation, roots)) continue;
    for (const server of plan.operation.servers.slice(1)) report(server, { variant: 'further-server' });
  }
}

function reportMessages({ operation, parameters, body, responses }: OperationPlan, report: Report): void {
  const { method } = operation;
  for (const { parameter } of parameters)
    if (parameter.location === 'header' && /^__proto__$/i.test(parameter.writtenName))
      report(parameter, { variant: 'header-proto', name: parameter.writtenName });
  for (const media of body?.alternatives ?? []) reportMedia(media, true, report);
  for (const media of responses.flatMap(({ alternatives }) => alternatives)) reportMedia(media, false, report);
  // `fetch` sends no body with these methods (WHATWG Fetch, 5.4).
  if (body && /^(GET|HEAD)$/.test(method)) report(body.requestBody, { variant: 'request-body', method });
  // `fetch` refuses these methods (WHATWG Fetch, 2.2.1).
  if (/^(CONNECT|TRACE|TRACK)$/i.test(method)) report(operation, { variant: 'method', method });
}

function reportMedia(plan: MediaPlan, isSent: boolean, report: Report): void {
  const { format, essence, mediaType, items, ignoresSchema } = plan;
  const isOfParts = format === 'multipart' || format === 'form-urlencoded';
  if (ignoresSchema) {
    const variant = format === 'text' ? 'text-of-other' : 'fields-of-events';
    report(mediaType, { variant, mediaType: essence, isSent });
  } else if (!isSent && !items && isOfParts) {
    const variant = format === 'multipart' ? 'response-as-bytes' : 'response-as-text';
    report(mediaType, { variant, mediaType: essence });
  } else if (!isSent && [...mediaType.prefixEncoding, mediaType.itemEncoding].some((one) => one?.headers.length))
    report(mediaType, { variant: 'headers-of-parts' });
}
