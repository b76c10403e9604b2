import type { Api, Operation, Parameter, SecurityScheme } from '../model/api.js';
import { nameIterators, operationTypes } from './derived-names.js';
import { buildFileName, nameMember, toCapitalized, type WrittenName } from './identifiers.js';
import { listPathWords } from './name-origin.js';
import { type Candidate, NameSpace, type ReportChange } from './name-space.js';
import type { OperationNames } from './names.js';
import { inheritedMembers, reservedMembers } from './reserved-names.js';
import { joinPascal } from './words.js';

/** The names that operations must not take, and the function that reports changes. */
interface OperationSpaces {
  readonly names: NameSpace;
  readonly files: NameSpace;
  /** The names that modules export beside operations. */
  readonly reserved: ReadonlySet<string>;
  readonly report: ReportChange;
}

/** Names operations and their parameters. Callbacks come after the operations to which they belong. */
export function nameOperations(
  api: Api,
  { names, files, reserved, report }: OperationSpaces,
): ReadonlyMap<Operation, OperationNames> {
  const named = new Map<Operation, OperationNames>();
  let level: readonly OperationCandidate[] = [...api.operations, ...api.webhooks].map((operation) =>
    nameOperation(operation, `${operation.method} ${listPathWords(operation.path.template)}`),
  );
  while (level.length > 0) {
    const typed = [
      ...names.chooseAll([...names.chooseAll(level.map((candidate) => ({ reserved, ...candidate })))].map(nameTypes)),
    ].map(([candidate, type]) => ({
      operation: candidate.operation,
      identifier: candidate.identifier,
      type,
      thing: candidate.thing,
      origin: candidate.origin,
      name: buildFileName(candidate.identifier),
    }));
    for (const [{ operation, identifier, type }, file] of files.chooseAll(typed)) {
      const parameters = nameParameters(operation.parameters, report);
      named.set(operation, { identifier, file, type, parameters });
    }
    level = level.flatMap(({ operation }) => nameCallbacks(operation, named));
  }
  return named;
}

interface OperationCandidate extends Candidate {
  readonly operation: Operation;
}

function nameOperation(operation: Operation, written: string): OperationCandidate {
  return {
    operation,
    thing: 'Operation',
    origin: operation.origin,
    ...nameMember(operation.operationId ?? written, 'Operation', operation.identifier),
    ...(operation.pagination?.page && { withDerived: (name: string) => [name, ...nameIterators(name)] }),
  };
}

// The function keeps its name if only the name of one of its types is taken.
function nameTypes([{ operation, origin, thing, reserved }, identifier]: readonly [
  OperationCandidate,
  string,
]): OperationCandidate & {
  readonly identifier: string;
} {
  const withDerived = (type: string): string[] => operationTypes.map((suffix) => type + suffix);
  return {
    operation,
    identifier,
    thing,
    origin,
    name: toCapitalized(identifier),
    withDerived,
    ...(reserved && { reserved }),
  };
}

function nameCallbacks(operation: Operation, named: ReadonlyMap<Operation, OperationNames>): OperationCandidate[] {
  const owner = named.get(operation)?.identifier ?? '';
  return operation.callbacks.flatMap(({ name, operations }) =>
    operations
      .filter((called) => !named.has(called))
      .map((called) => nameOperation(called, `${owner} ${name} ${operations.length > 1 ? called.method : ''}`)),
  );
}

function nameParameters(parameters: readonly Parameter[], report: ReportChange): ReadonlyMap<Parameter, string> {
  const candidates = parameters.map((parameter) => ({
    parameter,
    thing: 'Parameter' as const,
    origin: parameter.origin,
    ...nameParameter(parameter),
  }));
  const locations = new Map<string, Set<string>>();
  for (const { name, parameter } of candidates)
    locations.set(name, (locations.get(name) ?? new Set()).add(parameter.location));
  const chosen = new NameSpace(reservedMembers, report).chooseAll(
    candidates.map((candidate) =>
      (locations.get(candidate.name)?.size ?? 0) > 1 && !candidate.explicit ? addLocation(candidate) : candidate,
    ),
  );
  return new Map([...chosen].map(([{ parameter }, identifier]) => [parameter, identifier]));
}

function nameParameter(parameter: Parameter): WrittenName {
  const { identifier } = parameter;
  return nameMember(identifier ?? formatParameter(parameter), 'Parameter', identifier);
}

function formatParameter(parameter: Parameter): string {
  return parameter.wireName.shown ? parameter.writtenName : parameter.writtenName.replace(/^<|>$/g, '');
}

function addLocation<W extends Candidate & { readonly parameter: Parameter }>(candidate: W): W {
  const suffix = joinPascal([candidate.parameter.location]);
  return {
    ...candidate,
    name: candidate.name + suffix,
    ...(candidate.spelled !== undefined && { spelled: candidate.spelled + suffix }),
    written: candidate.name,
    because: { variant: 'several-locations', name: candidate.name },
  };
}

/** Names the security schemes. The names are the keys of `auth` and `security`. */
export function nameSecuritySchemes(api: Api, report: ReportChange): ReadonlyMap<SecurityScheme, string> {
  const chosen = new NameSpace(inheritedMembers, report).chooseAll(
    api.securitySchemes.map((scheme) => ({
      scheme,
      thing: 'SecurityScheme' as const,
      origin: scheme.origin,
      ...nameMember(scheme.name, 'SecurityScheme'),
    })),
  );
  return new Map([...chosen].map(([{ scheme }, key]) => [scheme, key]));
}
