import type { Encoding, Header, MediaType, Parameter, ParameterContent } from '../../../model/operation.js';
import { type Html, type HtmlPart, html, joinHtml } from '../../../text/html.js';
import { printSchemaUse } from './print-schema.js';
import { type Printer, printExamples, printItems, printProse, printRemarks, printSources } from './printer.js';

/** Prints parameters as a list; `undefined` if there are none. */
export function printParameters(parameters: readonly Parameter[], printer: Printer): Html | undefined {
  if (parameters.length === 0) return undefined;
  return html`<dl>${parameters.map((parameter) => printParameter(parameter, printer))}</dl>`;
}

function printParameter(parameter: Parameter, printer: Printer): Html {
  const { wireName, writtenName, location, content, requires, allowEmptyValue } = parameter;
  const remarks = [
    requires && html`<p>A value other than the default needs the header <code>${requires.header}</code>.</p>`,
    allowEmptyValue && html`<p>May be empty.</p>`,
    printStyle(location, content),
  ];
  const name = wireName.shown ? writtenName : html`<span class="lacuna-open">${writtenName}</span>`;
  return printValueOf(parameter, { name, location, remarks }, printer);
}

/** Prints headers as a list; `undefined` if there are none. */
export function printHeaders(headers: readonly Header[], printer: Printer): Html | undefined {
  if (headers.length === 0) return undefined;
  return html`<dl>${headers.map((header) => printHeader(header, printer))}</dl>`;
}

function printHeader(header: Header, printer: Printer): Html {
  if (printer.headers.has(header)) return html`<dt>${header.wireName} <i>the same as above</i><dd>`;
  printer.headers.add(header);
  const printed = printValueOf(header, { name: header.wireName }, printer);
  printer.headers.delete(header);
  return printed;
}

interface Heading {
  readonly name: string | Html;
  readonly location?: string;
  readonly remarks?: readonly HtmlPart[];
}

function printValueOf(of: Parameter | Header, { name, location, remarks }: Heading, printer: Printer): Html {
  const { content } = of;
  const schema = content.by === 'style' ? printSchemaUse(content.schema, printer) : undefined;
  const line = joinHtml([location, schema?.line, of.deprecated && html`<em>deprecated</em>`], ', ');
  return html`<dt>${name}${line.text !== '' && html` <i>${line}</i>`}${of.required && html` <b>required</b>`}${printMeaning(
    html`${[
      printProse(of.description),
      remarks,
      printRemarks(of, printer),
      schema?.body,
      content.by === 'media-type' && printMediaType(content.mediaType, printer),
      printExamples(of.examples, printer),
    ]}`,
    printer,
  )}
`;
}

function printMeaning(text: Html, printer: Printer): Html {
  const { anchor, isRepeated } = printer.findRepeat(text);
  if (isRepeated) return html`<dd>The same as <a href="#${anchor}">above</a>`;
  return html`<dd${anchor !== undefined && html` id="${anchor}"`}>${text}`;
}

const usual: { readonly [location: string]: string } = {
  path: 'simple false',
  query: 'form true',
  header: 'simple false',
  cookie: 'form true',
};

// The usual style of a location is not mentioned.
function printStyle(location: string, content: ParameterContent): Html | undefined {
  if (content.by !== 'style') return undefined;
  const { style, explode, allowReserved } = content;
  const isUsual = usual[location] === `${style} ${explode}`;
  if (isUsual && !allowReserved) return undefined;
  return html`<p>Written in the style ${style}, ${explode ? 'exploded' : 'not exploded'}${
    allowReserved && ', reserved characters as they are'
  }.</p>`;
}

/** Prints a body: its media type, its shape and its examples. */
export function printMediaType(mediaType: MediaType, printer: Printer): Html {
  const { schema, itemSchema, notShown } = mediaType;
  const whole = schema && printSchemaUse(schema, printer);
  const item = itemSchema && printSchemaUse(itemSchema, printer);
  return html`<p><code>${mediaType.mediaType}</code>${whole && html` <i>${whole.line}</i>`}</p>${[
    printSources(mediaType.source),
    printItems(
      notShown.filter((one) => !schema?.notShown.includes(one)),
      printer,
    ),
    whole?.body,
    item && html`<p>each item <i>${item.line}</i></p>${item.body}`,
    printEncodings(mediaType, printer),
    printExamples(mediaType.examples, printer),
  ]}
`;
}

type Encoded = Pick<Encoding, 'encoding' | 'prefixEncoding' | 'itemEncoding'>;

function printEncodings({ encoding, prefixEncoding, itemEncoding }: Encoded, printer: Printer): Html | undefined {
  const rows = [
    ...encoding.map((one) => printEncoding(html`<code>${one.property}</code>`, one, printer)),
    ...prefixEncoding.map((one, index) => printEncoding(html`item ${index + 1}`, one, printer)),
    ...(itemEncoding ? [printEncoding(html`each item`, itemEncoding, printer)] : []),
  ];
  return rows.length === 0 ? undefined : html`<ul>${rows}</ul>`;
}

function printEncoding(name: Html, encoding: Encoding, printer: Printer): Html {
  const { contentType, style, explode, allowReserved, headers } = encoding;
  return html`<li>${name}${[
    contentType !== undefined && html` as <code>${contentType}</code>`,
    style !== undefined && ` in the style ${style}`,
    explode !== undefined && (explode ? ', exploded' : ', not exploded'),
    allowReserved && ', reserved characters as they are',
    printRemarks(encoding, printer),
    printHeaders(headers, printer),
    printEncodings(encoding, printer),
  ]}`;
}
