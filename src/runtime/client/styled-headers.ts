import { readAlternatives, readHeaderText, type ValueShape, type ValueStyle } from '../read/value.js';
import { type HeaderReader, isOfType } from './typed-headers.js';

/** Creates a reader of a header by style, for a value with parts or one of several forms. */
export function styledHeader(plan: ValueStyle): HeaderReader {
  return (text) => {
    const values = readAlternatives(plan.shape, (shape) => readHeaderText(text, plan, shape));
    return values.find((value) => isShape(value, plan.shape));
  };
}

function isShape(value: unknown, shape: ValueShape): boolean {
  if ('anyOf' in shape) return shape.anyOf.some((one) => isShape(value, one));
  if ('items' in shape) return Array.isArray(value) && value.every((item) => isShape(item, shape.items));
  if ('properties' in shape) {
    const { properties, additional = ['string'] } = shape;
    const shapeOf = (name: string) => properties.find(([key]) => key === name)?.[1] ?? additional;
    return Object(value) === value && Object.entries(Object(value)).every(([name, one]) => isShape(one, shapeOf(name)));
  }
  return isOfType(value, shape);
}
