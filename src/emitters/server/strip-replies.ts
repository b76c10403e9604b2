import { groupProperties, listAppliedInPlace } from '../../model/in-place.js';
import { hasOpenFields, type Schema } from '../../model/schema.js';
import { TreePlanner, type ValueTree } from '../../model/value-tree.js';
import {
  type Code,
  code,
  encodePropertyKey,
  encodeString,
  importValue,
  type LiteralMember,
  printArray,
  printObject,
  type Reference,
} from '../../typescript/code.js';
import type { TsFile } from '../../typescript/ts-file.js';
import type { MediaPlan } from '../../wire/plan.js';
import type { EmitInput } from '../emitter.js';
import { importRuntimeType, importRuntimeValue } from '../runtime-references.js';
import { findConversion } from '../types/contract.js';
import { listUnions, printAccepts } from '../validators/contract.js';
import { TreePrinter } from '../value-trees.js';
import { findIdentifier } from './contract.js';

/**
 * The function that removes undeclared members from replies. `createServer` loads its module only with the option
 * `replies`.
 */
export const stripReplies: Reference = importValue('server/strip-replies', 'stripReplies');

/** What the schemas of a value declare about its members. */
interface OwnMembers {
  /** The declared names; absent if the schemas that always apply declare none and do not exclude others. */
  readonly names: readonly string[] | undefined;
  readonly isOpen: boolean;
}

/** Builds the module that removes the members of replies that the description does not declare. */
export function buildStripModule(input: EmitInput): TsFile {
  const planner = new TreePlanner<OwnMembers>({
    listDescribing: (schemas) => listDeclaring(schemas, true),
    listUnions: (schema) => listUnions(schema).filter((union) => union.length > 1),
    readOwn: (described, schemas) => readOwn(described, listDeclaring(schemas, false)),
    isUseful: (own, isAlternative) => own?.names !== undefined || (isAlternative && (own?.isOpen ?? false)),
  });
  const responses = [...input.plans.values()].flatMap((plan) => plan.responses);
  const roots = responses.flatMap(({ alternatives }) => alternatives.flatMap((media) => findJson(media) ?? []));
  planner.plan(roots);
  const printer = new TreePrinter<OwnMembers>(
    {
      module: stripReplies.module,
      roots,
      suffix: 'Members',
      type: importRuntimeType('server/strip-replies', 'DeclaredMembers'),
      describe: (type) => `What ${type === undefined ? 'a schema' : `\`${type}\``} declares.`,
      treeOf: (schema) => planner.findPlanned(schema),
      listOwn: ({ own, unions }, print, listed) => [
        // An open object has any members.
        ['names', own?.names && !own.isOpen ? printNames(own.names, listed) : undefined],
        ['isOpen', own?.isOpen ? 'true' : undefined],
        ['unions', printUnions(unions, print, input)],
      ],
    },
    input.types,
  );
  const printContents = (alternatives: readonly MediaPlan[]): Code | undefined => {
    const rows = alternatives.map((media) => [media, printJson(media, printer)] as const);
    if (rows.every(([, declared]) => declared === undefined)) return undefined;
    return printArray(rows.map(([media, declared]) => printContent(media, declared)));
  };
  const operations = input.api.operations.map((operation): LiteralMember => {
    const rows = (input.plans.get(operation)?.responses ?? []).map(({ status, alternatives }): LiteralMember => {
      return [encodePropertyKey(String(status)), printContents(alternatives)];
    });
    const isUseful = rows.some(([, row]) => row !== undefined);
    return [encodePropertyKey(findIdentifier(operation, input.names)), isUseful ? printObject(rows) : undefined];
  });
  const file = printer.buildModule();
  file.addConstant({
    name: stripReplies.name,
    doc: "Removes the members of a reply that the description does not declare, for the option `replies: 'strip'` of `createServer`.",
    type: code`${importRuntimeType('server/strip-replies', 'StripReply')}`,
    value: code`${importRuntimeValue('server/strip-replies', 'stripBy')}(${printObject(operations)})`,
  });
  return file;
}

// Prints what is declared about the JSON in a body, in an item or in the data of an event.
function printJson(media: MediaPlan, printer: TreePrinter<OwnMembers>): Code | undefined {
  const schema = findJson(media);
  return schema && printer.print(schema);
}

function findJson(media: MediaPlan): Schema | undefined {
  const { format, mediaType, items } = media;
  if (!isSequence(media)) return format === 'json' ? mediaType.schema : undefined;
  return items?.data ?? (items?.format === 'json' ? items.schema : undefined);
}

function isSequence({ items, held }: MediaPlan): boolean {
  return items !== undefined && held.server.kind === 'items';
}

function printContent(media: MediaPlan, declared: Code | undefined): Code {
  const mediaType = encodeString(media.mediaType.mediaType);
  if (declared === undefined) return printArray([mediaType]);
  const as = isSequence(media) ? [encodeString(media.items?.data ? 'events' : 'items')] : [];
  return printArray([mediaType, declared, ...as]);
}

// Lists the schemas that say something about the parts of a value: those that always apply or, with `branches`, also
// those that apply under a condition. If only one alternative of a union accepts objects or arrays, it applies to all of
// them.
function listDeclaring(schemas: readonly Schema[], branches: boolean): ReadonlySet<Schema> {
  const found = listAppliedInPlace(schemas, { branches });
  // The loop also visits the schemas that it adds.
  for (const schema of found) {
    if (schema.kind !== 'keywords') continue;
    const only = listUnions(schema).filter((union) => union.length === 1);
    const further = [...only.flat(), ...(branches && schema.if ? [schema.if] : [])];
    for (const each of listAppliedInPlace(further, { branches })) found.add(each);
  }
  return found;
}

function readOwn(described: ReadonlySet<Schema>, always: ReadonlySet<Schema>): OwnMembers | undefined {
  const names = groupProperties([...described].filter((schema) => schema.kind === 'keywords')).keys();
  return { names: [...always].some(isNamed) ? [...names] : undefined, isOpen: [...described].some(isOpen) };
}

function isOpen(schema: Schema): boolean {
  if (schema.kind !== 'keywords') return schema.kind === 'not-shown';
  const others = [schema.additionalProperties, schema.unevaluatedProperties];
  return (
    hasOpenFields(schema) || schema.patternProperties !== undefined || others.some((each) => each && !isFalse(each))
  );
}

function isNamed(schema: Schema): boolean {
  if (schema.kind !== 'keywords') return false;
  const others = [schema.additionalProperties, schema.unevaluatedProperties];
  return schema.properties !== undefined || others.some((each) => each && isFalse(each));
}

function isFalse(schema: Schema): boolean {
  return schema.kind === 'boolean' && !schema.value;
}

function printNames(names: readonly string[], listed: ReadonlySet<string>): Code {
  return printArray(names.filter((name) => !listed.has(name)).map(encodeString));
}

type Tree = ValueTree<OwnMembers> | undefined;

// Prints the unions in which an alternative declares members.
function printUnions(
  unions: readonly ReadonlyMap<Schema, Tree>[],
  print: (tree: Tree) => Code,
  input: EmitInput,
): Code | undefined {
  const deciding = unions.filter((union) => [...union.values()].some((tree) => tree));
  if (deciding.length === 0) return undefined;
  return printArray(
    deciding.map((union) =>
      printArray([...union].map(([member, tree]) => printAlternative(member, print(tree), input))),
    ),
  );
}

function printAlternative(member: Schema, declared: Code, input: EmitInput): Code {
  const conversion = findConversion(member, input);
  const write = conversion && code`${importRuntimeValue('server/convert', 'readReply')}(${conversion.code})`;
  return printArray([declared, printAccepts(input, member), ...(write ? [write] : [])]);
}
