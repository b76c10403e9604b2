import type { Schema } from '../../model/schema.js';
import { nameGuard, nameValidate } from '../../naming/derived-names.js';
import {
  type Code,
  type CodePart,
  code,
  importType,
  importValue,
  joinCode,
  type Reference,
} from '../../typescript/code.js';
import { encodeString } from '../../typescript/encode.js';
import { compareText, TsFile } from '../../typescript/ts-file.js';
import type { View } from '../../views/views.js';
import type { EmitInput, LoadedEmitter } from '../emitter.js';
import { importRuntimeValue } from '../runtime-references.js';
import { findConversion } from '../types/contract.js';
import { isAcceptingAll } from './analysis/kinds.js';
import { importAssertion, runtimeModule } from './body.js';
import { alternativesModule } from './contract.js';
import { Defaults } from './defaults.js';
import {
  findStrictness,
  getRulesOfGuard,
  getRulesOnWire,
  hasSameRules,
  type Place,
  type Strictness,
} from './places.js';
import { Program, type ProgramInput } from './program.js';
import { writeSchema } from './schema.js';

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
  const program = new Program(input, writeSchema);
  const defaults = new Defaults(program);
  const exported = new Map<string, string[]>();
  const done = new Set<Schema>();
  const called: Reference[] = [];
  for (const [key, place] of program.places.of) {
    if (done.has(place.schema)) continue;
    done.add(place.schema);
    const filled = emitDefaults(defaults, place);
    const { names, calls } = emitPlace(program, place, program.types.names.schemas.get(key)?.declarations ?? []);
    const known = exported.get(place.module);
    if (known) known.push(...names, ...filled);
    else exported.set(place.module, [...names, ...filled]);
    called.push(...calls);
  }
  for (const [schema, { name }] of alternatives) called.push(emitAlternative(program, schema, name));
  program.writeFunctions([...called, ...defaults.write()]);
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

// Emits the functions that fill in defaults, and returns the names of the public ones.
function emitDefaults(defaults: Defaults, place: Place): string[] {
  const { places, types } = defaults.program;
  const isSent = place.directions?.has('request') ?? types.views.isSent(place.schema);
  const isReplied = place.directions?.has('response') ?? true;
  const all = [...(isReplied ? (['response'] as const) : []), ...(isSent ? (['received'] as const) : [])];
  const views = all.filter((view) => places.isFilled(place.schema, view));
  if (views.length === 0) return [];
  const emitted = new Map(views.map((view) => [places.nameType(place, view), view] as const));
  const done = [...emitted.values()].map((view) => defaults.emit(place, view));
  return place.directions ? [] : done;
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
  for (const { view, own } of listViews(program, place)) {
    const strictness = findStrictness(view, own);
    const name = program.places.nameValidate(place, view, strictness);
    if (!validates.has(name)) calls.push(...emitValidate(program, place, name, { view, strictness }));
    validates.add(name);
    const type = own ? undefined : declarations.find((declaration) => declaration.view === view)?.name;
    if (type === undefined || validates.has(nameValidate(type))) continue;
    validates.add(nameValidate(type));
    const value = printConvertedValidate(program, place, importValue(place.module, name));
    program.module(place.module).addConstant({ name: nameValidate(type), type: validateType, value });
  }
  const names: string[] = [];
  for (const { name } of declarations) {
    const validate = nameValidate(name);
    names.push(nameGuard(name));
    if (validates.has(validate)) names.push(validate);
  }
  return { names, calls };
}

// The arguments of public functions are converted values, such as a `Date`.
function printConvertedValidate(program: Program, { schema }: Place, validate: Reference): Code {
  const conversion = findConversion(schema, program);
  if (!conversion) return code`${validate}`;
  const parts = joinCode([conversion.code, encodeString(program.formatPointer(schema)), validate], ', ');
  return code`/* @__PURE__ */ ${importRuntimeValue('validate-converted', 'validateConverted')}(${parts})`;
}

const validateType = code`${importType(runtimeModule, 'Validate')}`;

function listViews(
  program: Program,
  { schema, directions }: Place,
): readonly { readonly view: View; readonly own: boolean }[] {
  const isSent = directions ? directions.has('request') : program.types.views.isSent(schema);
  const isReplied = directions?.has('response') ?? true;
  if (isReplied && isSent) return allViews;
  return isReplied ? repliedViews : isSent ? sentViews : [];
}

const repliedViews = [
  { view: 'response', own: false },
  { view: 'response', own: true },
] as const;
const sentViews = [
  { view: 'request', own: false },
  { view: 'received', own: false },
] as const;
const allViews = [...repliedViews, ...sentViews] as const;

// A function that does not count its depth and serves only this type is itself public.
function emitGuard(program: Program, place: Place, type: string, view: View): Reference {
  const module = program.module(place.module);
  const rules = getRulesOfGuard(view);
  const { reference, deep } = program.planFunction(place.schema, {
    rules,
    shape: 'guard',
    caller: { module, schema: place.schema },
  });
  const name = nameGuard(type);
  if (reference.module === place.module && reference.name === name) return reference;
  const guarded = importType(place.module.replace(/^validators/, 'types'), type);
  const ask = (value: string): Code =>
    deep ? code`${importAssertion('checkDeep')}(${reference}, ${value})` : code`${reference}(${value})`;
  const conversion = findConversion(place.schema, program);
  const accept = importRuntimeValue('validate-converted', 'acceptConverted');
  const body = conversion
    ? code`return ${accept}(value, ${conversion.code}, (wire) => ${ask('wire')});`
    : code`return ${ask('value')};`;
  module.addFunction({ name, parameters: [code`value: unknown`], returns: code`value is ${guarded}`, body: [body] });
  return reference;
}

function emitAlternative(program: Program, schema: Schema, name: string): Reference {
  const module = program.module(alternativesModule);
  const caller = { module, schema };
  const rules = getRulesOnWire('response');
  const { reference, deep } = program.planFunction(schema, { rules, shape: 'guard', caller });
  const accepts = deep ? code`${importAssertion('checkDeep')}(${reference}, value)` : code`${reference}(value)`;
  const parameters = [code`value: unknown`];
  module.addFunction({ name, parameters, returns: code`boolean`, body: [code`return ${accepts};`] });
  return reference;
}

// A guard is faster than a collector, but it accepts values that an item leaves open.
function emitValidate(
  program: Program,
  place: Place,
  name: string,
  { view, strictness }: { readonly view: View; readonly strictness: Strictness },
): Reference[] {
  const { schema } = place;
  const { places } = program;
  const rules = places.reduce(schema, getRulesOnWire(view));
  const module = program.module(place.module);
  const facts = places.facts(schema);
  const request = { rules, caller: { module, schema } };
  const { reference: collect } = program.planFunction(schema, { shape: 'collect', ...request });
  const isGuarded = !facts.values && (facts.deep || isGuardQuicker(program, schema, view));
  const guards = isGuarded ? [program.planFunction(schema, { shape: 'guard', ...request }).reference] : [];
  const items = printItemRules(program, schema, places.reduceStrictness(schema, strictness));
  const parts: CodePart[] = [collect, encodeString(program.formatPointer(schema)), ...guards];
  if (items) parts.push(...(isGuarded ? [] : ['undefined']), items);
  const value = code`/* @__PURE__ */ ${importRuntimeValue('findings', 'validateBy')}(${joinCode(parts, ', ')})`;
  module.addConstant({ name, type: validateType, value });
  return [collect, ...guards];
}

// Returns whether a value may have so many parts that a collector is slow. An additional guard with other rules would
// be too much code.
function isGuardQuicker({ places }: Program, schema: Schema, view: View): boolean {
  const kinds = places.acceptance.kindsOf(schema);
  if (isAcceptingAll(schema) || !(kinds.has('object') || kinds.has('array'))) return false;
  const [wire, guard] = [getRulesOnWire(view), getRulesOfGuard(view)];
  return hasSameRules(places.reduce(schema, wire), places.reduce(schema, guard));
}

function printItemRules({ places }: Program, schema: Schema, strictness: Strictness): Code | undefined {
  if (strictness === 'strict') return code`{ isClosed: true }`;
  const isLacking = strictness === 'open' && places.presence && places.facts(schema).properties;
  return isLacking ? code`{ presence: ${encodeString(places.presence.id)} }` : undefined;
}
