import type { Parameter } from '../../model/api.js';
import { isObject, type Shown } from '../../model/element.js';
import { type ParameterLocation, parameterLocations } from '../../model/styles.js';
import { type BuildContext, type Node, omitUndefinedMembers } from '../context.js';
import { readElement, readExtension, readIdentifier } from '../gaps/element.js';
import type { ObjectReader } from '../object-reader.js';
import { readReferable } from '../reference.js';
import { checkToken } from '../token.js';
import { readExamples } from './example.js';
import { readContent } from './parameter-content.js';

const ignoredHeaders = ['accept', 'content-type', 'authorization'] as const;
const placeholder = /^<[^<>]+>$/;

/**
 * Reads a Parameter Object, or a reference to one (OpenAPI 3.2, 4.12). A parameter without effect is reported and left
 * out.
 */
export function readParameter(context: BuildContext, node: Node): Parameter | undefined {
  const { parameters: memo } = context.memos;
  return readReferable(context, node, { kind: 'Parameter Object', memo, overridden: ['description'], read });
}

function read(reader: ObjectReader<'Parameter Object'>): Parameter | undefined {
  const { context } = reader;
  const name = reader.neededText('name');
  const location = readLocation(reader);
  if (name === undefined || location === undefined) return undefined;
  const { origin, notShown, source } = readElement(reader);
  const gap = notShown.find((one) => one.kind === 'parameter-name');
  if (gap && (location === 'path' || location === 'querystring')) {
    const finding = { id: gap.id, kind: gap.kind, location, places: ['query', 'header', 'cookie'] };
    context.report('gap-misplaced', reader.at('x-not-shown'), { variant: 'parameter', ...finding });
  }
  const wireName = readWireName(reader, name, location, gap);
  const requires = readExtension(reader, 'x-requires');
  const parameter: Parameter = {
    origin,
    notShown,
    source,
    location,
    wireName,
    writtenName: name,
    required: readRequired(reader, location),
    deprecated: reader.flag('deprecated') ?? false,
    allowEmptyValue: readEmpty(reader, location),
    ...omitUndefinedMembers({ identifier: readIdentifier(reader), description: reader.text('description'), requires }),
    content: readContent(reader, location),
    examples: readExamples(reader),
  };
  if (wireName.shown && isRaw(parameter))
    checkToken(context, reader.at('name'), { variant: 'refused', name, location });
  const ignored = ignoredHeaders.find((header) => location === 'header' && header === name.toLowerCase());
  if (ignored === undefined) return parameter;
  context.report('ignored-header', origin, { variant: ignored, name });
  reader.close();
  return undefined;
}

// Whether the name is sent without percent-encoding, and so must be a token.
function isRaw({ location, content }: Parameter): boolean {
  return location === 'header' || (location === 'cookie' && content.by === 'style' && content.style === 'cookie');
}

function readEmpty(reader: ObjectReader<'Parameter Object'>, location: ParameterLocation): boolean {
  const isAllowed = reader.flag('allowEmptyValue') ?? false;
  if (!isAllowed || location === 'query') return isAllowed;
  const finding = { variant: 'query-only', keyword: 'allowEmptyValue' } as const;
  reader.context.report('no-effect', reader.at('allowEmptyValue'), finding, 'key');
  return false;
}

function readLocation(reader: ObjectReader<'Parameter Object'>): ParameterLocation | undefined {
  const written = reader.neededText('in', parameterLocations);
  const location = parameterLocations.find((one) => one === written);
  if (location === undefined && written !== undefined) reader.reportValue('in', written, parameterLocations);
  const { version } = reader.context;
  if (location === 'querystring' && version !== '3.2') {
    const finding = { keyword: 'in: querystring', version, since: '3.2' };
    reader.context.report('other-version-keyword', reader.at('in'), { variant: 'read-as-there', ...finding });
  }
  return location;
}

function readWireName(
  reader: ObjectReader<'Parameter Object'>,
  name: string,
  location: ParameterLocation,
  gap: Parameter['notShown'][number] | undefined,
): Shown<string> {
  // The name of a path parameter is never sent, so it cannot be a placeholder.
  const isPlaceholder = location !== 'path' && placeholder.test(name);
  if (isPlaceholder && !gap) reader.context.report('placeholder-without-gap', reader.at('name'), { name });
  if (!isPlaceholder && gap && location !== 'path')
    reader.context.report('gap-without-placeholder', reader.at('name'), { name, id: gap.id });
  return gap ? { shown: false, gap } : { shown: true, value: name };
}

function readRequired(reader: ObjectReader<'Parameter Object'>, location: ParameterLocation): boolean {
  const required = reader.flag('required') ?? false;
  if (location !== 'path' || required) return required;
  reader.context.report('path-parameter-optional', reader.has('required') ? reader.at('required') : reader.origin, {
    name: isObject(reader.value) ? String(reader.value['name']) : '',
  });
  return true;
}
