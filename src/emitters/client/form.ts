import { type Code, code, joinCode } from '../../typescript/code.js';
import { encodePropertyKey, encodeString } from '../../typescript/encode.js';
import type { FieldPlan, HeaderPlan, MediaPlan } from '../../wire/plan.js';
import { headerCode } from './header.js';
import { runtimeValue } from './runtime.js';
import { styledQueryCode } from './styled-query.js';

/** Writes the fields of a form that are not written by what their value is, by name; `undefined` where there are none. */
export function specialFields(plan: MediaPlan): Code | undefined {
  const write = plan.format === 'multipart' ? specialPart : specialField;
  const members = plan.fields.flatMap((field) => {
    const special = write(field);
    return special ? [code`${encodePropertyKey(field.name)}: ${special}`] : [];
  });
  return members.length === 0 ? undefined : code`{ ${joinCode(members, ', ')} }`;
}

function specialField(field: FieldPlan): Code | undefined {
  if (field.encoding?.style !== undefined && field.value.by === 'style') return styledField(field.value);
  // One document for all of an array, or for what could be one.
  const isJson = field.value.by === 'media-type' && field.value.body.format === 'json' && !field.repeated;
  return isJson ? code`${runtimeValue('write-form', 'writeJsonField')}` : undefined;
}

function specialPart(field: FieldPlan): Code | undefined {
  const headers = field.headers.flatMap(specialHeader);
  const write = partCode(field);
  if (headers.length === 0) return write;
  const usual = code`/* @__PURE__ */ ${runtimeValue('write-multipart', 'typedPart')}()`;
  const headed = runtimeValue('write-multipart', 'headedPart');
  return code`/* @__PURE__ */ ${headed}(${write ?? usual}, { ${joinCode(headers, ', ')} })`;
}

function specialHeader({ header, value }: HeaderPlan): readonly Code[] {
  if (value.by === 'style' && !value.explode) return [];
  const name = encodePropertyKey(header.wireName);
  return [code`${name}: (draft, name, value) => ${headerCode(value, 'name', code`value`)}`];
}

function partCode(field: FieldPlan): Code | undefined {
  const { value, contentTypes, encoding } = field;
  if (encoding?.style !== undefined && value.by === 'style') {
    return code`/* @__PURE__ */ ${runtimeValue('write-multipart', 'styledPart')}(${styledField(value)})`;
  }
  const [first = ''] = contentTypes;
  if (value.by === 'media-type' && value.body.format === 'json' && !field.repeated) {
    return code`/* @__PURE__ */ ${runtimeValue('write-multipart', 'jsonPart')}(${encodeString(first)})`;
  }
  if (encoding?.contentType === undefined) return undefined;
  const list = contentTypes.map(encodeString).join(', ');
  return code`/* @__PURE__ */ ${runtimeValue('write-multipart', 'typedPart')}(${list})`;
}

function styledField(value: Parameters<typeof styledQueryCode>[0]): Code {
  return code`(form, name, value) => ${styledQueryCode(value, 'form', 'name', code`value`)}`;
}
