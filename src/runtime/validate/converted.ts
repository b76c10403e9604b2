import { type Conversion, checkToWire, fromWire, toWire } from '../values/convert.js';
import { limitFailures } from './findings.js';
import type { Failure, Validate } from './validators.js';

/** Turns a guard of JSON values into a guard of converted values. */
export function acceptConverted(value: unknown, conversion: Conversion, accepts: (value: unknown) => boolean): boolean {
  let fits = true;
  const wire = checkToWire(value, conversion, () => {
    fits = false;
  });
  return fits && accepts(wire);
}

/** Turns a validator of JSON values into a validator of converted values. */
export function validateConverted(conversion: Conversion, pointer: string, validate: Validate): Validate {
  return (value, onNotShown, options) => {
    const misfits = new Map<string, Failure>();
    const wire = checkToWire(value, conversion, (instancePath, expected) => {
      const message = `must be ${expected}`;
      misfits.set(instancePath, { instancePath, schemaPointer: pointer, keyword: 'format', expected, message });
    });
    const others: Failure[] = [];
    for (const failure of validate(wire, onNotShown, options)) {
      const misfit = misfits.get(failure.instancePath);
      // A value that cannot be converted is a failure of the keyword that it violates.
      if (!misfit) others.push(failure);
      else if (misfit.schemaPointer === pointer)
        misfits.set(failure.instancePath, {
          ...misfit,
          schemaPointer: failure.schemaPointer,
          keyword: failure.keyword,
        });
    }
    return limitFailures([...misfits.values(), ...others], pointer, options);
  };
}

/** Fills in the defaults of a converted value. */
export function fillConverted(value: unknown, conversion: Conversion, fill: (value: unknown) => unknown): unknown {
  return fromWire(fill(toWire(value, conversion)), conversion);
}
