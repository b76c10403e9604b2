import type { Dispatch } from '../../model/find-dispatch.js';
import type { KeywordSchema } from '../../model/schema.js';
import { code, importType } from '../../typescript/code.js';
import { encodeJson } from '../../typescript/encode.js';
import type { Site, Uses } from './context.js';
import { formatValues } from './expectation.js';
import { writeKindTest } from './kind-tests.js';
import type { Case } from './lines.js';
import { joinOr } from './operators.js';
import type { Value } from './value.js';
import { type FailureContext, writeFailure } from './write-failure.js';
import { escapeToken, readField } from './write-fields.js';

/** What is used here of the function that is being written. */
export type DispatchContext = Uses<
  'declareField' | 'lines' | 'markNarrowed' | 'names' | 'shape' | 'writeSchema',
  'isExact'
> &
  FailureContext;

/** Writes a union in which the value of a property decides which member applies: only that member is checked. */
export function writeDispatch(
  site: Site<DispatchContext>,
  schema: KeywordSchema,
  keyword: 'anyOf' | 'oneOf',
  dispatch: Dispatch,
): void {
  const { context, value } = site;
  const kinds = new Set(['object'] as const);
  const object: Value = { ...value, kinds };
  const type = writeKindTest(value.name, value.kinds, kinds, context.program.isExact);
  const failure = writeFailure(site, schema, keyword, 'an object');
  const write = (): void => writeMembers({ ...site, value: object }, schema, keyword, dispatch);
  if (value.kinds.size === 1) write();
  else if (context.shape === 'guard') {
    context.lines.addIf(type.bad, failure);
    context.markNarrowed(value);
    write();
  } else
    context.lines.chain([
      { test: type.bad, write: () => context.lines.add(failure) },
      { test: undefined, write },
    ]);
}

function writeMembers(
  site: Site<DispatchContext>,
  schema: KeywordSchema,
  keyword: string,
  { property, rows }: Dispatch,
): void {
  const { context, value } = site;
  const fields = context.names.name('fields');
  const type = importType('runtime/validators', 'UnknownFields');
  context.lines.declare(fields, code`const ${fields} = ${value.name} as ${type};`);
  const tag = context.declareField(readField(fields, property), property);
  const cases = rows.map((row): Case => {
    const tests = row.values.map((each) => code`${tag.name} === ${encodeJson(each)}`);
    const write = (): void => context.writeSchema({ ...site, keyword }, row.schema);
    return { test: joinOr(tests), write };
  });
  const path = [...site.path, escapeToken(property)];
  const values = rows.flatMap((row) => row.values);
  const failure = writeFailure({ ...site, path }, schema, keyword, formatValues(values));
  context.lines.chain([...cases, { test: undefined, write: () => context.lines.add(failure) }]);
}
