import type { Schema } from '../../model/schema.js';
import { type Code, type CodePart, code, joinCode, type Reference } from '../../typescript/code.js';
import type { View } from '../../views/views.js';
import { importAssertion } from './assertions.js';
import type { Environment } from './context.js';
import { Lines } from './lines.js';
import type { ModuleWriter } from './module-writer.js';
import { splitList } from './write-fields.js';

/** A function that fills in defaults. For a received request, it also removes readOnly properties. */
export interface Filler {
  readonly reference: Reference;
  /** Whether its last argument is its nesting depth. */
  readonly deep: boolean;
  /** Whether it caches its results, because it can be called several times with the same value. */
  readonly repeated: boolean;
}

/** The functions that fill in defaults. */
export interface Fillers {
  readonly program: Pick<Environment, 'planFunction' | 'types' | 'emitPattern' | 'emitPatterns'>;
  /** Plans the function that fills in the defaults of a schema. Returns `undefined` if it would change nothing. */
  planFiller(schema: Schema, view: View, caller: ModuleWriter): Filler | undefined;
}

/** A function that fills in the defaults of one view of a schema. */
export interface Filling {
  readonly defaults: Fillers;
  readonly schema: Schema;
  readonly view: View;
  readonly module: ModuleWriter;
  /** The nesting depth of the function, if it counts it. */
  readonly depth: Reference | undefined;
  /** Called when the body uses `depth`. */
  readonly onDepth: () => void;
  /** Plans a separate function for a part of the body. */
  readonly planPart: (part: FillingPart) => Reference;
}

/** A part of the body of a function that fills in defaults. */
interface FillingPart {
  readonly parameters: readonly Code[];
  readonly returns: string;
  readonly body: readonly Code[];
}

/** Writes the call that fills in a part of the value. Returns `undefined` if it would change nothing. */
export function writeFilled(filling: Filling, schema: Schema, value: CodePart): Code | undefined {
  const { defaults, view, module, depth } = filling;
  const filler = defaults.planFiller(schema, view, module);
  if (!filler?.deep || !depth) return filler && code`${filler.reference}(${value})`;
  filling.onDepth();
  if (filler.repeated) return code`${importAssertion('fillOnce')}(${filler.reference}, ${value}, ${depth} + 1)`;
  return code`${filler.reference}(${value}, ${depth} + 1)`;
}

/** The type of the copy of an object into which defaults are filled. */
export const fieldsType: string = '{ [name: string]: unknown }';

type Name = 'value' | 'filled' | 'fields' | 'key' | 'item' | 'index';

const typeOf: { readonly [N in Name]: string } = {
  value: 'unknown',
  filled: 'unknown',
  fields: fieldsType,
  key: 'string',
  item: 'unknown',
  index: 'number',
};

/** The names that a part of a body uses, and those that it returns. */
interface PartShape {
  readonly uses: readonly Name[];
  readonly returns?: Name;
}

/** Writes the code for the members of a list. Splits a very long list into groups with one function each. */
export function writeFillingParts<Member>(
  filling: Filling,
  lines: Lines,
  {
    members,
    write,
    ...shape
  }: PartShape & {
    readonly members: readonly Member[];
    readonly write: (filling: Filling, member: Member, lines: Lines) => void;
  },
): void {
  const groups = splitList(members);
  if (groups.length < 2) {
    for (const member of members) write(filling, member, lines);
    return;
  }
  for (const group of groups) {
    const call = writeFillingPart(filling, shape, (inner, body) => {
      for (const member of group) write(inner, member, body);
    });
    if (call) lines.add(shape.returns === undefined ? code`${call};` : code`${shape.returns} = ${call};`);
  }
}

/** Writes a separate function and returns its call. Returns `undefined` if the function would be empty. */
export function writeFillingPart(
  filling: Filling,
  { uses, returns }: PartShape,
  write: (filling: Filling, lines: Lines) => void,
): Code | undefined {
  const part = new Lines();
  let depth: Reference | undefined;
  const onDepth = (): void => {
    depth = filling.depth;
    filling.onDepth();
  };
  write({ ...filling, onDepth }, part);
  if (part.isEmpty) return undefined;
  const { body } = part.print();
  const text = body.parts.map((each) => (typeof each === 'string' ? each : each.name)).join(' ');
  const used = uses.filter((name) => name === returns || new RegExp(`\\b${name}\\b`).test(text));
  const reference = filling.planPart({
    parameters: [
      ...used.map((name) => code`${name}: ${typeOf[name]}`),
      ...(depth ? [code`${depth.name}: number`] : []),
    ],
    returns: returns === undefined ? 'void' : 'unknown',
    body: [body, ...(returns === undefined ? [] : [code`return ${returns};`])],
  });
  return code`${reference}(${joinCode([...used.map((name) => code`${name}`), ...(depth ? [depth] : [])], ', ')})`;
}
