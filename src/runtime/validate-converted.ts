import { type Conversion, checkToWire, fromWire, toWire } from './convert.js';
import { limitFailures } from './findings.js';
import type { Failure, Validate } from './validators.js';

/** Makes a guard of values as JSON has them one of values as code has them. */
export function acceptConverted(value: unknown, conversion: Conversion, accepts: (value: unknown) => boolean): boolean {
  let fits = true;
  const wire = checkToWire(value, conversion, () => {
    fits = false;
  });
  return fits && accepts(wire);
}

/** Makes a validator of values as JSON has them one of values as code has them. */
export function validateConverted(conversion: Conversion, pointer: string, validate: Validate): Validate {
  return (value, onNotShown, options) => {
    const misfits = new Map<string, Failure>();
    const wire = checkToWire(value, conversion, (instancePath, needed) => {
      const expected = `${/^[aeiou]/.test(needed) ? 'an' : 'a'} ${needed}`;
      const message = `must be ${expected}`;
      misfits.set(instancePath, { instancePath, schemaPointer: pointer, keyword: 'format', expected, message });
    });
    const others: Failure[] = [];
    for (const failure of validate(wire, onNotShown, options)) {
      const misfit = misfits.get(failure.instancePath);
      // A value that cannot be converted is refused by the keyword that it does not meet.
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

/** Fills in the defaults of a value as code has it. */
export function fillConverted(value: unknown, conversion: Conversion, fill: (value: unknown) => unknown): unknown {
  return fromWire(fill(toWire(value, conversion)), conversion);
}
