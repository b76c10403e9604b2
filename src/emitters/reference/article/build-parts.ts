import { buildChildOrigin } from '../../../diagnostics/origin.js';
import type { Example, Operation, Parameter, Tag } from '../../../model/api.js';
import type { Element, ExternalDocs, JsonValue, NotShown } from '../../../model/element.js';
import { printJson, printWrittenJson } from '../../../model/print-json.js';
import type { KeywordSchema } from '../../../model/schema.js';
import { encodeFileName } from '../../../text/encode.js';
import { type Block, type Blocks, code, isEmpty, joinLine, line, link, mark, paragraph } from '../../../text/tree.js';
import { kindTexts, listGapFacts } from '../../not-shown/contract.js';
import { formatGapId } from './addresses.js';
import type { Context } from './context.js';

/** Builds a Markdown text of the description. */
export function buildProse(text: string | undefined): Block | undefined {
  return text === undefined || text === '' ? undefined : { kind: 'prose', text };
}

/** Builds the call-out of an item. */
export function buildCallOut(gap: NotShown): Block {
  const { id, kind, question, source, known, guess } = gap;
  return {
    kind: 'call-out',
    blocks: [
      paragraph(mark('strong', 'Not shown:'), ` ${question}`),
      known.length > 0 && paragraph(`Known: ${known.join('; ')}`),
      guess !== undefined &&
        paragraph(mark('emphasis', 'Our guess, which the documentation does not confirm:'), ` ${guess}`),
      ...listGapFacts(gap).map(({ label, text, address }) =>
        paragraph(`${label}: `, address === undefined ? text : link(address, text)),
      ),
      {
        kind: 'paragraph',
        role: 'fine',
        inside: line`To answer: ${kindTexts[kind].answer}. Source: ${source}. ${link(`#${formatGapId(id)}`, code(id))}`,
      },
    ],
  };
}

/** Builds the call-outs of gaps. A gap that was already written in full becomes one line with a link. */
function buildGaps(gaps: readonly NotShown[], { written }: Context): Blocks {
  return gaps.map((gap): Block => {
    if (written.has(gap)) return buildGapLine(gap);
    written.add(gap);
    return buildCallOut(gap);
  });
}

/** Builds the line with a link to a gap. */
function buildGapLine({ id }: NotShown): Block {
  return {
    kind: 'call-out',
    blocks: [paragraph(mark('strong', 'Not shown:'), ' ', link(`#${formatGapId(id)}`, code(id)))],
  };
}

/** Builds the sources of an element and the call-outs of its gaps. */
export function buildRemarks({ source, notShown }: Element, context: Context): Blocks {
  return [buildSources(source), buildGaps(notShown, context)];
}

/** Builds the line with the sections of the documentation that an element restates. */
export function buildSources(sources: readonly string[]): Block | undefined {
  if (sources.length === 0) return undefined;
  return { kind: 'paragraph', role: 'source', inside: `Source: ${sources.join(', ')}` };
}

/** Builds the rule of a parameter that needs a header (`x-requires`). */
export function buildRequires({ requires }: Parameter): Block | undefined {
  return (
    requires &&
    paragraph(line`If you send a value other than the default, also send the header ${code(requires.header)}.`)
  );
}

/** Builds the description of the pages of an operation (`x-pagination`). */
export function buildPages({ pagination }: Operation): Block | undefined {
  if (!pagination) return undefined;
  const { page, limit, items, total, pageField, limitField } = pagination;
  const parameters = [
    page && line`${code(page.writtenName)} selects the page`,
    limit && line`${code(limit.writtenName)} sets the number of items per page`,
  ];
  const fields = [
    line`${code(items)} contains the items`,
    total !== undefined && line`${code(total)} their total number`,
    pageField !== undefined && line`${code(pageField)} the page number`,
    limitField !== undefined && line`${code(limitField)} the number of items per page`,
  ];
  return paragraph(
    'This operation returns its results in pages.',
    (page ?? limit) && [' The parameter ', joinLine(parameters, ', and '), '.'],
    [' In the response, ', joinLine(fields, ', '), '.'],
  );
}

/** Builds the link to external documentation. */
export function buildExternalDocs(docs: ExternalDocs | undefined): Block | undefined {
  return docs && paragraph('See ', link(docs.url, docs.description ?? docs.url));
}

/** Builds what the description says about a tag. */
export function buildTag(tag: Tag, context: Context): Blocks {
  const { api, addresses } = context;
  const parent = api.tags.find(({ name }) => name === tag.parent);
  return [
    parent && paragraph('Part of ', link(`#${addresses.tags.get(parent.name)?.id}`, parent.summary ?? parent.name)),
    buildProse(tag.description),
    buildExternalDocs(tag.externalDocs),
    buildRemarks(tag, context),
  ];
}

/** Builds the line about the form of a value in XML. */
export function buildXml({ xml }: KeywordSchema): Block | undefined {
  if (!xml) return undefined;
  const { name, namespace, prefix, attribute, wrapped, nodeType } = xml;
  const facts = joinLine(
    [
      attribute && 'an attribute',
      nodeType !== undefined && line`node type ${code(nodeType)}`,
      name !== undefined && line`name ${code(name)}`,
      prefix !== undefined && line`prefix ${code(prefix)}`,
      namespace !== undefined && line`namespace ${code(namespace)}`,
      wrapped && 'in an element around all items',
    ],
    ', ',
  );
  return isEmpty(facts) ? undefined : paragraph('In XML: ', facts);
}

/** Prints a value as JSON in one line. */
export function printValue(value: JsonValue): string {
  return printWrittenJson(value);
}

/** Builds a block of JSON. */
export function buildJson(text: string): Block {
  return { kind: 'code', text, language: 'json' };
}

// The maximum number of characters in a line of code that fits on a printed page.
const width = 76;
const mostRepeated = 200;

/** Builds examples. A long example to which several places refer appears once. */
export function buildExamples(examples: readonly Example[], context: Context): Blocks {
  return examples.map((example) => buildExample(example, context));
}

// Reduces the indentation, because examples are the longest part of many descriptions.
function reduceIndent(text: string): string {
  return text.replace(/^ +/gm, (indent) => indent.slice(indent.length / 2));
}

// An Example Object has its value in a member.
function writeExample({ origin }: Example, value: JsonValue, { write }: Context): JsonValue {
  return ['value', 'dataValue'].reduce(
    (exact, member) => write(exact, buildChildOrigin(origin, member)),
    write(value, origin),
  );
}

function buildExample(example: Example, context: Context): Block {
  const { locate, examples } = context;
  const { origin, name, summary, description, value, serializedValue, externalValue } = example;
  const exact = value === undefined ? undefined : writeExample(example, value, context);
  const text = exact === undefined ? serializedValue : reduceIndent(printJson(exact, width));
  const title = `Example${name === '' ? '' : ` ${name}`}${summary === undefined ? '' : `: ${summary}`}`;
  const built = value === undefined ? undefined : examples.get(value);
  if (built !== undefined) return paragraph(link(`#${built}`, title));
  const isShort =
    exact !== undefined && (typeof value !== 'object' || value === null) && printValue(exact).length <= 60;
  if (isShort && description === undefined && example.notShown.length + example.source.length === 0)
    return paragraph(`${title} `, code(printValue(exact)));
  const isLong = text !== undefined && text.length > mostRepeated && typeof value === 'object' && value !== null;
  const id = `example-${encodeFileName((locate(origin) ?? '').replace('/components/examples/', ''))}`;
  if (isLong) examples.set(value, id);
  return {
    kind: 'details',
    id: isLong ? id : undefined,
    summary: title,
    blocks: [
      buildProse(description),
      buildRemarks(example, context),
      externalValue !== undefined && paragraph('At ', code(externalValue)),
      text !== undefined && (value === undefined ? { kind: 'code', text, language: '' } : buildJson(text)),
    ],
  };
}
