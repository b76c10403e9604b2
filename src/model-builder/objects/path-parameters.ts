import { findNearestName } from '../../diagnostics/nearest-name.js';
import { buildChildOrigin } from '../../diagnostics/origin.js';
import type { Parameter, PathTemplate } from '../../model/operation.js';
import type { ObjectReader } from '../object-reader.js';
import { listTemplateNames } from './path-template.js';

/**
 * Matches the path parameters of an operation with its template. A parameter that the template lacks is never sent and
 * is left out. A template parameter that is not declared is read as a required string.
 */
export function matchPathParameters(
  reader: ObjectReader<'Operation Object'>,
  path: PathTemplate,
  parameters: readonly Parameter[],
): Parameter[] {
  const { context } = reader;
  const names = listTemplateNames(path);
  const kept = parameters.filter((parameter) => {
    if (parameter.location !== 'path' || names.includes(parameter.writtenName)) return true;
    const finding = {
      name: parameter.writtenName,
      path: path.template,
      likely: findNearestName(parameter.writtenName, names),
    };
    context.report('unused-path-parameter', parameter.origin, finding);
    return false;
  });
  const undeclared = [...new Set(names)].filter(
    (name) => !kept.some((parameter) => parameter.location === 'path' && parameter.writtenName === name),
  );
  for (const name of undeclared) context.report('undeclared-path-parameter', reader.origin, { name }, 'key');
  return [...kept, ...undeclared.map((name) => buildMissingParameter(reader, name))];
}

function buildMissingParameter(reader: ObjectReader<'Operation Object'>, name: string): Parameter {
  const origin = buildChildOrigin(reader.origin, 'parameters', `{${name}}`);
  const none: readonly never[] = [];
  const schema = reader.context.schemas.add({
    kind: 'keywords',
    origin: buildChildOrigin(origin, 'schema'),
    types: ['string'],
    notShown: none,
    source: none,
  });
  return {
    origin,
    notShown: none,
    source: none,
    location: 'path',
    wireName: { shown: true, value: name },
    writtenName: name,
    required: true,
    deprecated: false,
    allowEmptyValue: false,
    content: { by: 'style', style: 'simple', explode: false, allowReserved: false, schema },
    examples: none,
  };
}
