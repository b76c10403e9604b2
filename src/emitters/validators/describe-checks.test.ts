import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildEmitInput, readApi } from '../../../test/emit-input.js';
import { makeFolder } from '../../../test/make-folder.js';
import { describeChecks } from './describe-checks.js';

const part = { type: 'integer', default: 1 };
const whole = { type: 'object', required: ['part'], properties: { part: { $ref: '#/components/schemas/Part' } } };

/** Describes the schema `Part` of an API that sends it as `body`, if there is one. */
function describePart(body?: object): string {
  const post = {
    operationId: 'post',
    ...(body && { requestBody: { content: { 'application/json': { schema: body } } } }),
    responses: { 204: { description: 'Done.' } },
  };
  const spec = {
    openapi: '3.1.1',
    info: { title: 'T', version: '1' },
    paths: { '/parts': { post } },
    components: { schemas: { Part: part } },
  };
  const { api, diagnostics } = readApi(join(makeFolder({ 'spec.json': JSON.stringify(spec) }), 'spec.json'));
  const schema = api.schemas.find(({ component }) => component === 'Part');
  return schema ? describeChecks(buildEmitInput(api, diagnostics).validators)(schema) : '';
}

test('the description of a schema differs if the rest of the API uses it differently', () => {
  const alone = describePart();
  expect(describePart()).toBe(alone);
  expect(describePart({ type: 'string' })).toBe(alone);
  expect(describePart({ $ref: '#/components/schemas/Part' })).not.toBe(alone);
  expect(describePart(whole)).not.toBe(alone);
});
