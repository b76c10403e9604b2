import type { Failure, OnNotShown, Validate } from './validators.js';

/**
 * Creates a validator of events from the validator of a schema that also describes their `data`. Data that is text is
 * not checked.
 */
export function validateEvent(validate: Validate): Validate {
  return (event, onNotShown) => {
    const failures = validate(event, onNotShown);
    return typeof getData(event) === 'string' ? failures.filter(isOutsideData) : failures;
  };
}

/**
 * Creates a validator of events from a validator of the JSON in their `data` and, if there is one, a validator of the
 * event. Data that is text is not checked.
 */
export function validateData(validate: Validate, validateRest?: Validate): Validate {
  return (event, onNotShown) => {
    const data = getData(event);
    const rest = validateRest?.(event, onNotShown) ?? [];
    if (data === undefined) return rest;
    const report: OnNotShown | undefined = onNotShown && ((id, where) => onNotShown(id, `/data${where}`));
    const failures = typeof data === 'string' ? [] : validate(data, report);
    return [
      ...rest.filter(isOutsideData),
      ...failures.map((failure) => ({ ...failure, instancePath: `/data${failure.instancePath}` })),
    ];
  };
}

function getData(event: unknown): unknown {
  return typeof event === 'object' && event !== null && 'data' in event ? event.data : undefined;
}

function isOutsideData({ instancePath }: Failure): boolean {
  return instancePath !== '/data' && !instancePath.startsWith('/data/');
}
