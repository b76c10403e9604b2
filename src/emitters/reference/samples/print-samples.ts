import type { Operation } from '../../../model/operation.js';
import type { EmitInput } from '../../emitter.js';
import { printCurlSample } from './curl.js';
import { printTypeScriptSample } from './typescript.js';

/** A call of an operation, as text. */
export type Sample = {
  /** The language, by a name that Redoc knows. */
  readonly lang: string;
  readonly label: string;
  readonly source: string;
};

/** Writes the call of an operation in each language; none of what the API itself calls. */
export function printSamples(operation: Operation, { plans, names }: Pick<EmitInput, 'plans' | 'names'>): Sample[] {
  const plan = plans.get(operation);
  const own = names.operations.get(operation);
  if (operation.kind !== 'path' || !plan || !own) return [];
  return [
    { lang: 'curl', label: 'curl', source: printCurlSample(plan) },
    { lang: 'JavaScript', label: 'TypeScript', source: printTypeScriptSample(plan, own) },
  ];
}
