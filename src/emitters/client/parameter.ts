import type { JsonValue } from '../../model/element.js';
import { type Code, code, encodeMemberAccess, encodeString } from '../../typescript/code.js';
import { encodeWireJson } from '../../typescript/encode-wire.js';
import type { Conversions } from '../../views/conversions.js';
import type { ParameterPlan, ValuePlan } from '../../wire/plan.js';
import { importRuntimeValue } from '../runtime-references.js';
import type { Converter } from './convert.js';
import { printSpecialFields } from './form.js';
import { isSetByBrowsers, printHeader, printStyledQuery } from './header.js';

/** Prints an argument. A required parameter with a default uses the default if the argument is absent. */
export function printArgument(plan: ParameterPlan, identifier: string, conversions: Conversions): Code {
  const { parameter, default: standard } = plan;
  const access = `args${encodeMemberAccess(identifier)}`;
  return parameter.required && standard !== undefined
    ? code`(${access} ?? ${printDefault(plan, standard, conversions)})`
    : code`${access}`;
}

function printDefault({ held }: ParameterPlan, standard: JsonValue, conversions: Conversions): string {
  return encodeWireJson(standard, held.kind === 'value' && held.schema ? conversions.planOf(held.schema) : undefined);
}

/** The argument of a parameter, as code. */
export interface Argument {
  readonly code: Code;
  /** Whether it is already JSON text. */
  readonly isWritten: boolean;
}

/** Prints the text of a path parameter. `isWhole`: the parameter is a whole segment. */
export function printPathValue({ parameter, value }: ParameterPlan, argument: Argument, isWhole: boolean): Code {
  const name = encodeString(parameter.writtenName);
  const writePlain = isWhole
    ? importRuntimeValue('write/path', 'writePath')
    : importRuntimeValue('write/path', 'writePathPart');
  if (value.by !== 'style') return code`${writePlain}(${name}, ${printDocument(value, name, argument)})`;
  const { style, explode, allowReserved } = value;
  if (style === 'simple' && !value.hasParts && !allowReserved) return code`${writePlain}(${name}, ${argument.code})`;
  const write = style === 'label' ? 'writeLabel' : style === 'matrix' ? 'writeMatrix' : 'writeSimple';
  const encode = allowReserved ? code`, ${importRuntimeValue('write/parts', 'encodeReservedPath')}` : '';
  const text = code`${importRuntimeValue('write/path', write)}(${name}, ${argument.code}, ${String(explode)}${encode})`;
  // The text of style `matrix` begins with a semicolon.
  if (!isWhole || style === 'matrix') return text;
  return code`${importRuntimeValue('write/path', 'wholeSegment')}(${name}, ${text})`;
}

/** Prints the statement that adds a parameter to the request, for all locations except the path. */
export function printParameterStatement(plan: ParameterPlan, argument: Argument, converter: Converter): Code {
  const { wireName } = plan.parameter;
  if (wireName.shown) return code`${printPut(plan, encodeString(wireName.value), argument, converter)};`;
  const gap = encodeString(wireName.gap.id);
  const unnamed = importRuntimeValue('write/not-shown', 'writeUnnamed');
  if (isPlainQuery(plan)) return code`${unnamed}(draft, ${gap}, ${argument.code});`;
  return code`${unnamed}(draft, ${gap}, ${argument.code}, (draft, name, value) => ${printPut(plan, 'name', { ...argument, code: code`value` }, converter)});`;
}

/** Prints the check of `x-requires`. Returns `undefined` if there is none. */
export function printRequirement(plan: ParameterPlan, argument: Code, conversions: Conversions): Code | undefined {
  const { requires } = plan.parameter;
  if (!requires) return undefined;
  const standard = plan.default === undefined ? '' : `, ${printDefault(plan, plan.default, conversions)}`;
  return code`${importRuntimeValue('write/requires', 'requireHeader')}(draft, ${encodeString(requires.header)}, ${argument}${standard});`;
}

function isPlainQuery({ parameter: { location }, value }: ParameterPlan): boolean {
  return (
    location === 'query' && value.by === 'style' && value.style === 'form' && !value.hasParts && !value.allowReserved
  );
}

function printPut(plan: ParameterPlan, name: string, argument: Argument, converter: Converter): Code {
  const { parameter, value } = plan;
  switch (parameter.location) {
    case 'header': {
      const guarded = isSetByBrowsers(parameter.writtenName)
        ? code`${importRuntimeValue('values/platform', 'platformHeader')}(${name}, ${argument.code})`
        : argument.code;
      return printHeader(value, name, guarded, argument.isWritten);
    }
    case 'cookie':
      return printCookie(value, name, argument);
    case 'querystring':
      return printWholeQuery(value, name, argument, converter);
    default:
      return value.by === 'style'
        ? printStyledQuery(value, 'draft', name, argument.code)
        : code`${importRuntimeValue('write/query', 'writeQuery')}(draft, ${name}, ${printDocument(value, name, argument)})`;
  }
}

function printCookie(value: ValuePlan, name: string, argument: Argument): Code {
  if (value.by !== 'style')
    return code`${importRuntimeValue('write/cookie', 'writeFormCookie')}(draft, ${name}, ${printDocument(value, name, argument)})`;
  const { style, explode, allowReserved } = value;
  if (style === 'cookie')
    return code`${importRuntimeValue('write/cookie', 'writeCookie')}(draft, ${name}, ${argument.code}, ${String(explode)})`;
  const encode = allowReserved ? code`, ${importRuntimeValue('write/cookie', 'encodeReservedCookie')}` : '';
  const write = importRuntimeValue('write/cookie', explode ? 'writeExplodedFormCookie' : 'writeFormCookie');
  return code`${write}(draft, ${name}, ${argument.code}${encode})`;
}

function printWholeQuery(value: ValuePlan, name: string, argument: Argument, converter: Converter): Code {
  if (value.by === 'form') {
    const special = printSpecialFields(value.body, converter);
    return code`${importRuntimeValue('write/form', 'writeFormQuery')}(draft, ${name}, ${argument.code}${special ? code`, ${special}` : ''})`;
  }
  return code`${importRuntimeValue('write/query', 'writeWholeQuery')}(draft, ${name}, ${printDocument(value, name, argument)})`;
}

// Absent arguments need no check: the JSON text of `undefined` is `undefined`, which is not sent.
function printDocument(value: ValuePlan, name: string, argument: Argument): Code {
  return value.by === 'json' && !argument.isWritten
    ? code`${importRuntimeValue('write/json', 'writeJson')}(${name}, ${argument.code})`
    : argument.code;
}
