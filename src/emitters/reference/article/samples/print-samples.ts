import type { EmitInput } from '../../../emitter.js';
import type { Samples } from './contract.js';
import { printCurlSample } from './curl.js';
import { printTypeScriptSample } from './typescript.js';

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
