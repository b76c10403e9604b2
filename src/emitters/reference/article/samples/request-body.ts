import type { Example } from '../../../../model/api.js';
import { isObject, type JsonValue } from '../../../../model/element.js';
import { printExactJson } from '../../../../model/print-json.js';
import { formatBlank } from '../../../../samples/blank.js';
import { buildStatedValue } from '../../../../samples/stated-value.js';
import { writeSampleQuery } from '../../../../samples/write-parameter.js';
import type { Views } from '../../../../views/views.js';
import type { BodyPlan, FieldPlan, MediaPlan } from '../../../../wire/plan.js';

/** The body of a sample, by the way in which languages send it. */
export type SampleBody = { readonly mediaType: string; readonly media: MediaPlan; readonly value: JsonValue } & (
  | { readonly kind: 'json' }
  | { readonly kind: 'text'; readonly text: string }
  /** `name` is the placeholder for the path of the file. */
  | { readonly kind: 'file'; readonly name: string }
  | { readonly kind: 'fields'; readonly fields: readonly SampleField[] }
);

/** A part of a multipart body: a text, or a file, whose path is a placeholder. */
export type SampleField = { readonly name: string; readonly contentType?: string } & (
  | { readonly text: string }
  | { readonly file: string }
);

// A list of more examples would be hard to read.
const mostExamples = 10;

/** Lists the examples of the first media type of a body. Each of them has a sample. */
export function listBodyExamples(body: BodyPlan | undefined): readonly Example[] {
  const examples = body?.alternatives[0]?.mediaType.examples ?? [];
  return examples.filter(({ value }) => value !== undefined).slice(0, mostExamples);
}

/** Builds the body of a sample for the first media type: from an example, or from what the description states. */
export function buildSampleBody(plan: BodyPlan, views: Views, example?: Example): SampleBody | undefined {
  const { alternatives } = plan;
  const [media] = alternatives;
  if (!media) return undefined;
  const { schema } = media.mediaType;
  const mediaType = media.isRange ? formatBlank('content type') : media.mediaType.mediaType;
  const value = example?.value ?? buildStatedValue(media.items?.schema ?? schema, 'body', views);
  const of = { mediaType, media, value };
  switch (media.format) {
    case 'json':
      return { ...of, kind: 'json' };
    case 'form-urlencoded':
      return { ...of, kind: 'text', text: printForm(media, value) };
    case 'multipart':
      return media.parts ? printUnknown(of) : { ...of, kind: 'fields', fields: listFields(media, value) };
    case 'bytes':
      return { ...of, kind: 'file', name: formatBlank('file') };
    case 'json-lines':
      return {
        ...of,
        kind: 'text',
        text: listItems(value)
          .map((item) => `${printExactJson(item)}\n`)
          .join(''),
      };
    case 'text':
      return typeof value === 'string' ? { ...of, kind: 'text', text: value } : printUnknown(of);
    default:
      return printUnknown(of);
  }
}

type Known = Pick<SampleBody, 'mediaType' | 'media' | 'value'>;

function printUnknown(known: Known): SampleBody {
  return { ...known, kind: 'text', text: formatBlank('body') };
}

function listItems(value: JsonValue): readonly JsonValue[] {
  return Array.isArray(value) ? value : [value];
}

function printForm({ fields }: MediaPlan, value: JsonValue): string {
  if (!isObject(value)) return formatBlank('body');
  const plans = new Map(fields.map((field) => [field.name, field]));
  const pairs = listMembers(value).flatMap(([name, member]) => {
    const plan = plans.get(name)?.value ?? plainStyle;
    const items = plans.get(name)?.repeated ? listItems(member) : [member];
    return items.map((item) => writeSampleQuery({ name, value: item, plan }));
  });
  return pairs.filter((pair) => pair !== '').join('&');
}

const plainStyle: FieldPlan['value'] = {
  by: 'style',
  style: 'form',
  explode: true,
  allowReserved: false,
  shape: { kind: 'any' },
  hasParts: true,
};

function listFields({ fields }: MediaPlan, value: JsonValue): readonly SampleField[] {
  if (!isObject(value)) return [{ name: 'body', file: formatBlank('file') }];
  const plans = new Map(fields.map((field) => [field.name, field]));
  return listMembers(value).flatMap(([name, member]) => {
    const plan = plans.get(name);
    const items = plan?.repeated === false ? [member] : listItems(member);
    return items.map((item): SampleField => {
      if (plan?.isFile) return { name, file: formatBlank(name) };
      const isText = typeof item !== 'object' && plan?.value.by !== 'json';
      return isText
        ? { name, text: String(item) }
        : { name, text: printExactJson(item), contentType: 'application/json' };
    });
  });
}

function listMembers(value: object): readonly (readonly [string, JsonValue])[] {
  return Object.entries(value);
}
