import { readEnumeration } from '../../model/allowed-types.js';
import { nameEnumeration } from '../../naming/derived-names.js';
import { toUncapitalized } from '../../naming/identifiers.js';
import type { SchemaNames } from '../../naming/names.js';
import { code, encodeJson, encodePropertyKey } from '../../typescript/code.js';
import type { TsFile } from '../../typescript/ts-file.js';
import type { SchemaTypes } from './contract.js';

type OpenEnumeration = NonNullable<ReturnType<typeof readEnumeration>>;

/** Adds the known values of an open enumeration, their type guard, and a `match` function with a case for other values. */
export function addEnumeration(file: TsFile, names: SchemaNames, { conversions }: SchemaTypes): void {
  const enumeration = readEnumeration(names.schema);
  if (!enumeration?.open) return;
  const isBigint = conversions.planOf(names.schema)?.own?.has('int64') ?? false;
  // Numbers are rounded to those of JavaScript.
  const known = enumeration.known.map((value) =>
    typeof value === 'string' ? value : isBigint ? BigInt(value) : Number(value),
  );
  const rounded = { ...enumeration, known };
  addGuard(file, names, rounded);
  if (new Set(known.map(String)).size === known.length) addMatch(file, names, rounded);
}

function addGuard(file: TsFile, { types }: SchemaNames, enumeration: OpenEnumeration): void {
  const type = types.response;
  const { known, guard } = nameEnumeration(type);
  const values = enumeration.known.map((value) => encodeJson(value, true));
  file.addTypeAlias({
    name: known,
    doc: `The values of ${type} that the documentation lists.`,
    type: code`${values.join(' | ')}`,
  });
  const list = `${toUncapitalized(known)}Values`;
  file.addConstant({ name: list, local: true, type: code`readonly unknown[]`, value: code`[${values.join(', ')}]` });
  file.addFunction({
    name: guard,
    doc: `Returns whether the documentation lists a value of ${type}.`,
    parameters: [code`value: ${type}`],
    returns: code`value is ${known}`,
    body: [code`return ${list}.includes(value);`],
  });
}

function addMatch(file: TsFile, { types }: SchemaNames, { known, nullable }: OpenEnumeration): void {
  const type = types.response;
  const { guard, match, arms } = nameEnumeration(type);
  const keys = known.map(String);
  const unlisted = nameFreeKey(keys);
  const base = [...new Set(known.map((value) => typeof value))].sort().reverse().join(' | ');
  file.addInterface({
    name: arms,
    doc: `A function for each value of ${type}.`,
    typeParameters: [code`Returned`],
    members: [
      ...keys.map((key) => ({ key: encodePropertyKey(key), type: code`() => Returned`, readonly: true })),
      { key: unlisted, type: code`(value: ${base}) => Returned`, readonly: true },
    ],
  });
  const key = base.includes('bigint') ? code`\`\${value}\` as const` : code`value`;
  file.addFunction({
    name: match,
    doc: `Calls the function for a value. A value that the documentation does not list goes to \`${unlisted}\`.`,
    typeParameters: [code`Returned`],
    parameters: [code`value: ${nullable ? `Exclude<${type}, null>` : type}`, code`arms: ${arms}<Returned>`],
    returns: code`Returned`,
    body: [code`return ${guard}(value) ? arms[${key}]() : arms.${unlisted}(value);`],
  });
}

function nameFreeKey(keys: readonly string[]): string {
  let key = 'unlisted';
  while (keys.includes(key)) key += '_';
  return key;
}
