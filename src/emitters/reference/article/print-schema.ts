import { type Enumeration, readEnumeration } from '../../../model/read-enumeration.js';
import type { KeywordSchema, Schema } from '../../../model/schema.js';
import { type Html, type HtmlPart, html, joinHtml } from '../../../text/html.js';
import { listConstraints } from './constraints.js';
import { type Printer, printCode, printExternalDocs, printProse, printRemarks, printValue } from './printer.js';
import { listParts } from './schema-parts.js';
import { printTransitions } from './states.js';

/** A schema in print: its type and rules in a line, and what is below. */
interface PrintedSchema {
  readonly line: Html;
  readonly body: Html | undefined;
}

/** Prints a schema where it is used: its name where it has a place of its own, else all of it. */
export function printSchemaUse(schema: Schema, printer: Printer): PrintedSchema {
  if (!printer.named.has(schema)) return printSchema(schema, printer);
  return { line: printType(schema, printer), body: undefined };
}

/** Prints a schema at its own place: type, rules, texts, items and all that it holds. */
export function printSchema(schema: Schema, printer: Printer): PrintedSchema {
  const type = printOwnType(schema, printer);
  if (schema.kind === 'boolean') return { line: type, body: undefined };
  const { title, description } = schema;
  const texts = [title !== undefined && html`<p>${title}</p>`, printProse(description)];
  const remarks = printRemarks(schema, printer);
  if (schema.kind === 'not-shown') return { line: type, body: toBody([...texts, ...remarks]) };
  const listed = readEnumeration(schema);
  return {
    line: joinHtml([type, ...listConstraints(schema), printDefault(schema), ...printFlags(schema)], ', '),
    body: toBody([
      ...texts,
      printListed(listed?.known ?? schema.enum ?? [], listed?.open === true),
      printExternalDocs(schema.externalDocs),
      ...remarks,
      printTransitions(schema),
      printFields(schema, printer),
      schema.discriminator && html`<p>Told apart by the field <code>${schema.discriminator.propertyName}</code>.</p>`,
      printParts(schema, printer, listed !== undefined),
      ...(schema.examples ?? []).map(printSample),
    ]),
  };
}

function printParts(schema: KeywordSchema, printer: Printer, isListed: boolean): Html | undefined {
  const rows = listParts(schema, isListed)
    .filter((part) => part.label !== 'each item' || !printer.named.has(part.schema))
    .map((part) => {
      const { line, body } = printSchemaUse(part.schema, printer);
      return html`<li><b>${part.label}</b> <i>${line}</i>${body}`;
    });
  return rows.length === 0 ? undefined : html`<ul class="lacuna-parts">${rows}</ul>`;
}

function toBody(parts: readonly HtmlPart[]): Html | undefined {
  const body = html`${parts}`;
  return body.text === '' ? undefined : body;
}

function printDefault({ default: value }: KeywordSchema): Html | undefined {
  return value === undefined ? undefined : html`default <code>${printValue(value)}</code>`;
}

function printFlags({ deprecated, readOnly, writeOnly }: KeywordSchema): HtmlPart[] {
  return [
    deprecated && html`<em>deprecated</em>`,
    readOnly && html`<em>only in responses</em>`,
    writeOnly && html`<em>only in requests</em>`,
  ].filter((flag) => flag !== undefined);
}

function printListed(values: readonly Parameters<typeof printValue>[0][], isOpen: boolean): Html | undefined {
  if (values.length === 0) return undefined;
  const codes = values.map((value) => html`<code>${printValue(value)}</code>`);
  return html`<p>One of ${joinHtml(codes, ', ')}${isOpen && ', or another value'}</p>`;
}

function printSample(value: Parameters<typeof printValue>[0]): Html {
  const text = printValue(value);
  return text.length <= 60 ? html`<p>Example <code>${text}</code></p>` : printCode(JSON.stringify(value, null, 1));
}

/** Prints the type in words; a schema that has a place of its own is told by its name. */
function printType(schema: Schema, printer: Printer): Html {
  const own = printer.named.get(schema);
  return own ? html`<a href="#${own.anchor}">${own.name}</a>` : printOwnType(schema, printer);
}

function printOwnType(schema: Schema, printer: Printer): Html {
  if (schema.kind === 'boolean') return html`${schema.value ? 'any value' : 'no value'}`;
  if (schema.kind === 'not-shown') return html`<em class="lacuna-open">not shown</em>`;
  if (schema.ref) return printType((schema.ref.kind === 'keywords' && schema.ref.baseOf) || schema.ref, printer);
  const { types, format, items, const: constant } = schema;
  if (constant !== undefined) return html`the value <code>${printValue(constant)}</code>`;
  if (!types) {
    const listed = readEnumeration(schema);
    return html`${listed ? wordTypes(listed) : wordUntyped(schema)}`;
  }
  const plain = types.filter((type) => type !== 'null' || types.length === 1).join(' or ');
  const nullable = types.includes('null') && types.length > 1 && ' or null';
  if (types.includes('array') && items) return html`${plain} of ${printType(items, printer)}${nullable}`;
  return html`${plain}${format !== undefined && ` (${format})`}${nullable}`;
}

function wordTypes({ known, nullable }: Enumeration): string {
  const types = new Set<string>(known.map((value) => typeof value));
  return [...types, ...(nullable ? ['null'] : [])].join(' or ');
}

function wordUntyped({ anyOf, oneOf, allOf, enum: values, if: condition, not, properties }: KeywordSchema): string {
  if (properties) return 'object';
  return (anyOf ?? oneOf ?? allOf ?? values ?? condition ?? not) ? '' : 'any value';
}

function printFields(schema: KeywordSchema, printer: Printer): Html | undefined {
  const { properties = [], patternProperties = [] } = schema;
  const required = new Set(schema.required);
  const fields = properties.map(({ name, schema: property }) =>
    printField(name, required.delete(name), printSchemaUse(property, printer)),
  );
  const unlisted = [...required].map((name) => printField(name, true, { line: html`any value`, body: undefined }));
  const patterns = patternProperties.map(({ pattern, schema: property }) =>
    printField(html`<i>names like</i> ${pattern}`, false, printSchemaUse(property, printer)),
  );
  const all = [...fields, ...unlisted, ...patterns];
  if (all.length === 0) return undefined;
  const list = html`${all}`;
  const { anchor, isRepeated } = printer.findRepeat(list);
  if (isRepeated) return html`<p>The same fields as <a href="#${anchor}">above</a></p>`;
  return html`<dl${anchor !== undefined && html` id="${anchor}"`}>${list}</dl>`;
}

// There are tens of thousands of these in a large description, so that each character counts.
function printField(name: string | Html, isRequired: boolean, { line, body }: PrintedSchema): Html {
  return html`<dt>${name}${line.text !== '' && html` <i>${line}</i>`}${isRequired && html` <b>required</b>`}<dd>${body}
`;
}
