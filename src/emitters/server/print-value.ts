import type { ValueStyle } from '../../runtime/read-value.js';
import { type Code, code } from '../../typescript/code.js';
import { encodeString } from '../../typescript/encode.js';
import { printArray, printObject } from '../../typescript/print-literal.js';
import { getEssence } from '../../wire/media-format.js';
import type { FieldPlan, MediaPlan, StylePlan, ValuePlan, ValueShape } from '../../wire/plan.js';
import { importRuntimeValue } from '../runtime-references.js';
import { printDeclaredNames } from './declared-names.js';
import type { ServerInput } from './server-input.js';

/** Prints the plan that reads a value from the text of a parameter. */
export function printValuePlan(plan: ValuePlan, input: ServerInput): Code {
  if (plan.by === 'style') return printStylePlan(plan);
  if (plan.by === 'form')
    return code`${importRuntimeValue('read-form', 'formParameter')}(${printFormPlan(plan.body, input)})`;
  return code`${encodeString(plan.by === 'json' ? 'json' : 'text')}`;
}

/** Prints the plan that reads a value from text in a style. */
export function printStylePlan({ style, explode, allowReserved, shape }: StylePlan): Code {
  return printObject([
    ['style', encodeString(style satisfies ValueStyle['style'])],
    ['explode', String(explode)],
    ['allowReserved', allowReserved ? 'true' : undefined],
    ['shape', printShape(shape)],
  ]);
}

/** Prints the plan that reads an object from the fields of a form. */
export function printFormPlan({ fields, additional }: MediaPlan, input: ServerInput): Code {
  return printObject([
    ['fields', printArray(fields.map((field) => printField(field, input)))],
    ['additional', additional && printField(additional, input)],
  ]);
}

function printField(field: FieldPlan, input: ServerInput): Code {
  const types = field.contentTypes.map(getEssence).map(encodeString);
  return printObject([
    ['name', encodeString(field.name)],
    ['value', field.isFile ? encodeString(field.others ? 'part' : 'bytes') : printValuePlan(field.value, input)],
    ['repeated', field.repeated ? 'true' : undefined],
    ['countNames', printFieldNames(field.value, input)],
    ['contentTypes', field.isTyped ? printArray(types) : undefined],
  ]);
}

/**
 * Prints the places at which the JSON of a parameter or field may contain reserved names. Returns `undefined` if there
 * are none.
 */
export function printFieldNames(value: ValuePlan, input: ServerInput): Code | undefined {
  return value.by === 'json' ? printDeclaredNames(value.body.mediaType.schema, input) : undefined;
}

/** Prints the part of a value's shape on which its text depends. A value of unknown type is text. */
function printShape(shape: ValueShape): Code {
  switch (shape.kind) {
    case 'any':
      return code`['string']`;
    case 'primitive':
      return printArray(shape.types.map(encodeString));
    case 'array':
      return printObject([['items', printShape(shape.items)]]);
    case 'union':
      return printObject([['anyOf', printArray(shape.of.map(printShape))]]);
    case 'object':
      return printObject([
        [
          'properties',
          printArray(shape.properties.map(({ name, shape: one }) => printArray([encodeString(name), printShape(one)]))),
        ],
        ['additional', shape.additional && printShape(shape.additional)],
      ]);
  }
}

/** Prints the type of a `contentType` member: the media type itself, or a template literal type for a range. */
export function printMediaType(mediaType: string): Code {
  if (!mediaType.includes('*')) return code`${encodeString(mediaType)}`;
  const [, type] = /^([\w.+-]+)\/\*$/.exec(mediaType) ?? [];
  return code`${type === undefined ? 'string' : `\`${type.toLowerCase()}/\${string}\``}`;
}
