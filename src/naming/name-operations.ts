import type { Api } from '../model/api.js';
import type { Operation, Parameter } from '../model/operation.js';
import type { SecurityScheme } from '../model/security.js';
import { iteratorNames, operationTypes } from './derived-names.js';
import { capitalize, fileName, type WrittenName, wishMember } from './identifiers.js';
import { pathWords } from './name-origin.js';
import { NameSpace, type Tell, type Wish } from './name-space.js';
import type { OperationNames } from './names.js';
import { inheritedMembers, reservedMembers } from './reserved-names.js';
import { joinPascal } from './words.js';

/** What the names of operations must differ from, and who is told of changes. */
export interface OperationSpaces {
  readonly names: NameSpace;
  readonly files: NameSpace;
  /** Names that stand beside operations. */
  readonly reserved: ReadonlySet<string>;
  readonly tell: Tell;
}

/** Names operations and their parameters; callbacks after the operations that they belong to. */
export function nameOperations(
  api: Api,
  { names, files, reserved, tell }: OperationSpaces,
): ReadonlyMap<Operation, OperationNames> {
  const named = new Map<Operation, OperationNames>();
  const written = new Map<string, WrittenName>();
  let level: readonly OperationWish[] = [...api.operations, ...api.webhooks].map((operation) =>
    wishOperation(operation, `${operation.method} ${pathWords(operation.path.template)}`),
  );
  while (level.length > 0) {
    const typed = [
      ...names.chooseAll([...names.chooseAll(level.map((wish) => ({ ...wish, reserved })))].map(wishTypes)),
    ].map(([wish, type]) => ({
      operation: wish.operation,
      identifier: wish.identifier,
      type,
      thing: wish.thing,
      origin: wish.origin,
      name: fileName(wish.identifier),
    }));
    for (const [{ operation, identifier, type }, file] of files.chooseAll(typed)) {
      const parameters = nameParameters(operation.parameters, written, tell);
      named.set(operation, { identifier, file, type, parameters });
    }
    level = level.flatMap(({ operation }) => wishCallbacks(operation, named));
  }
  return named;
}

interface OperationWish extends Wish {
  readonly operation: Operation;
}

function wishOperation(operation: Operation, written: string): OperationWish {
  return {
    operation,
    thing: 'Operation',
    origin: operation.origin,
    ...wishMember(operation.operationId ?? written, 'Operation', operation.identifier),
    ...(operation.pagination?.page && { withDerived: (name: string) => [name, ...iteratorNames(name)] }),
  };
}

// The function keeps its name where only one of its types would be in the way of another.
function wishTypes([{ operation, origin, thing, reserved }, identifier]: readonly [
  OperationWish,
  string,
]): OperationWish & {
  readonly identifier: string;
} {
  const withDerived = (type: string): string[] => operationTypes.map((suffix) => type + suffix);
  return {
    operation,
    identifier,
    thing,
    origin,
    name: capitalize(identifier),
    withDerived,
    ...(reserved && { reserved }),
  };
}

function wishCallbacks(operation: Operation, named: ReadonlyMap<Operation, OperationNames>): OperationWish[] {
  const owner = named.get(operation)?.identifier ?? '';
  return operation.callbacks.flatMap(({ name, operations }) =>
    operations
      .filter((called) => !named.has(called))
      .map((called) => wishOperation(called, `${owner} ${name} ${operations.length > 1 ? called.method : ''}`)),
  );
}

function nameParameters(
  parameters: readonly Parameter[],
  written: Map<string, WrittenName>,
  tell: Tell,
): ReadonlyMap<Parameter, string> {
  const wishes = parameters.map((parameter) => ({
    parameter,
    thing: 'Parameter' as const,
    origin: parameter.origin,
    ...wishParameter(parameter, written),
  }));
  const locations = new Map<string, Set<string>>();
  for (const { name, parameter } of wishes)
    locations.set(name, (locations.get(name) ?? new Set()).add(parameter.location));
  const chosen = new NameSpace(reservedMembers, tell).chooseAll(
    wishes.map((wish) => ((locations.get(wish.name)?.size ?? 0) > 1 && !wish.explicit ? locateWish(wish) : wish)),
  );
  return new Map([...chosen].map(([{ parameter }, identifier]) => [parameter, identifier]));
}

// Operations share names such as `page`, and to split one into words takes its time.
function wishParameter(parameter: Parameter, written: Map<string, WrittenName>): WrittenName {
  const { identifier } = parameter;
  if (identifier !== undefined) return wishMember(identifier, 'Parameter', identifier);
  const text = parameterText(parameter);
  const wish = written.get(text) ?? wishMember(text, 'Parameter');
  written.set(text, wish);
  return wish;
}

function parameterText(parameter: Parameter): string {
  return parameter.wireName.shown ? parameter.writtenName : parameter.writtenName.replace(/^<|>$/g, '');
}

function locateWish<W extends Wish & { readonly parameter: Parameter }>(wish: W): W {
  const suffix = joinPascal([wish.parameter.location]);
  return {
    ...wish,
    name: wish.name + suffix,
    ...(wish.spelled !== undefined && { spelled: wish.spelled + suffix }),
    written: wish.name,
    because: { variant: 'several-locations', name: wish.name },
  };
}

/** Names the security schemes, the keys of `auth` and `security`. */
export function nameSecuritySchemes(api: Api, tell: Tell): ReadonlyMap<SecurityScheme, string> {
  const chosen = new NameSpace(inheritedMembers, tell).chooseAll(
    api.securitySchemes.map((scheme) => ({
      scheme,
      thing: 'SecurityScheme' as const,
      origin: scheme.origin,
      ...wishMember(scheme.name, 'SecurityScheme'),
    })),
  );
  return new Map([...chosen].map(([{ scheme }, key]) => [scheme, key]));
}
