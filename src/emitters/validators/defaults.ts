import type { Schema } from '../../model/schema.js';
import { type Code, code, importValue, type Reference } from '../../typescript/code.js';
import type { View } from '../../views/views.js';
import { importRuntimeValue } from '../runtime-references.js';
import { findConversion } from '../types/contract.js';
import { findOnlyReference } from './analysis/checked-keywords.js';
import { importAssertion } from './assertions.js';
import type { Filler, Fillers, Filling } from './filling.js';
import { nameLocal } from './local-names.js';
import type { ModuleWriter } from './module-writer.js';
import type { Place } from './place-schemas.js';
import type { Program } from './program.js';
import { nameFiller } from './public-names.js';
import { writeDefaults } from './write-defaults.js';

interface Job extends Filler {
  readonly schema: Schema;
  readonly view: View;
  readonly module: ModuleWriter;
  readonly local: boolean;
}

/** Writes all functions that fill in defaults, each once. */
export class Defaults implements Fillers {
  readonly program: Program;
  readonly #known = new Map<string, Job>();
  readonly #ids = new Map<Schema, number>();

  constructor(program: Program) {
    this.program = program;
  }

  /** Emits the public function that fills in the defaults of a view of a schema, and returns its name. */
  emit(place: Place, view: View): string {
    const module = this.program.module(place.module);
    const { places } = this.program;
    const name = places.nameFiller(place, view);
    const { reference, deep } = this.#ask(place.schema, view, module);
    const add = (called: string, body: Code): void =>
      module.addFunction({
        name: called,
        parameters: [code`value: unknown`],
        returns: code`unknown`,
        body: [code`return ${body};`],
      });
    if (reference.module !== place.module || reference.name !== name)
      add(name, deep ? code`${importAssertion('withNewMemory')}(${reference}, value)` : code`${reference}(value)`);
    const conversion = findConversion(place.schema, this.program);
    if (!conversion) return name;
    const converted = nameFiller(places.nameType(place, view));
    const fill = importRuntimeValue('validate-converted', 'fillConverted');
    add(converted, code`${fill}(value, ${conversion.code}, ${importValue(place.module, name)})`);
    return converted;
  }

  /** Plans the function that fills in the defaults of a schema. Returns `undefined` if it would change nothing. */
  planFiller(schema: Schema, view: View, caller: ModuleWriter): Filler | undefined {
    const { places } = this.program;
    if (!places.isFilled(schema, view)) return undefined;
    const target = schema.kind === 'keywords' && !places.of.has(schema) ? findOnlyReference(schema) : undefined;
    return this.#ask(target ?? schema, view, caller);
  }

  #ask(schema: Schema, wanted: View, caller: ModuleWriter): Job {
    const { places, types } = this.program;
    const target = places.equivalent(this.program.findTarget(schema));
    const place = places.of.get(target);
    const { deep, readOnly, writeOnly } = places.facts(target);
    // Values with the same properties are filled alike. A place with directions may lack the function of a response.
    const isFilledAlike = !readOnly && !writeOnly && (place?.directions?.has('response') ?? true);
    const view = types.views.differs(target, wanted) && !isFilledAlike ? wanted : 'response';
    const module = place ? this.program.module(place.module) : caller;
    const id = this.#ids.get(target) ?? this.#ids.size;
    this.#ids.set(target, id);
    const type = place?.types[view] ?? 'Part';
    const key = [id, module.module, type, view].join(' ');
    const known = this.#known.get(key);
    if (known) return known;
    const isPublic = place !== undefined && !deep;
    const { functionNames } = this.program;
    const nameOther = (): string =>
      place ? functionNames.nameNew(`fill${type}`) : functionNames.namePart(target, module.module, 'fill');
    const reference = importValue(module.module, isPublic ? places.nameFiller(place, view) : nameOther());
    const repeated = places.isRepeated(target);
    const job: Job = { schema: target, view, module, reference, deep, repeated, local: place === undefined };
    this.#known.set(key, job);
    return job;
  }

  /** Writes every requested function, and returns the guards that they call. */
  write(): Reference[] {
    const used = new Set<Reference>();
    // Writing one function can request others.
    for (const job of this.#known.values())
      for (const part of this.#write(job).flatMap((line) => line.parts)) if (typeof part !== 'string') used.add(part);
    return [...used];
  }

  #write(job: Job): readonly Code[] {
    const { module, deep } = job;
    const { functionNames, places } = this.program;
    const { recursive } = places.facts(job.schema);
    const depth = deep ? nameLocal('depth') : undefined;
    let isCounted = recursive;
    const onDepth = (): void => {
      isCounted = true;
    };
    const parts: Code[] = [];
    const planPart: Filling['planPart'] = ({ parameters, returns, body: part }) => {
      const name = functionNames.namePart(job.schema, module.module, 'fill');
      module.addFunction({ name, local: true, parameters, returns: code`${returns}`, body: part });
      parts.push(...part);
      return importValue(module.module, name);
    };
    const filled = writeDefaults({ depth, onDepth, planPart, defaults: this, ...job });
    const body = [...(recursive ? [code`if (depth > ${importAssertion('deepest')}) return value;`] : []), filled];
    module.addFunction({
      name: job.reference.name,
      local: job.local,
      parameters: [code`value: unknown`, ...(deep ? [code`${isCounted ? '' : '_'}depth: number`] : [])],
      returns: code`unknown`,
      body,
    });
    return [...body, ...parts];
  }
}
