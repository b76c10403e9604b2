import { isObject, type ObjectValue } from '../../model/is-object.js';
import type { Schema } from '../../model/schema.js';
import type { BuildContext } from '../context.js';
import type { LoggedReport } from '../logged-report.js';
import type { Draft } from '../node.js';
import type { Admitted } from './admitted-types.js';
import { canKeep, findChanged, findIndirect, findOutdated, isLasting } from './find-outdated.js';
import type { LastSchemas, Reading, SchemaMemory, SchemaRequest, Settlement } from './schema-memory.js';

/**
 * The schemas that a run under `watch` takes from the run before it. A schema is the same object in both runs if neither
 * its text nor a schema to which it leads has changed.
 */
export class KeptSchemas {
  readonly #context: BuildContext;
  readonly #memory: SchemaMemory;
  readonly #last: LastSchemas | undefined;
  /** The objects of the last run whose text or place has changed. Absent if nothing can be taken from that run. */
  readonly changed: ReadonlySet<unknown> | undefined;
  readonly #outdated: ReadonlySet<Schema>;
  readonly #readings = new Map<Schema, Reading>();
  readonly #settlements = new Map<Schema, Settlement>();
  readonly #passing = new Set<Schema>();
  #requests: SchemaRequest[] | undefined;

  constructor(context: BuildContext, memory: SchemaMemory) {
    const { document } = context;
    this.#context = context;
    this.#memory = memory;
    this.#last = memory.last?.version === document.version && canKeep(document) ? memory.last : undefined;
    this.changed = this.#last && findChanged(document, this.#last);
    this.#outdated = this.#last && this.changed ? findOutdated(document, this.#last, this.changed) : new Set();
  }

  /** Returns the schema of the last run at a place, if nothing about it has changed. */
  find(key: unknown, value: unknown): Draft<Schema> | undefined {
    const schema = this.#last?.byPlace.get(key);
    if (schema === undefined || this.#outdated.has(schema)) return undefined;
    const isSame = schema.kind === 'boolean' ? schema.value === value : isObject(value);
    return isSame ? schema : undefined;
  }

  /** Returns whether the last run has requested a schema that has not changed. */
  has({ key, schema }: SchemaRequest): boolean {
    return this.#last?.byPlace.get(key) === schema && !this.#outdated.has(schema);
  }

  /** Adds a request of the schema or object that is being read. */
  addRequest(request: SchemaRequest): void {
    if (this.#requests) this.#requests.push(request);
    else
      this.#context.log?.add({
        isValid: ({ schemas }) => schemas.isKept(request),
        repeat: ({ schemas }) => schemas.repeat(request),
      });
  }

  /** Reads a new schema. */
  read(schema: Schema, value: ObjectValue, read: () => void): void {
    const requests: SchemaRequest[] = [];
    this.#requests = requests;
    const { reports } = this.#context.logReports(read);
    this.#requests = undefined;
    const reading: Reading = { requests, reports, indirect: findIndirect(schema, value) };
    if (requests.length > 0 || reports.length > 0) this.#readings.set(schema, reading);
    if (!isLasting(schema, value, reports)) this.readAgain(schema);
  }

  /** Repeats what reading a schema of the last run did. Returns the schemas that it requested. */
  repeat(schema: Schema): readonly SchemaRequest[] {
    if (schema.source.length > 0) this.#context.hasSources = true;
    const reading = this.#last?.readings.get(schema);
    if (!reading) return [];
    this.#readings.set(schema, reading);
    this.#repeatReports(reading.reports);
    return reading.requests;
  }

  /** Settles a new schema, or repeats what settling a schema of the last run did. */
  settle(schema: Schema, settle: () => Admitted): Admitted {
    const known = this.#last?.settlements.get(schema);
    if (known) this.#repeatReports(known.reports);
    const settlement = known ?? this.#context.logReports(settle);
    this.#settlements.set(schema, settlement);
    return settlement.result;
  }

  /** Marks a schema that the next run has to read again. */
  readAgain(schema: Schema): void {
    this.#passing.add(schema);
  }

  /** Keeps the schemas of this run for the next one. */
  finish(byPlace: ReadonlyMap<unknown, Draft<Schema>>): void {
    const { document } = this.#context;
    const values = new Map([...document.files].map(([file, { value }]) => [file, value]));
    const [readings, settlements, passing] = [this.#readings, this.#settlements, this.#passing];
    if (canKeep(document))
      this.#memory.last = { version: document.version, values, byPlace, readings, settlements, passing };
    else delete this.#memory.last;
  }

  #repeatReports(reports: readonly LoggedReport[]): void {
    for (const { repeat } of reports) repeat(this.#context);
  }
}
