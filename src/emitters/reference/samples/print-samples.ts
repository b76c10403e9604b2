import type { Operation } from '../../../model/operation.js';
import type { OperationPlan } from '../../../wire/plan.js';
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

/** Prints the call of an operation in each language. Callbacks and webhooks, which the API calls, have none. */
export function printSamples(
  operation: Operation,
  { plans, names }: Pick<EmitInput, 'plans' | 'names'>,
): readonly Sample[] {
  const plan = plans.get(operation);
  const own = names.operations.get(operation);
  if (operation.kind !== 'path' || !plan || !own) return [];
  const known = printed.get(plan);
  if (known) return known;
  const samples = [
    { lang: 'curl', label: 'curl', source: printCurlSample(plan) },
    { lang: 'JavaScript', label: 'TypeScript', source: printTypeScriptSample(plan, own) },
  ];
  printed.set(plan, samples);
  return samples;
}

// Redoc and the article show the same samples, so each is printed once.
const printed = new WeakMap<OperationPlan, readonly Sample[]>();
