import { createRequire } from 'node:module';
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import type { CodeTable } from '../../diagnostics/catalogue.js';
import { findNearestName } from '../../diagnostics/nearest-name.js';
import { encodePointerToken, type Origin, splitPointer } from '../../diagnostics/origin.js';
import { formatKind, formatValue } from '../../diagnostics/show-text.js';
import { findNumberText } from '../../document/written.js';
import { isObject } from '../../model/element.js';
import type { BuildContext } from '../context.js';
import { type ExtensionPart, type ExtensionValues, extensionSchemas, ownForms } from './extension-schemas.js';
import type { ProductExtension } from './product-extensions.js';

// The validators are the same in every run, so a watch compiles them only once.
const validators = new Map<object, ValidateFunction>();

// Loading the validator takes longer than building a description, and most descriptions have none of the extensions.
function loadValidator(schema: object): ValidateFunction {
  const known = validators.get(schema);
  if (known) return known;
  const ajv: typeof import('ajv/dist/2020.js') = createRequire(import.meta.url)('ajv/dist/2020.js');
  // Schemas are not checked here, because compiling the meta-schema takes 20 times as long as compiling them. A test
  // checks them.
  const unchecked = { validateSchema: false, meta: false };
  const options = { allErrors: true, verbose: true, allowUnionTypes: true, strictRequired: false, ...unchecked };
  const validator = new ajv.Ajv2020(options).compile(schema);
  validators.set(schema, validator);
  return validator;
}

/** Returns whether a value under the name of an extension belongs to another tool. */
export function isForeign(name: ProductExtension, value: unknown): boolean {
  return !loadValidator(ownForms[name])(value);
}

/** Returns whether the value of an extension is valid by its JSON Schema. Reports each mistake at its place. */
export function checkExtension<E extends ExtensionPart>(
  context: BuildContext,
  origin: Origin,
  part: E,
  value: unknown,
): value is ExtensionValues[E] {
  const validate = loadValidator(extensionSchemas[part]);
  if (validate(value)) return true;
  for (const error of validate.errors ?? []) reportMistake(context, origin, part, error);
  return false;
}

function reportMistake(context: BuildContext, origin: Origin, part: ExtensionPart, error: ErrorObject): void {
  const { key, finding } = readMistake(part, error);
  const place = origin.pointer + error.instancePath + (key === undefined ? '' : `/${encodePointerToken(key)}`);
  const at = key === undefined ? 'value' : 'key';
  const found = { file: origin.file, pointer: place };
  const text = typeof error.data === 'number' ? findNumberText(context.document, found, error.data) : undefined;
  const written = finding.variant === 'unquoted' && text !== undefined ? { ...finding, value: text } : finding;
  context.report('extension-invalid', found, written, at);
}

interface Mistake {
  readonly finding: CodeTable['extension-invalid'];
  /** The member whose name is wrong. */
  readonly key?: string;
}

function readMistake(part: ExtensionPart, error: ErrorObject): Mistake {
  const subject = { part, field: splitPointer(error.instancePath).at(-1) };
  const params: { readonly [name: string]: unknown } = error.params;
  switch (error.keyword) {
    case 'additionalProperties': {
      const key = String(params['additionalProperty']);
      const properties: unknown = error.parentSchema?.['properties'];
      const known = isObject(properties) ? Object.keys(properties) : [];
      const likely = findNearestName(key, known);
      return { finding: { variant: 'unknown-field', ...subject, name: key, likely, fields: known }, key };
    }
    case 'required': {
      const name = String(params['missingProperty']);
      const properties: unknown = error.parentSchema?.['properties'];
      const field = isObject(properties) ? properties[name] : undefined;
      const allowed = isObject(field) && Array.isArray(field['enum']) ? field['enum'].map(String) : undefined;
      return { finding: { variant: 'missing-field', ...subject, name, allowed } };
    }
    case 'enum': {
      const allowed: unknown = params['allowedValues'];
      const known = Array.isArray(allowed) ? allowed.map(String) : [];
      const likely = findNearestName(String(error.data), known);
      return {
        finding: { variant: 'wrong-value', field: subject.field, found: formatValue(error.data), known, likely },
      };
    }
    case 'pattern':
      return { finding: checkPattern(subject, error.data) };
    case 'minItems':
    case 'minProperties':
      return { finding: { variant: 'empty', ...subject } };
    default:
      return { finding: checkKind(subject, params['type'], error.data) };
  }
}

interface Subject {
  readonly part: ExtensionPart;
  readonly field: string | undefined;
}

/** The variant of the message for each field with a pattern. Every other field with a pattern is an id. */
const patternVariants: { readonly [field: string]: 'date' | 'address' | undefined } = {
  date: 'date',
  since: 'date',
  issue: 'address',
};

function checkPattern(subject: Subject, data: unknown): CodeTable['extension-invalid'] {
  if (typeof data === 'string' && data.trim() === '') return { variant: 'empty', ...subject };
  const found = formatValue(data);
  if (subject.part === 'x-identifier') return { variant: 'identifier', found };
  return { variant: patternVariants[subject.field ?? ''] ?? 'id', found };
}

function checkKind(subject: Subject, written: unknown, data: unknown): CodeTable['extension-invalid'] {
  const types = (Array.isArray(written) ? written : [written]).map(String);
  if (typeof data === 'number' && types.includes('string')) return { variant: 'unquoted', ...subject, value: data };
  return { variant: 'kind', ...subject, types, found: formatKind(data) };
}
