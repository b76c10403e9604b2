import { Diagnostics } from '../src/diagnostics/diagnostic.js';
import { readDocument } from '../src/document/read-document.js';
import { listReserved } from '../src/emitters/emit-artifacts.js';
import type { EmitInput } from '../src/emitters/emitter.js';
import { Validators } from '../src/emitters/validators/contract.js';
import { readRuntime } from '../src/files/package-files.js';
import type { Api } from '../src/model/api.js';
import { buildApi } from '../src/model-builder/api.js';
import { nameDescription } from '../src/pipeline/emit.js';
import { planApi } from '../src/wire/plan-api.js';

const reserved = await listReserved();

/** Reads a description. Throws its errors if it has any. */
export function readApi(path: string): { readonly api: Api; readonly diagnostics: Diagnostics } {
  const diagnostics = new Diagnostics();
  const document = readDocument(path, diagnostics);
  const api = document && !diagnostics.hasErrors ? buildApi(document, diagnostics) : undefined;
  if (api && !diagnostics.hasErrors) return { api, diagnostics };
  throw new Error(diagnostics.list.map(({ message, origin }) => `${origin?.pointer}: ${message}`).join('\n'));
}

/** Builds the input of the emitters of code as a run does, but without a bundle, templates and Redoc. */
export function buildEmitInput(
  api: Api,
  diagnostics: Diagnostics,
  runtime: EmitInput['runtime'] = readRuntime(),
): EmitInput {
  const types = nameDescription(api, diagnostics, { reserved });
  const plans = planApi(api, diagnostics);
  return {
    api,
    names: types.names,
    types,
    plans,
    validators: new Validators({ api, types, plans }),
    bundle: { isExact: false, complete: {}, portable: {}, locate: () => undefined },
    runtime,
    templates: new Map(),
    renderReference: async () => undefined,
    importExtension: 'js',
    start: 'redoc',
    style: undefined,
    diagnostics,
  };
}
