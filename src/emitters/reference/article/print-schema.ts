import { type Enumeration, readEnumeration } from '../../../model/read-enumeration.js';
import type { KeywordSchema, Schema } from '../../../model/schema.js';
import { type Html, type HtmlPart, html, joinHtml } from '../../../text/html.js';
import { listConstraints } from './constraints.js';
import { type Printer, printCode, printExternalDocs, printProse, printRemarks, printValue } from './printer.js';
import { listParts } from './schema-parts.js';
import { printTransitions } from './states.js';

/** A printed schema: a line with its type and rules, and the HTML below that line. */
interface PrintedSchema {
  readonly line: Html;
  readonly body: Html | undefined;
}

/** Prints a use of a schema: a link if it has its own section, otherwise the whole schema. */
export function printSchemaUse(schema: Schema, printer: Printer): PrintedSchema {
  if (!printer.named.has(schema)) return printSchema(schema, printer);
  return { line: printType(schema, printer), body: undefined };
}

/** Prints a whole schema: its type, rules, texts, items and inner schemas. */
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

/** Prints a type as a phrase; a schema with its own section is printed as its name. */
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
    return html`${listed ? formatTypes(listed) : formatUntyped(schema)}`;
  }
  const plain = types.filter((type) => type !== 'null' || types.length === 1).join(' or ');
  const nullable = types.includes('null') && types.length > 1 && ' or null';
  if (types.includes('array') && items) return html`${plain} of ${printType(items, printer)}${nullable}`;
  return html`${plain}${format !== undefined && ` (${format})`}${nullable}`;
}

function formatTypes({ known, nullable }: Enumeration): string {
  const types = new Set<string>(known.map((value) => typeof value));
  return [...types, ...(nullable ? ['null'] : [])].join(' or ');
}

function formatUntyped({ anyOf, oneOf, allOf, enum: values, if: condition, not, properties }: KeywordSchema): string {
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

// A large description has tens of thousands of fields, so each character adds to the size of the page.
function printField(name: string | Html, isRequired: boolean, { line, body }: PrintedSchema): Html {
  return html`<dt>${name}${line.text !== '' && html` <i>${line}</i>`}${isRequired && html` <b>required</b>`}<dd>${body}
`;
}
