import type { Origin } from '../diagnostics/origin.js';
import type { ParameterLocation, Style } from '../model/operation.js';
import type { Schema } from '../model/schema.js';
import type { Findings } from './findings.js';
import type { StylePlan, ValueShape } from './plan.js';
import { alternativesOf, shapeOf } from './value-shape.js';

/** A value that is serialized by style. */
export interface StyledValue {
  readonly style: Style;
  readonly explode: boolean;
  readonly allowReserved: boolean;
  readonly schema: Schema;
  readonly location: ParameterLocation;
}

/** Decides the style of a value; what the specification leaves undefined is replaced by the reading that the warning names. */
export function planStyle(value: StyledValue, what: string, origin: Origin, findings: Findings): StylePlan {
  const shape = shapeOf(value.schema);
  const warn = (combination: string, reading: string): void =>
    findings.report('undefined-serialization', origin, { what: `${combination} (${what})`, reading });
  const { style, explode } = chooseStyle(value, shape, warn);
  const allowReserved = value.allowReserved && style !== 'cookie' && value.location !== 'header';
  for (const [combination, reading] of nestedReadings(style, explode, shape)) warn(combination, reading);
  if (value.location === 'cookie' && hasStructure(shape)) warnAboutCookie(style, explode, warn);
  return { by: 'style', style, explode, allowReserved, ...planShape(shape) };
}

/** Gives a shape, and whether its values can have parts. */
export function planShape(shape: ValueShape): { readonly shape: ValueShape; readonly hasParts: boolean } {
  return { shape, hasParts: !alternativesOf(shape).every(({ kind }) => kind === 'primitive') };
}

type Warn = (combination: string, reading: string) => void;

// OpenAPI 3.2, 4.12.2.2: the styles of each location, the default first.
const stylesOf: { readonly [L in ParameterLocation]: readonly [Style, ...Style[]] } = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  querystring: ['form'],
  header: ['simple'],
  cookie: ['form', 'cookie'],
};

function chooseStyle(
  { style, explode, location }: StyledValue,
  shape: ValueShape,
  warn: Warn,
): { readonly style: Style; readonly explode: boolean } {
  const [usual] = stylesOf[location];
  if (!stylesOf[location].includes(style)) {
    warn(`style '${style}' in ${location}`, `it is taken as '${usual}'`);
    return { style: usual, explode };
  }
  const kinds = new Set(alternativesOf(shape).map(({ kind }) => kind));
  if (style === 'deepObject') {
    if (kinds.has('object') || kinds.has('any')) return { style, explode: true };
    warn(`style 'deepObject' of a value that is no object`, `it is taken as 'form'`);
    return { style: 'form', explode: true };
  }
  if (style !== 'spaceDelimited' && style !== 'pipeDelimited') return { style, explode };
  if (kinds.size === 1 && kinds.has('primitive')) {
    warn(`style '${style}' of a value that is no array or object`, `it is taken as 'form'`);
    return { style: 'form', explode: true };
  }
  if (!explode) return { style, explode };
  warn(`style '${style}' with 'explode: true'`, `it is taken as 'form' with 'explode: true'`);
  return { style: 'form', explode: true };
}

function nestedReadings(style: Style, explode: boolean, shape: ValueShape): readonly (readonly [string, string])[] {
  const repeats = style === 'deepObject' || (explode && (style === 'form' || style === 'cookie'));
  const found = new Map<string, string>();
  for (const one of alternativesOf(shape)) {
    if (one.kind === 'array' && hasStructure(one.items)) {
      found.set(`an array or object inside an array by style '${style}'`, 'such a value is refused');
    }
    if (one.kind !== 'object') continue;
    const members = [...one.properties.map((property) => property.shape), ...(one.additional ? [one.additional] : [])];
    const kinds = new Set(members.flatMap((member) => alternativesOf(member).map(({ kind }) => kind)));
    if (kinds.has('array')) {
      found.set(
        `an array inside an object by style '${style}'`,
        repeats ? 'its name is repeated for each item' : 'such a value is refused',
      );
    }
    if (kinds.has('object')) {
      found.set(
        `an object inside an object by style '${style}'`,
        style === 'deepObject' ? 'its members have further brackets' : 'such a value is refused',
      );
    }
  }
  return [...found];
}

function hasStructure(shape: ValueShape): boolean {
  return alternativesOf(shape).some(({ kind }) => kind === 'array' || kind === 'object');
}

// OpenAPI 3.2, appendix D: `&` is never right in a cookie, and a comma is not allowed there.
function warnAboutCookie(style: Style, explode: boolean, warn: Warn): void {
  if (!explode) warn(`arrays and objects in a cookie with 'explode: false'`, 'they are sent with commas');
  else if (style === 'form') warn(`arrays and objects in a cookie by style 'form'`, `pairs are parted by '; '`);
}
