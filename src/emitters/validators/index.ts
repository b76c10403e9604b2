import { findAllowedTypes } from '../../model/allowed-types.js';
import { typeSets } from '../../model/json-type.js';
import type { Schema } from '../../model/schema.js';
import { nameGuard, nameValidate } from '../../naming/derived-names.js';
import {
  type Code,
  type CodePart,
  code,
  encodeString,
  importType,
  importValue,
  joinCode,
  type Reference,
} from '../../typescript/code.js';
import { compareText, TsFile } from '../../typescript/ts-file.js';
import type { View } from '../../views/views.js';
import type { EmitInput, LoadedEmitter } from '../emitter.js';
import { callRuntime, importRuntimeValue } from '../runtime-references.js';
import { findConversion } from '../types/contract.js';
import { isAcceptingAll } from './analysis/kinds.js';
import { importAssertion, runtimeModule } from './body.js';
import { alternativesModule } from './contract.js';
import { printDefaults } from './defaults.js';
import {
  findStrictness,
  getRulesOfGuard,
  getRulesOnWire,
  hasSameRules,
  nameFiller,
  type Place,
  type Strictness,
} from './places.js';
import { Program, type ProgramInput } from './program.js';
import { printSchema } from './schema.js';

const publicTypes = ['Failure', 'OnNotShown', 'Validate', 'ValidateOptions'];

/**
 * Emits a type guard and a function that lists all failures for every schema. They need no dependency and no `eval`.
 */
export const emitValidators: LoadedEmitter = {
  reservedFiles: ['index'],
  emit: (input, kinds) => ({
    modules: emitValidatorModules({ ...input, assertFormats: true, hasServer: kinds.has('server') }),
    files: [],
  }),
};

type ModulesInput = ProgramInput & Pick<EmitInput, 'onModule'> & { readonly hasServer?: boolean };

/** Emits the modules of all validators, and the barrel. */
export function emitValidatorModules(input: ModulesInput): readonly TsFile[] {
  const alternatives = input.hasServer ? input.validators.alternatives : new Map<Schema, Reference>();
  const program = new Program(input, printSchema, printDefaults);
  const exported = new Map<string, string[]>();
  const done = new Set<Schema>();
  const called: Reference[] = [];
  for (const [key, place] of program.places.of) {
    if (done.has(place.schema)) continue;
    done.add(place.schema);
    const fillers = emitFillers(program, place);
    const { names, calls } = emitPlace(program, place, program.types.names.schemas.get(key)?.declarations ?? []);
    exported.set(place.module, [...(exported.get(place.module) ?? []), ...names, ...fillers]);
    called.push(...calls);
  }
  for (const [schema, { name }] of alternatives) called.push(emitAlternative(program, schema, name));
  program.printFunctions(called);
  const modules = program.modules.map((module) => {
    const file = module.finish();
    input.onModule?.(file);
    return file;
  });
  return [emitBarrel(exported), ...modules];
}

function emitBarrel(exported: ReadonlyMap<string, readonly string[]>): TsFile {
  const barrel = new TsFile('validators/index');
  barrel.addReexport(runtimeModule, publicTypes, 'type');
  for (const [module, names] of [...exported].sort(([a], [b]) => compareText(a, b)))
    if (names.length > 0) barrel.addReexport(module, [...names].sort(compareText));
  return barrel;
}

// Lists the views of the values that arrive as a reply and in a request.
function listViews<V extends View>(
  { types }: Program,
  { schema, directions }: Place,
  inReply: readonly V[],
  inRequest: readonly V[],
): readonly V[] {
  const isSent = directions?.has('request') ?? types.views.isSent(schema);
  return [...((directions?.has('response') ?? true) ? inReply : []), ...(isSent ? inRequest : [])];
}

// Emits the functions that fill in defaults, and returns the names of the public ones.
function emitFillers(program: Program, place: Place): string[] {
  const { places } = program;
  const views = listViews(program, place, ['response'], ['received']).filter((view) =>
    places.isFilled(place.schema, view),
  );
  const byName = new Map(views.map((view) => [places.nameType(place, view), view]));
  const names = [...byName].map(([type, view]) => emitFiller(program, place, type, view));
  return place.directions ? [] : names;
}

function emitFiller(program: Program, place: Place, type: string, view: View): string {
  const module = program.module(place.module);
  const name = program.places.nameFiller(place, view);
  const { reference, deep } = program.planFunction(place.schema, {
    rules: getRulesOnWire(view),
    shape: 'fill',
    caller: { module, schema: place.schema },
  });
  const add = (called: string, body: Code): void =>
    module.addFunction({
      name: called,
      parameters: [code`value: unknown`],
      returns: code`unknown`,
      body: [code`return ${body};`],
    });
  const filler = program.use(reference);
  if (filler.module !== place.module || filler.name !== name)
    add(name, deep ? code`${importAssertion('withNewMemory')}(${filler}, value)` : code`${filler}(value)`);
  const conversion = findConversion(place.schema, program);
  if (!conversion) return name;
  const fillConverted = importRuntimeValue('validate/converted', 'fillConverted');
  add(nameFiller(type), code`${fillConverted}(value, ${conversion.code}, ${importValue(place.module, name)})`);
  return nameFiller(type);
}

interface Emitted {
  /** The public functions. */
  readonly names: readonly string[];
  /** The functions that they call. */
  readonly calls: readonly Reference[];
}

function emitPlace(program: Program, place: Place, declarations: readonly { name: string; view: View }[]): Emitted {
  const calls = declarations.map(({ name, view }) => emitGuard(program, place, name, view));
  const validates = new Set<string>();
  const emit = (view: View, own: boolean): void => {
    const strictness = findStrictness(view, own);
    const name = program.places.nameValidate(place, view, strictness);
    if (!validates.has(name)) calls.push(...emitValidate(program, place, name, view, strictness));
    validates.add(name);
    const type = own ? undefined : declarations.find((declaration) => declaration.view === view)?.name;
    if (type === undefined || validates.has(nameValidate(type))) return;
    validates.add(nameValidate(type));
    const value = printConvertedValidate(program, place, importValue(place.module, name));
    program.module(place.module).addConstant({ name: nameValidate(type), type: validateType, value });
  };
  for (const view of listViews<View>(program, place, ['response'], ['request', 'received'])) {
    emit(view, false);
    if (view === 'response') emit(view, true);
  }
  const names = declarations.flatMap(({ name }) =>
    [nameGuard(name), nameValidate(name)].filter((each) => each === nameGuard(name) || validates.has(each)),
  );
  return { names, calls };
}

// The arguments of public functions are converted values, such as a `Date`.
function printConvertedValidate(program: Program, { schema }: Place, validate: Reference): Code {
  const conversion = findConversion(schema, program);
  if (!conversion) return code`${validate}`;
  const parts = joinCode([conversion.code, encodeString(program.formatPointer(schema)), validate], ', ');
  return callRuntime('validate/converted', 'validateConverted', parts);
}

const validateType = code`${importType(runtimeModule, 'Validate')}`;

// A function that does not count its depth and serves only this type is itself public.
function emitGuard(program: Program, place: Place, type: string, view: View): Reference {
  const module = program.module(place.module);
  const caller = { module, schema: place.schema };
  const callee = program.planFunction(place.schema, { rules: getRulesOfGuard(view), shape: 'guard', caller });
  const name = nameGuard(type);
  if (callee.reference.module === place.module && callee.reference.name === name) return callee.reference;
  const guarded = importType(place.module.replace(/^validators/, 'types'), type);
  const conversion = findConversion(place.schema, program);
  const accept = importRuntimeValue('validate/converted', 'acceptConverted');
  const body = conversion
    ? code`return ${accept}(value, ${conversion.code}, (wire) => ${printCallOf(program, callee, 'wire')});`
    : code`return ${printCallOf(program, callee, 'value')};`;
  module.addFunction({ name, parameters: [code`value: unknown`], returns: code`value is ${guarded}`, body: [body] });
  return callee.reference;
}

function printCallOf(
  program: Program,
  { reference, deep }: { readonly reference: Reference; readonly deep: boolean },
  value: string,
): Code {
  const called = program.use(reference);
  return deep ? code`${importAssertion('checkDeep')}(${called}, ${value})` : code`${called}(${value})`;
}

function emitAlternative(program: Program, schema: Schema, name: string): Reference {
  const module = program.module(alternativesModule);
  const caller = { module, schema };
  const callee = program.planFunction(schema, { rules: getRulesOnWire('response'), shape: 'guard', caller });
  const body = [code`return ${printCallOf(program, callee, 'value')};`];
  module.addFunction({ name, parameters: [code`value: unknown`], returns: code`boolean`, body });
  return callee.reference;
}

// A guard is faster than a collector, but it accepts values that a gap leaves open.
function emitValidate(
  program: Program,
  place: Place,
  name: string,
  view: View,
  strictness: Strictness,
): readonly Reference[] {
  const { schema } = place;
  const { places } = program;
  const module = program.module(place.module);
  const facts = places.facts(schema);
  const request = { rules: getRulesOnWire(view), caller: { module, schema } };
  const isGuarded = !facts.has('values') && (facts.has('deep') || isGuardQuicker(program, schema, view));
  const called = (isGuarded ? (['collect', 'guard'] as const) : (['collect'] as const)).map(
    (shape) => program.planFunction(schema, { shape, ...request }).reference,
  );
  const gaps = printGapRules(program, schema, places.reduceStrictness(schema, strictness));
  const [collect = '', ...guards] = called.map((reference) => program.use(reference));
  const parts: CodePart[] = [collect, encodeString(program.formatPointer(schema)), ...guards];
  if (gaps) parts.push(...(isGuarded ? [] : ['undefined']), gaps);
  const value = callRuntime('validate/findings', 'validateBy', ...parts);
  module.addConstant({ name, type: validateType, value });
  return called;
}

// Returns whether a value may have so many parts that a collector is slow. An additional guard with other rules would
// be too much code.
function isGuardQuicker({ places }: Program, schema: Schema, view: View): boolean {
  const kinds = findAllowedTypes(schema);
  if (isAcceptingAll(schema) || (kinds & (typeSets.object | typeSets.array)) === 0) return false;
  return hasSameRules(places.reduce(schema, getRulesOnWire(view)), places.reduce(schema, getRulesOfGuard(view)));
}

function printGapRules({ places }: Program, schema: Schema, strictness: Strictness): Code | undefined {
  if (strictness === 'strict') return code`{ isClosed: true }`;
  const isLacking = strictness === 'open' && places.presence && places.facts(schema).has('properties');
  return isLacking ? code`{ presence: ${encodeString(places.presence.id)} }` : undefined;
}
