import type { Operation } from '../../../model/operation.js';
import type { EmitInput } from '../../emitter.js';
import { printCurlSample } from './curl.js';
import { printTypeScriptSample } from './typescript.js';

/** A sample call of an operation, as text. */
export type Sample = {
  /** The language, by a name that Redoc knows. */
  readonly lang: string;
  readonly label: string;
  readonly source: string;
};

/** The sample calls of operations, one per language. Redoc and the article show the same ones. */
export type Samples = ReadonlyMap<Operation, readonly Sample[]>;

/** Prints the calls of each operation. Callbacks and webhooks, which the API calls, have none. */
export function printSamples({ plans, names }: Pick<EmitInput, 'plans' | 'names'>): Samples {
  return new Map(
    [...plans].flatMap(([operation, plan]) => {
      const own = names.operations.get(operation);
      if (operation.kind !== 'path' || !own) return [];
      const samples = [
        { lang: 'curl', label: 'curl', source: printCurlSample(plan) },
        { lang: 'JavaScript', label: 'TypeScript', source: printTypeScriptSample(plan, own) },
      ];
      return [[operation, samples] as const];
    }),
  );
}
