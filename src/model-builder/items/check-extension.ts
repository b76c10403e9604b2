import { createRequire } from 'node:module';
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { nearestName } from '../../diagnostics/nearest-name.js';
import { encodePointerToken, type Origin, pointerTokens } from '../../diagnostics/origin.js';
import { isObject } from '../../model/is-object.js';
import type { BuildContext } from '../context.js';
import { nameKind, showValue } from '../node.js';
import { type ExtensionPart, type ExtensionValues, extensionSchemas } from './extension-schemas.js';

// Most descriptions have none of the extensions, and loading the validator takes longer than building them.
function loadValidator(validators: BuildContext['extensionValidators'], part: ExtensionPart): ValidateFunction {
  const known = validators.get(part);
  if (known) return known;
  const ajv: typeof import('ajv/dist/2020.js') = createRequire(import.meta.url)('ajv/dist/2020.js');
  const options = { allErrors: true, verbose: true, allowUnionTypes: true, strictRequired: false };
  const validator = new ajv.Ajv2020(options).compile(extensionSchemas[part]);
  validators.set(part, validator);
  return validator;
}

/** Tells whether the value of an extension at a place is as its JSON Schema wants it; reports each mistake where it stands. */
export function checkExtension<E extends ExtensionPart>(
  context: BuildContext,
  origin: Origin,
  part: E,
  value: unknown,
): value is ExtensionValues[E] {
  const validate = loadValidator(context.extensionValidators, part);
  if (validate(value)) return true;
  for (const error of validate.errors ?? []) reportMistake(context, origin, part, error);
  return false;
}

function reportMistake(context: BuildContext, origin: Origin, part: ExtensionPart, error: ErrorObject): void {
  const { likely, problem, key } = wordMistake(part, error);
  const place = origin.pointer + error.instancePath + (key === undefined ? '' : `/${encodePointerToken(key)}`);
  const at = key === undefined ? 'value' : 'key';
  context.report('extension-invalid', { file: origin.file, pointer: place }, { problem, likely }, at);
}

interface Mistake {
  readonly problem: string;
  readonly likely?: string | undefined;
  /** The member that is wrong by its name. */
  readonly key?: string;
}

function wordMistake(part: ExtensionPart, error: ErrorObject): Mistake {
  const field = pointerTokens(error.instancePath).at(-1);
  const name = field === undefined || /^\d+$/.test(field) ? wholes[part] : `'${field}'`;
  const params: { readonly [name: string]: unknown } = error.params;
  switch (error.keyword) {
    case 'additionalProperties': {
      const key = String(params['additionalProperty']);
      const properties: unknown = error.parentSchema?.['properties'];
      const known = isObject(properties) ? Object.keys(properties) : [];
      return { problem: `'${key}' is no field of ${name}`, likely: nearestName(key, known), key };
    }
    case 'required':
      return { problem: `${name} has no '${String(params['missingProperty'])}'` };
    case 'enum': {
      const known: unknown = params['allowedValues'];
      const names = Array.isArray(known) ? known.map(String) : [];
      return {
        problem: `${showValue(error.data)} is no ${field ?? 'value'} of an item`,
        likely: nearestName(String(error.data), names),
      };
    }
    case 'pattern':
      return { problem: wordPattern(part, field, name, error.data) };
    case 'minItems':
    case 'minProperties':
      return { problem: `${name} is empty` };
    default:
      return { problem: wordKind(name, params['type'], error.data) };
  }
}

const wholes: { readonly [P in ExtensionPart]: string } = {
  'x-not-shown': 'the list of items',
  id: 'the id',
  item: 'the item',
  'x-source': 'the source',
  'x-transitions': 'the transition',
  'x-requires': 'what is required',
  'x-pagination': 'the pagination',
  'x-identifier': 'the identifier',
  'x-resolved': 'the answered item',
};

function wordPattern(part: ExtensionPart, field: string | undefined, name: string, data: unknown): string {
  if (typeof data === 'string' && data.trim() === '') return `${name} is empty`;
  if (part === 'x-identifier') return `${showValue(data)} is no identifier that TypeScript would take`;
  if (field === 'date') return `${showValue(data)} is no date such as "2025-01-31"`;
  return `${showValue(data)} is no id: an id is small letters and digits, its words joined by hyphens`;
}

function wordKind(name: string, types: unknown, data: unknown): string {
  const wanted = (Array.isArray(types) ? types : [types]).map(wordType).join(' or ');
  if (typeof data === 'number' && wanted.includes('text'))
    return `${name} is the number ${data}; write it in quotes: "${data}"`;
  return `${name} must be ${wanted}, not ${nameKind(data)}`;
}

function wordType(type: unknown): string {
  if (type === 'string') return 'text';
  if (type === 'array') return 'a list';
  return type === 'object' ? 'an object' : String(type);
}
