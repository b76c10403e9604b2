import { pointerTokens } from '../../diagnostics/origin.js';
import type { Api } from '../../model/api.js';
import type { NotShown } from '../../model/not-shown.js';
import type { Operation } from '../../model/operation.js';
import type { Schema } from '../../model/schema.js';
import { type Direction, messageSchemas } from '../../model/walk-schemas.js';
import type { Names, View } from '../../naming/names.js';
import { type Anchors, collectFacts, type Facts } from './facts.js';
import { type Rules, reduceRules } from './rules.js';

/** What validators are made from. */
export interface ValidatorsInput {
  readonly api: Api;
  readonly names: Names;
}

/** Where the functions of a schema stand, and how they are called. */
export interface Place {
  readonly schema: Schema;
  /** Such as `validators/scenario` or `validators/operations/get-scenario`. */
  readonly module: string;
  /** What follows `is` and `validate`: the type, or a name made for a schema that has none. */
  readonly types: { readonly [V in View]: string };
  /** Of a schema that has no type of its own: the messages in which operations use it. */
  readonly directions?: ReadonlySet<Direction>;
}

/** The places of all schemas that get functions of their own, and what names and places depend on. */
export interface Places {
  readonly of: ReadonlyMap<Schema, Place>;
  readonly facts: (schema: Schema) => Facts;
  readonly anchors: Anchors;
  /** The root's `presence` item. */
  readonly presence: NotShown | undefined;
  /** Gives the rules with everything left out that makes no difference for the schema. */
  reduce(schema: Schema, rules: Rules): Rules;
  /** Tells whether a view of the schema has defaults that are filled in. */
  hasDefaults(schema: Schema, view: View): boolean;
  /** Gives the name of the function that lists the failures of a schema under (reduced) rules. */
  validateName(place: Place, rules: Rules): string;
}

const known = new WeakMap<Names, Places>();

/** Gives the places of a description's validators, computed once. */
export function placesOf(input: ValidatorsInput): Places {
  const places = known.get(input.names) ?? buildPlaces(input);
  known.set(input.names, places);
  return places;
}

function buildPlaces({ api, names }: ValidatorsInput): Places {
  const anchors = dynamicAnchors(api.schemas);
  const facts = collectFacts(api.schemas, {
    anchors,
    hasDefault: (property) => names.views.defaultOf(property) !== undefined,
  });
  const of = new Map<Schema, Place>();
  for (const [schema, { module, types }] of names.schemas)
    of.set(schema, { schema, module: module.replace(/^types/, 'validators'), types });
  placeMessages(of, names);
  const taken = new Set(
    [...of.values()].flatMap(({ types }) => Object.values(types)).flatMap((type) => [`is${type}`, `validate${type}`]),
  );
  const presence = api.notShown.find((item) => item.kind === 'presence');
  const reduce = (schema: Schema, rules: Rules): Rules =>
    reduceRules(rules, facts(schema), names.views.differs(schema, rules.view));
  return {
    of,
    facts,
    anchors,
    presence,
    reduce,
    hasDefaults(schema, view) {
      const { defaults, requiredDefaults, requiredElsewhere } = facts(schema);
      return view === 'request' ? requiredDefaults || (requiredElsewhere && defaults) : defaults;
    },
    validateName({ schema, types }, rules) {
      const excusable = presence !== undefined && facts(schema).properties && rules.view === 'response';
      const kind = rules.closed ? 'Own' : excusable && !rules.excused ? 'Sent' : '';
      let name = `validate${kind}${types[rules.view]}`;
      while (kind !== '' && taken.has(name)) name += '_';
      return name;
    },
  };
}

function dynamicAnchors(schemas: readonly Schema[]): Map<string, Schema[]> {
  const anchors = new Map<string, Schema[]>();
  for (const schema of schemas) {
    if (schema.kind !== 'keywords' || schema.dynamicAnchor === undefined) continue;
    const list = anchors.get(schema.dynamicAnchor);
    if (list) list.push(schema);
    else anchors.set(schema.dynamicAnchor, [schema]);
  }
  return anchors;
}

// The schemas of parameters, headers and bodies that have no name get functions too, in the module of their operation.
function placeMessages(of: Map<Schema, Place>, names: Names): void {
  const taken = new Set<string>();
  for (const [operation, { file, type, parameters }] of names.operations) {
    const roles = parameterRoles(operation, parameters);
    for (const { schema, direction } of messageSchemas(operation)) {
      const placed = of.get(schema);
      if (placed) {
        if (placed.directions && !placed.directions.has(direction))
          of.set(schema, { ...placed, directions: new Set([...placed.directions, direction]) });
        continue;
      }
      const shared = componentPlace(schema);
      const role = roles.get(schema) ?? (direction === 'request' ? 'Body' : 'Response');
      const name = uniqueName(shared?.name ?? `${type}${role}`, taken);
      of.set(schema, {
        schema,
        module: shared?.module ?? `validators/operations/${file}`,
        types: { response: name, request: name, received: name },
        directions: new Set([direction]),
      });
    }
  }
}

function parameterRoles(operation: Operation, identifiers: ReadonlyMap<unknown, string>): Map<Schema, string> {
  const roles = new Map<Schema, string>();
  for (const parameter of operation.parameters) {
    const schema = parameter.content.by === 'style' ? parameter.content.schema : parameter.content.mediaType.schema;
    const identifier = identifiers.get(parameter);
    if (schema && identifier !== undefined) roles.set(schema, pascalCase(identifier));
  }
  return roles;
}

// What several operations share through `components` stands in a module of its own.
function componentPlace(schema: Schema): { readonly module: string; readonly name: string } | undefined {
  const [root, kind, component] = pointerTokens(schema.origin.pointer);
  if (root !== 'components' || kind === undefined || kind === 'schemas' || component === undefined) return undefined;
  if (!/^[A-Za-z]+$/.test(kind)) return undefined;
  return { module: `validators/components/${kind}`, name: `${pascalCase(component)}${pascalCase(kind)}` };
}

function uniqueName(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let count = 2; taken.has(name); count++) name = `${wanted}${count}`;
  taken.add(name);
  return name;
}

function pascalCase(text: string): string {
  return text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
