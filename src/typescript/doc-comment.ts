import { findSchemaOfContent, type Operation, type Parameter, type RequestBody } from '../model/api.js';
import type { Element, NotShown } from '../model/element.js';
import type { Schema } from '../model/schema.js';
import type { Conversions } from '../views/conversions.js';
import type { Doc } from './code.js';
import { describeBeyondType } from './describe-rules.js';

/** Builds the doc comments that contain texts of schemas. */
export class SchemaDocs {
  readonly #conversions: Conversions;

  constructor(conversions: Conversions) {
    this.#conversions = conversions;
  }

  /** Returns the doc comment of a schema as plain text, or `undefined` if it is empty. */
  ofSchema(schema: Schema): Doc | undefined {
    if (schema.kind === 'boolean') return undefined;
    const keywords = schema.kind === 'keywords' ? schema : undefined;
    return joinDoc(
      schema.description ?? schema.title,
      keywords ? describeBeyondType(keywords, this.#conversions) : [],
      schema,
      keywords?.deprecated ?? false,
    );
  }

  /** Returns the doc comment of a parameter, with the rules of its schema. */
  ofParameter(parameter: Parameter): Doc | undefined {
    const { content, deprecated, description } = parameter;
    const schema = findSchemaOfContent(content);
    const keywords = schema?.kind === 'keywords' ? schema : undefined;
    const rules = keywords ? describeBeyondType(keywords, this.#conversions) : [];
    const notShown = new Set([...parameter.notShown, ...(schema?.notShown ?? [])]);
    const empty = parameter.allowEmptyValue ? ['May be empty.'] : [];
    const requires = parameter.requires ? [`Requires the header ${parameter.requires.header}.`] : [];
    return joinDoc(
      description ?? keywords?.description,
      [...rules, ...empty, ...requires],
      { notShown: [...notShown], source: parameter.source },
      deprecated || (keywords?.deprecated ?? false),
    );
  }
}

/** Returns the doc comment of an operation. */
export function buildOperationDoc(operation: Operation): Doc | undefined {
  const { summary, description, method, path } = operation;
  const text = [summary, description].filter((each) => each !== undefined && each !== '').join('\n\n');
  const call = operation.kind === 'path' ? [`\`${method} ${path.template}\``] : [];
  return joinDoc(text, call, operation, operation.deprecated);
}

/** Returns the doc comment of a request body, without its schema. */
export function buildRequestBodyDoc(requestBody: RequestBody): Doc | undefined {
  return joinDoc(requestBody.description, [], requestBody, false);
}

/** Describes a gap: its question, its source and what is known. */
export function describeGap({ id, question, source, known }: NotShown): string {
  return `Not shown (${id}): ${question} Source: ${source}.${known.length > 0 ? ` Known: ${known.join('; ')}.` : ''}`;
}

function joinDoc(
  text: string | undefined,
  rules: readonly string[],
  { notShown, source }: Pick<Element, 'notShown' | 'source'>,
  isDeprecated: boolean,
): Doc | undefined {
  const notes = [...rules, ...notShown.map(describeGap)];
  if (source.length > 0) notes.push(`Source: ${source.join(', ')}.`);
  const own = text?.trim() ?? '';
  const more = notes.join('\n');
  const all = own === '' || more === '' ? own + more : `${own}\n\n${more}`;
  return all === '' && !isDeprecated ? undefined : { text: all, isDeprecated };
}
