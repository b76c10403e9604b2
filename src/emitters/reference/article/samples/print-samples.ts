import type { Operation } from '../../../../model/api.js';
import type { EmitInput } from '../../../emitter.js';
import { printCurlSample } from './curl.js';
import { printFetchSample } from './fetch.js';
import { printPythonSample } from './python.js';
import { buildSampleRequest, type SampleRequest } from './request.js';
import { listBodyExamples } from './request-body.js';
import { type ClientNames, printTypeScriptSample } from './typescript.js';

/** A sample call of an operation, as text. */
type Sample = {
  /** The language by the name that Redoc knows. */
  readonly lang: string;
  /** The name of the language for people. */
  readonly label: string;
  /** The usual short name of the language of the code. */
  readonly language: string;
  readonly source: string;
  /** The name of the example in the body; absent for the first one. */
  readonly example?: string;
};

/** The sample calls of operations, one per language. Redoc's page and the article show the same ones. */
export type Samples = ReadonlyMap<Operation, readonly Sample[]>;

/** Prints the sample calls of each operation. Callbacks and webhooks have none, because the API calls them. */
export function printSamples({ plans, names, types }: Pick<EmitInput, 'plans' | 'names' | 'types'>): Samples {
  return new Map(
    [...plans].flatMap(([operation, plan]) => {
      const own = names.operations.get(operation);
      if (operation.kind !== 'path' || !own) return [];
      const client = { own, names, types };
      const [first, ...others] = listBodyExamples(plan.body);
      const samples = [
        ...printRequest(buildSampleRequest(plan, types.views, first), client),
        ...others.flatMap((example) =>
          printRequest(buildSampleRequest(plan, types.views, example), client).map((sample) => ({
            ...sample,
            example: example.name,
          })),
        ),
      ];
      return [[operation, samples] as const];
    }),
  );
}

function printRequest(request: SampleRequest, client: ClientNames): readonly Sample[] {
  return [
    { lang: 'curl', label: 'curl', language: 'sh', source: printCurlSample(request) },
    { lang: 'Node.js', label: 'TypeScript', language: 'ts', source: printTypeScriptSample(request, client) },
    { lang: 'JavaScript', label: 'JavaScript', language: 'js', source: printFetchSample(request) },
    { lang: 'Python', label: 'Python', language: 'python', source: printPythonSample(request) },
  ];
}
