import type { CodeTable } from '../diagnostics/catalogue.js';
import type { SerializedElement } from '../diagnostics/codes/serialization.js';
import type { Origin } from '../diagnostics/origin.js';
import type { Schema } from '../model/schema.js';
import { findDelimiter, type ParameterLocation, type Style } from '../model/styles.js';
import type { Findings } from './findings.js';
import type { StylePlan, ValueShape } from './plan.js';
import { buildShape, listShapes } from './value-shape.js';

/** A value that is serialized by style. */
interface StyledValue {
  readonly style: Style;
  readonly explode: boolean;
  readonly allowReserved: boolean;
  readonly schema: Schema;
  readonly location: ParameterLocation;
  /** The name of the parameter, header or field, for warnings. */
  readonly element: SerializedElement;
}

/**
 * Plans the style of a value. Where the specification leaves the style undefined, the warning names the chosen reading.
 */
export function planStyle(value: StyledValue, origin: Origin, findings: Findings): StylePlan {
  const shape = buildShape(value.schema);
  const { element, allowReserved } = value;
  const warn: Warn = (finding) => findings.report('undefined-serialization', origin, finding);
  const { style, explode } = chooseStyle(value, shape, warn);
  for (const finding of listNested(element, style, explode, shape)) warn(finding);
  // `&` cannot separate pairs in a cookie, and a comma is not allowed there (OpenAPI 3.2, appendix D).
  if (value.location === 'cookie' && hasStructure(shape)) {
    if (!explode) warn({ variant: 'cookie-with-commas', ...element });
    else if (style === 'form') warn({ variant: 'cookie-of-pairs', ...element });
  }
  return { by: 'style', style, explode, allowReserved, ...planShape(shape) };
}

/** Returns a shape, and whether its values can be arrays or objects. */
export function planShape(shape: ValueShape): { readonly shape: ValueShape; readonly hasParts: boolean } {
  return { shape, hasParts: !listShapes(shape).every(({ kind }) => kind === 'primitive') };
}

type Finding = CodeTable['undefined-serialization'];
type Warn = (finding: Finding) => void;

function chooseStyle(
  { style, explode, element }: StyledValue,
  shape: ValueShape,
  warn: Warn,
): { readonly style: Style; readonly explode: boolean } {
  const kinds = new Set(listShapes(shape).map(({ kind }) => kind));
  if (style === 'deepObject') {
    if (kinds.has('object') || kinds.has('any')) return { style, explode: true };
    warn({ variant: 'deep-object-of-other', ...element });
    return { style: 'form', explode: true };
  }
  if (findDelimiter(style) === undefined) return { style, explode };
  if (kinds.size === 1 && kinds.has('primitive')) {
    warn({ variant: 'delimited-scalar', style, ...element });
    return { style: 'form', explode: true };
  }
  if (!explode) return { style, explode };
  warn({ variant: 'delimited-exploded', style, ...element });
  return { style: 'form', explode: true };
}

function listNested(element: SerializedElement, style: Style, explode: boolean, shape: ValueShape): Finding[] {
  const hasBrackets = style === 'deepObject';
  const isRepeated = hasBrackets || (explode && (style === 'form' || style === 'cookie'));
  const ofArrays = isRepeated ? 'repeated-in-object' : 'array-in-object';
  const ofObjects = hasBrackets ? 'object-in-brackets' : 'object-in-object';
  const shapes = listShapes(shape);
  const kinds = new Set(shapes.flatMap(listMemberKinds));
  const isNested = shapes.some((one) => one.kind === 'array' && hasStructure(one.items()));
  return [
    ...(isNested ? [{ variant: 'parts-in-array', style, ...element } as const] : []),
    ...(kinds.has('array') ? [{ variant: ofArrays, style, ...element } as const] : []),
    ...(kinds.has('object') ? [{ variant: ofObjects, style, ...element } as const] : []),
  ];
}

function listMemberKinds(shape: ValueShape): ValueShape['kind'][] {
  if (shape.kind !== 'object') return [];
  const members = [...shape.properties.values(), ...(shape.additional ? [shape.additional] : [])];
  return members.flatMap((read) => listShapes(read()).map(({ kind }) => kind));
}

function hasStructure(shape: ValueShape): boolean {
  return listShapes(shape).some(({ kind }) => kind === 'array' || kind === 'object');
}
