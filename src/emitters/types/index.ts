import type { SchemaNames } from '../../naming/names.js';
import { compareText, TsFile } from '../../typescript/ts-file.js';
import { addTypeDeclaration } from '../../typescript/type-declaration.js';
import type { LoadedEmitter } from '../emitter.js';
import { hasGaps } from './contract.js';
import { addEnumeration } from './enumeration.js';
import { buildNotShownModule, notShownNames } from './not-shown-module.js';
import type { TypesInput } from './transitions-module.js';
import { buildTransitionsModule } from './transitions-module.js';

/** Emits the types of all named schemas, the gaps, and a barrel of both. */
export const emitTypes: LoadedEmitter = {
  reservedNames: notShownNames,
  reservedFiles: ['index', 'not-shown', 'conversions', 'gap-places', 'transitions', 'operations'],
  emit(input, kinds) {
    reportBases(input);
    // Only code with validators reports gaps.
    const places = kinds.has('validators') || kinds.has('server') ? [input.types.gapPrinter.buildModule()] : [];
    return { modules: [...buildTypeModules(input), ...places.filter(({ isEmpty }) => !isEmpty)], files: [] };
  },
};

/** Builds the modules below `types/`, the barrel first. */
export function buildTypeModules(input: TypesInput): TsFile[] {
  const transitions = buildTransitionsModule(input);
  const modules = [...buildSchemaModules(input), ...(hasGaps(input.api) ? [buildNotShownModule(input.types)] : [])];
  if (!transitions.isEmpty) modules.push(transitions);
  const barrel = new TsFile('types/index');
  for (const { module } of [...modules].sort((a, b) => compareText(a.module, b.module)))
    barrel.addReexport(module, '*');
  const conversions = input.types.conversionPrinter.buildModule();
  return [barrel, ...modules, ...(conversions.isEmpty ? [] : [conversions])];
}

function reportBases({ api, diagnostics }: TypesInput): void {
  for (const schema of api.schemas) {
    if (schema.kind !== 'keywords' || !schema.discriminator || schema.oneOf || schema.anyOf) continue;
    if (schema.discriminator.inheritance) continue;
    diagnostics.report('reduced-emission', schema.discriminator.origin, { variant: 'discriminator-alone' });
  }
}

function buildSchemaModules(input: TypesInput): TsFile[] {
  const modules = new Map<string, SchemaNames[]>();
  for (const named of new Set<SchemaNames>(input.types.names.schemas.values())) {
    const all = modules.get(named.module);
    if (all) all.push(named);
    else modules.set(named.module, [named]);
  }
  return [...modules].map(([module, all]) => buildSchemaModule(module, all, input));
}

function buildSchemaModule(module: string, all: readonly SchemaNames[], { types, onModule }: TypesInput): TsFile {
  const file = new TsFile(module);
  for (const named of all) {
    for (const declaration of named.declarations) addTypeDeclaration(file, named.schema, declaration, types.resolver);
    addEnumeration(file, named, types);
  }
  onModule?.(file);
  return file;
}
