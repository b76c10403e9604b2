import { listPartsInPlace } from '../../model/in-place.js';
import type { ChildSchema, KeywordSchema, Schema } from '../../model/schema.js';
import { type Code, code, importType } from '../../typescript/code.js';
import { isAcceptingAll } from './analysis/checked-keywords.js';
import { importAssertion, runtimeModule } from './assertions.js';
import { writeListed } from './equality.js';
import { type Filling, writeFilled, writeFillingPart, writeFillingParts } from './filling.js';
import { type Case, Lines } from './lines.js';
import { nameLocal } from './local-names.js';
import { writeNegation } from './operators.js';
import { readField } from './read-field.js';
import { getRulesOnWire } from './rules.js';
import { isObject, writeFields, writeItems } from './write-default-fields.js';
import { mostListed, splitList } from './write-fields.js';

/**
 * Writes the body of a function that fills in defaults. It returns the value itself if nothing is missing, or else a
 * copy.
 */
export function writeDefaults(filling: Filling): Code {
  const { schema } = filling;
  if (schema.kind !== 'keywords') return code`return value;`;
  const lines = new Lines();
  lines.add('let filled = value;');
  writeChildren(filling, schema, lines);
  writeParts(filling, schema, lines);
  writeFields(filling, schema, lines);
  writeItems(filling, schema, lines);
  lines.add('return filled;');
  return lines.print().body;
}

// Writes the condition that a schema accepts the value before defaults are filled in.
function writeAcceptance({ defaults, view, module, depth, schema: caller }: Filling, schema: Schema): Code {
  if (isAcceptingAll(schema)) return code`true`;
  const { reference, deep } = defaults.program.planFunction(schema, {
    rules: getRulesOnWire(view),
    shape: 'guard',
    caller: { module, schema: caller },
  });
  // A function that counts its depth runs within one call, during which guards cache their results.
  const check = importAssertion(depth ? 'checkDeepPart' : 'checkDeep');
  return deep ? code`${check}(${reference}, value)` : code`${reference}(value)`;
}

/** A schema that applies to the same value, and the condition under which it does. */
interface AppliedPart {
  readonly schema: Schema;
  readonly test?: (filling: Filling) => Code;
}

function writeParts(filling: Filling, schema: KeywordSchema, lines: Lines): void {
  const write = (inner: Filling, { schema: part, test }: AppliedPart, into: Lines): void => {
    const filled = writeFilled(inner, part, 'filled');
    if (!filled) return;
    if (test) into.block(code`if (${test(inner)})`, () => into.add(code`filled = ${filled};`));
    else into.add(code`filled = ${filled};`);
  };
  const members = listAppliedParts(schema);
  writeFillingParts(filling, lines, { uses: ['value', 'filled'], returns: 'filled', members, write });
}

function listAppliedParts(schema: KeywordSchema): AppliedPart[] {
  const { anyOf = [], oneOf = [], if: condition } = schema;
  const when = (tested: Schema) => (filling: Filling) => writeAcceptance(filling, tested);
  const parts: AppliedPart[] = listPartsInPlace(schema).map((part) => ({ schema: part }));
  parts.push(...[...anyOf, ...oneOf].map((part) => ({ schema: part, test: when(part) })));
  if (!condition) return parts;
  parts.push({ schema: condition, test: when(condition) });
  if (schema.then) parts.push({ schema: schema.then, test: when(condition) });
  if (schema.else)
    parts.push({ schema: schema.else, test: (filling) => writeNegation(writeAcceptance(filling, condition)) });
  return parts;
}

// A value of a parent schema names its child.
function writeChildren(filling: Filling, { discriminator }: KeywordSchema, lines: Lines): void {
  const { propertyName, inheritance } = discriminator ?? {};
  if (propertyName === undefined || !inheritance) return;
  const children = inheritance.children.flatMap((child): FilledChild[] => {
    const isFilled = child.schema !== inheritance.base && writeFilled(filling, child.schema, 'filled');
    return isFilled && child.values ? [{ ...child, values: child.values }] : [];
  });
  if (children.length === 0) return;
  lines.block(code`if (${isObject})`, () => writeCases(filling, propertyName, children, lines));
}

type FilledChild = ChildSchema & Required<Pick<ChildSchema, 'values'>>;

function writeCases(filling: Filling, property: string, children: readonly FilledChild[], lines: Lines): void {
  const fields = nameLocal('parent');
  const tag = readField(fields, property);
  const groups = [true, false].flatMap((isExtending) =>
    splitList(children.filter((child) => child.isExtending === isExtending)),
  );
  const cases = children.length > mostListed ? groups : children.map((child) => [child]);
  lines.add(code`const ${fields} = filled as ${importType(runtimeModule, 'UnknownFields')};`);
  lines.chain(
    cases.map((group): Case => {
      const values = group.flatMap((child) => child.values);
      const [first] = group;
      const filled =
        group.length > 1
          ? writeFillingPart(filling, { uses: ['filled'], returns: 'filled' }, (inner, body) =>
              writeCases(inner, property, group, body),
            )
          : first && writeFilled(filling, first.schema, 'filled');
      const write = (): void => lines.add(code`${first?.isExtending ? 'return' : 'filled ='} ${filled ?? 'filled'};`);
      return { test: writeListed(filling.module, tag, values), write };
    }),
  );
}
