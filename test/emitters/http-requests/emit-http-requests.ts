import type { Emission, EmitInput, Emitter } from '../../../src/emitters/emitter.js';
import type { JsonValue } from '../../../src/model/element.js';
import type { Schema } from '../../../src/model/schema.js';
import { findSampleValue } from '../../../src/samples/sample-value.js';
import type { Views } from '../../../src/views/views.js';
import type { OperationPlan, ParameterPlan } from '../../../src/wire/plan.js';

/**
 * Emits an example request for each operation in the format of editors (`.http`). Values without a known sample are
 * variables.
 */
export const emitHttpRequests: Emitter = {
  kind: 'http-requests',
  description: 'an example request per operation, for editors',
  needs: [],
  ignoresSchemaNames: true,
  load: async () => ({ emit: emitRequests }),
};

function emitRequests({ plans, names, types: { views } }: EmitInput): Emission {
  const files = [...plans.values()].flatMap((plan) => {
    const named = names.operations.get(plan.operation);
    return named ? [{ path: `http-requests/${named.file}.http`, text: printRequest(plan, views) }] : [];
  });
  return { modules: [], files };
}

function printRequest(plan: OperationPlan, views: Views): string {
  const { operation, parameters, body } = plan;
  const path = plan.path.map((part) => ('literal' in part ? part.literal : encode(part.parameter, views))).join('');
  const needed = parameters.filter(({ parameter }) => parameter.required && parameter.wireName.shown);
  const query = needed.filter(({ parameter }) => parameter.location === 'query').map((each) => printPair(each, views));
  const headers = needed.filter(({ parameter }) => parameter.location === 'header');
  const [media] = body?.alternatives ?? [];
  return [
    `### ${operation.summary ?? operation.path.template}`.replaceAll(/\s+/g, ' '),
    `${operation.method} {{baseUrl}}${path}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    ...headers.map((each) => `${each.parameter.writtenName}: ${sampleText(each, views)}`),
    ...(media ? [`Content-Type: ${media.isRange ? '{{contentType}}' : media.mediaType.mediaType}`] : []),
    ...(media ? ['', media.format === 'json' ? printJson(media.mediaType.schema, views) : '{{body}}'] : []),
    '',
  ].join('\n');
}

function printPair(plan: ParameterPlan, views: Views): string {
  return `${encodeURIComponent(plan.parameter.writtenName)}=${encode(plan, views)}`;
}

function encode(plan: ParameterPlan, views: Views): string {
  const text = sampleText(plan, views);
  return text.startsWith('{{') ? text : encodeURIComponent(text);
}

function sampleText({ parameter, held }: ParameterPlan, views: Views): string {
  const value = held.schema && findSampleValue(held.schema, 'request', views);
  return value === undefined || typeof value === 'object' ? `{{${parameter.writtenName}}}` : String(value);
}

function printJson(schema: Schema | undefined, views: Views): string {
  const value: JsonValue | undefined = schema && findSampleValue(schema, 'request', views);
  return value === undefined ? '{{body}}' : JSON.stringify(value, null, 2);
}
