import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Call, loadPair, type Pair } from '../conformance/load-pair.js';
import { effort } from '../effort.js';
import { chooseSeed } from '../seed.js';
import { type DrawnOperation, drawOperation, plain } from './draw-operations.js';

/**
 * For all parameters and bodies that a description can have, the server reads what the client sends, or one of them
 * refuses it with a message.
 */
const seed = chooseSeed('round trip');
const versions = ['3.0.4', '3.1.1', '3.2.0'] as const;
const rounds = Array.from({ length: { part: 1, most: 3, all: 30 }[effort] }, (_, round) => round);

let place: string;
beforeAll(() => {
  place = realpathSync(mkdtempSync(join(tmpdir(), 'lacuna-round-trip-')));
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

test.each(rounds)('description %i', { timeout: 120_000 }, async (round) => {
  const version = versions[round % versions.length] ?? '3.1.1';
  const drawn = fc.sample(drawOperation(version), { numRuns: 40, seed: seed + round });
  const paths = drawn.map(({ path, method, operation }, index) => [
    `/op${index}${path}`,
    { [method]: { ...operation, operationId: `op${index}` } },
  ]);
  const description = { openapi: version, info: { title: 'T', version: '1' }, paths: Object.fromEntries(paths) };
  const pair = await loadPair(description, mkdtempSync(join(place, 'one-')));
  const failures: string[] = [];
  const counts = { read: 0, refused: 0 };
  for (const [index, one] of drawn.entries()) {
    const call = pair.calls.find(({ plan }) => plan.operation.operationId === `op${index}`);
    if (!call) throw new Error(`there is no operation ${index}`);
    await checkOperation(one, call, pair, counts, failures);
  }
  expect.soft(failures, failures.join('\n\n')).toEqual([]);
  // A refusal with a message is not a failure, but most drawn values must have a serialization.
  expect(counts.refused / counts.read).toBeLessThan(0.8);
  await pair.close();
});

async function checkOperation(
  { operation, values }: DrawnOperation,
  { id, plan, names }: Call,
  pair: Pair,
  counts: { read: number; refused: number },
  failures: string[],
): Promise<void> {
  const property = fc.asyncProperty(values, async ({ parameters, body, contentType }) => {
    const args: Record<string, unknown> = {};
    const wanted: Record<string, unknown> = {};
    for (const { parameter } of plan.parameters) {
      const drawn = parameters.find(
        ({ name, where }) => name === parameter.writtenName && where === parameter.location,
      );
      const name = names.get(parameter);
      if (!drawn || name === undefined || drawn.value === undefined) continue;
      args[name] = drawn.value;
      if (drawn.sent !== undefined) wanted[name] = drawn.sent;
    }
    if (body !== undefined) {
      args['body'] = body.value;
      wanted['body'] = body.sent;
      if (contentType !== undefined) args['contentType'] = wanted['contentType'] = contentType;
    }
    const { seen, refused = '' } = await pair.send(id, args);
    const [got, sent] = [JSON.stringify(await plain(seen)), JSON.stringify(await plain(wanted))];
    // The server may only lose empty values, and names that belong to two objects.
    const isWhole = sent === JSON.stringify(await plain(args)) && !refused.includes('more than once');
    if (seen === undefined && /^InvalidInputError: '.*' is no |^400 .*"detail":"/s.test(refused)) counts.refused += 1;
    else counts.read += 1;
    // A form without fields has no bytes. If the schema requires fields, it counts as missing.
    const { body: _body, contentType: _type, ...others } = wanted;
    const isEmpty = JSON.stringify(wanted['body']) === '{}' && got === JSON.stringify(await plain(others));
    const isRight = seen === undefined ? refused.startsWith('InvalidInputError') || !isWhole : got === sent || isEmpty;
    if (!isRight) throw new Error(`sent ${sent}\ngot ${got ?? refused}`);
  });
  const { failed, counterexample, errorInstance } = await fc.check(property, { numRuns: 8, seed });
  if (failed)
    failures.push(`${JSON.stringify(operation)}\n${JSON.stringify(counterexample)}\n${String(errorInstance)}`);
}
