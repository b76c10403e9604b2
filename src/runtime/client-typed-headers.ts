import type { BodyReader } from './client.js';
import type { PrimitiveType } from './read-text.js';
import { readAlternatives, readSingleText, type ValueShape, type ValueStyle } from './read-value.js';

/** How the text of a header becomes a value. */
export type HeaderPlan = ValueStyle | 'json' | 'text';

/** Reads the declared headers of an answer by their types beside its body; what is absent or not as declared is `undefined`. */
export function typedHeaders(
  plans: Readonly<Record<string, HeaderPlan>>,
  read: BodyReader,
  convert: (name: string, value: unknown) => unknown = (_name, value) => value,
): BodyReader {
  return (...answer) => {
    const [, , , , headers] = answer;
    const typed: [string, unknown][] = [];
    for (const [name, plan] of Object.entries(plans)) {
      typed.push([name, convert(name, readHeader(headers.get(name), plan, name))]);
    }
    Object.assign(headers, { typed: Object.fromEntries(typed) });
    return read(...answer);
  };
}

function readHeader(text: string | null, plan: HeaderPlan, name: string): unknown {
  if (text === null || plan === 'text') return text ?? undefined;
  try {
    if (plan === 'json') return JSON.parse(text);
    const values = readAlternatives(plan.shape, (shape) => readSingleText(text, plan, shape, name, false));
    return values.find((value) => fits(value, plan.shape));
  } catch {
    return undefined;
  }
}

// A text that is written as none of the types stays text.
function fits(value: unknown, shape: ValueShape): boolean {
  if ('anyOf' in shape) return shape.anyOf.some((one) => fits(value, one));
  if ('items' in shape) return Array.isArray(value) && value.every((item) => fits(item, shape.items));
  if ('properties' in shape) {
    const { properties, additional = ['string'] } = shape;
    const shapeOf = (name: string) => properties.find(([key]) => key === name)?.[1] ?? additional;
    return Object(value) === value && Object.entries(Object(value)).every(([name, one]) => fits(one, shapeOf(name)));
  }
  return isOfType(value, shape);
}

function isOfType(value: unknown, types: readonly PrimitiveType[]): boolean {
  if (typeof value === 'number') return types.includes('number') || Number.isInteger(value);
  return types.includes(value === null ? 'null' : typeof value === 'boolean' ? 'boolean' : 'string');
}
