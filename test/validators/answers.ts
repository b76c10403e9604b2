import { expect, test } from 'vitest';
import { failuresOf, type Loaded, loadSchemas } from './load-validators.js';

/** A function, its argument and its result. */
type Row = readonly [name: string, value: unknown, answer: unknown];

/** A description, and the results of its validators. */
interface Answers {
  /** The component schemas. */
  readonly schemas: object;
  /** Further parts of the description. */
  readonly more?: object;
  /**
   * The rows of the table. The result of `validate…` is its failures as `instance path | schema pointer | message`,
   * with the pointer without `/components/schemas/`, followed by the items that the value touches as
   * `item at instance path`.
   */
  readonly answers: readonly Row[];
  /** Functions that are not emitted. */
  readonly absent?: readonly string[];
}

/** Tests that the emitted functions of validators return the results of a table. */
export function testAnswers({ schemas, more, answers, absent = [] }: Answers): void {
  test('the emitted functions return the results of the table', async () => {
    const loaded = await loadSchemas(schemas, more);
    expect(answers.map(([name, value]): Row => [name, value, answer(loaded, name, value)])).toEqual(answers);
    expect(absent.filter((name) => name in loaded.validators)).toEqual([]);
  });
}

function answer({ validators }: Loaded, name: string, value: unknown): unknown {
  if (!name.startsWith('validate')) return validators[name]?.(value);
  const items: string[] = [];
  const failures = failuresOf(validators, name, value, (item, at) => items.push(`${item} at ${at}`));
  const lines = failures.map(({ instancePath, schemaPointer, message }) => {
    return `${instancePath} | ${schemaPointer.replace('/components/schemas/', '')} | ${message}`;
  });
  return [...lines, ...items];
}

/** An operation whose request and response are the same component schema in JSON. */
export function sendAndReceive(operationId: string, name: string): object {
  const content = { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } };
  return { operationId, requestBody: { content }, responses: { '200': { description: 'It.', content } } };
}
