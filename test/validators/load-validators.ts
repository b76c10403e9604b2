import { join } from 'node:path';
import { build } from 'esbuild';
import { type Diagnostic, Diagnostics } from '../../src/diagnostics/diagnostic.js';
import { readDocument } from '../../src/document/read-document.js';
import type { EmitInput } from '../../src/emitters/emitter.js';
import { emitRuntime } from '../../src/emitters/runtime-modules.js';
import { emitValidatorModules } from '../../src/emitters/validators/index.js';
import { buildApi } from '../../src/model-builder/api.js';
import type { SchemaNames } from '../../src/naming/names.js';
import type { Failure, OnNotShown } from '../../src/runtime/validate/validators.js';
import { buildEmitInput } from '../emit-input.js';
import { makeFolder } from '../make-folder.js';

/** The functions of generated validators, by name. */
export interface Validators {
  readonly [name: string]: (value: unknown, ...more: readonly unknown[]) => unknown;
}

/** The output for a description. */
export interface Loaded {
  readonly diagnostics: readonly Diagnostic[];
  /** The text of each module, by path. */
  readonly files: ReadonlyMap<string, string>;
  /** All functions of all modules. Empty if the description has errors. */
  readonly validators: Validators;
  /** The input of the emitter. Absent if the description has errors. */
  readonly input?: EmitInput;
  /** The names of the schemas, by their JSON pointers. */
  readonly names: ReadonlyMap<string, SchemaNames>;
}

/** Generates and loads the validators of the description in a file. */
export async function loadValidators(
  path: string,
  options: { readonly assertFormats?: boolean } = {},
): Promise<Loaded> {
  const diagnostics = new Diagnostics();
  const nothing = { diagnostics: diagnostics.list, files: new Map(), validators: {}, names: new Map() };
  const document = readDocument(path, diagnostics);
  if (!document || diagnostics.hasErrors) return nothing;
  const api = buildApi(document, diagnostics);
  if (diagnostics.hasErrors) return nothing;
  const input = buildEmitInput(api, diagnostics);
  const { names, runtime, validators: planned } = input;
  const modules = emitValidatorModules({
    validators: planned,
    diagnostics,
    assertFormats: options.assertFormats ?? true,
  });
  const printed = modules.map((module) => module.print('', 'js'));
  const needed = emitRuntime(new Set(modules.flatMap((module) => [...module.modules])), runtime, 'js');
  const files = new Map([...printed, ...needed].map(({ path: file, text }) => [file, text]));
  const validators = await importFiles(files);
  const own = [...names.schemas].filter(([schema]) => !(schema.baseOf ?? schema.bound));
  const byPointer = new Map(own.map(([schema, named]) => [schema.origin.pointer, named]));
  return { diagnostics: diagnostics.list, files, validators, input, names: byPointer };
}

/** Generates and loads the validators of component schemas and of further parts of a description. */
export function loadSchemas(schemas: object, more: object = {}): Promise<Loaded> {
  const description = {
    openapi: '3.1.1',
    info: { title: 'Validators', version: '1' },
    components: { schemas },
    ...more,
  };
  return loadValidators(join(makeFolder({ 'openapi.json': JSON.stringify(description) }), 'openapi.json'));
}

/** Lists the failures that a generated function finds. */
export function failuresOf(validators: Validators, name: string, value: unknown, onNotShown?: OnNotShown): Failure[] {
  return validators[name]?.(value, onNotShown) as Failure[];
}

// The types of schemas are not needed at run time.
async function importFiles(files: ReadonlyMap<string, string>): Promise<Validators> {
  const entry = [...files.keys()].filter((file) => file.startsWith('validators/') && file !== 'validators/index.ts');
  const { outputFiles } = await build({
    stdin: { contents: entry.map((file) => `export * from './${file}';`).join('\n'), resolveDir: '/' },
    bundle: true,
    format: 'esm',
    write: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'generated',
        setup(builder): void {
          builder.onResolve({ filter: /^\./ }, ({ path, importer }) => ({
            namespace: 'generated',
            path: new URL(path.replace(/\.js$/, '.ts'), `file:///${importer.replace('<stdin>', '')}`).pathname.slice(1),
          }));
          builder.onLoad({ filter: /./, namespace: 'generated' }, ({ path }) => ({
            contents: files.get(path) ?? '',
            loader: 'ts',
          }));
        },
      },
    ],
  });
  const [output] = outputFiles;
  if (!output) throw new Error('nothing was bundled');
  return import(`data:text/javascript;base64,${Buffer.from(output.contents).toString('base64')}`);
}
