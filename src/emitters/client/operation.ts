import { schemaOfContent } from '../../model/operation.js';
import type { Server } from '../../model/server.js';
import type { Names, OperationNames } from '../../naming/names.js';
import { type Code, code, joinCode } from '../../typescript/code.js';
import { docOfOperation } from '../../typescript/doc-comment.js';
import { encodeString } from '../../typescript/encode.js';
import { TsFile } from '../../typescript/ts-file.js';
import type { OperationPlan, ParameterPlan } from '../../wire/plan.js';
import { runtimeType, runtimeValue } from '../runtime-references.js';
import { addArgs, parametersItems } from './args.js';
import { assumedCode, bodyStatements } from './body.js';
import { type Converter, parameterConversion, sentArgument } from './convert.js';
import type { DefaultFillers } from './fill-defaults.js';
import { outcomeTypes, responseReaders, streamReaders } from './outcome.js';
import { addIterators } from './pagination.js';
import { argumentCode, parameterStatement, pathCode, requirementStatement } from './parameter.js';
import { securityCode } from './security.js';
import { callAtCode, ownServerOf } from './server.js';

/** Builds the module of one operation: its types, the operation, and its iterators if it is paginated. */
export function buildOperation(
  plan: OperationPlan,
  own: OperationNames,
  names: Names,
  fillers: DefaultFillers,
  roots: readonly Server[],
  converter: Converter,
): TsFile {
  const file = new TsFile(`client/${own.file}`, plan.operation.origin);
  const { type: args, isOptional } = addArgs(file, plan, own, names);
  const { success, failure } = outcomeTypes(plan, names);
  file.addTypeAlias({
    name: `${own.type}Success`,
    doc: `The successful outcomes of \`${own.identifier}\`.`,
    type: success,
  });
  file.addTypeAlias({ name: `${own.type}Failure`, doc: `All other outcomes of \`${own.identifier}\`.`, type: failure });
  file.addTypeAlias({
    name: `${own.type}Outcome`,
    doc: `All outcomes of \`${own.identifier}\`.`,
    type: code`${own.type}Success | ${own.type}Failure`,
  });
  const doc = docOfOperation(plan.operation);
  file.addConstant({
    name: own.identifier,
    ...(doc !== undefined && { doc }),
    type: code`${runtimeType('client-types', 'Operation')}<${args}, ${own.type}Success, ${own.type}Failure>`,
    value: operationCode(plan, own, names, builderCode(plan, own, fillers, isOptional, converter), roots, converter),
  });
  addIterators(file, plan, own, args);
  return file;
}

function operationCode(
  plan: OperationPlan,
  own: OperationNames,
  names: Names,
  builder: Code,
  roots: readonly Server[],
  converter: Converter,
): Code {
  const { operation } = plan;
  const parts = [
    code`${encodeString(own.identifier)}`,
    code`${encodeString(operation.method)}`,
    code`${encodeString(plan.accept.join(', ') || '*/*')}`,
    securityCode(operation.security, names),
    responseReaders(plan, converter),
    builder,
  ];
  const defined = code`/* @__PURE__ */ ${runtimeValue('client', 'defineOperation')}(\n${joinCode(
    parts.map((part) => code`  ${part},`),
    '\n',
  )}\n)`;
  const server = ownServerOf(operation, roots);
  const placed = server ? callAtCode(defined, server, roots) : defined;
  const streams = streamReaders(plan, converter);
  const call = streams
    ? code`/* @__PURE__ */ ${runtimeValue('client-stream', 'streamItems')}(${placed}, ${streams})`
    : placed;
  const succeedsByDefault = plan.successes.length === 1 && plan.successes[0] === 'default';
  return succeedsByDefault
    ? code`/* @__PURE__ */ ${runtimeValue('client-default', 'succeedByDefault')}(${call})`
    : call;
}

function builderCode(
  plan: OperationPlan,
  own: OperationNames,
  fillers: DefaultFillers,
  isOptional: boolean,
  converter: Converter,
): Code {
  const argument = (parameter: ParameterPlan): Code => {
    const name = own.parameters.get(parameter.parameter) ?? parameter.parameter.writtenName;
    return sentArgument(parameter, argumentCode(parameter, name), converter);
  };
  const sentCode = (parameter: ParameterPlan): Code =>
    assumedCode(schemaOfContent(parameter.parameter.content), argument(parameter));
  const isWritten = (parameter: ParameterPlan): boolean => parameterConversion(parameter, converter) !== undefined;
  const path = plan.path.map((part) =>
    'literal' in part
      ? escapeTemplate(part.literal)
      : code`\${${pathCode(part.parameter, sentCode(part.parameter), isWritten(part.parameter))}}`,
  );
  const hasValues = plan.path.some((part) => 'parameter' in part);
  const text = hasValues ? code`\`${joinCode(path, '')}\`` : encodeString(plan.path.map(literalOf).join(''));
  const sent = plan.parameters.filter(({ parameter }) => parameter.location !== 'path');
  const statements = [
    // A declared redirect is a response, so the client does not follow it.
    ...(plan.responses.some(({ status }) => /^3(XX|0[12378])$/.test(`${status}`))
      ? [code`draft.init.redirect = 'manual';`]
      : []),
    ...(plan.query === undefined ? [] : [code`draft.query = ${encodeString(`?${plan.query}`)};`]),
    ...sent.map((parameter) => parameterStatement(parameter, sentCode(parameter), isWritten(parameter), converter)),
    ...parametersItems(plan.operation)
      .slice(0, 1)
      .map(
        ({ id }) =>
          code`${runtimeValue('write-not-shown', 'writeExtraQuery')}(draft, ${encodeString(id)}, args.extraQuery);`,
      ),
    ...sent.flatMap((parameter) => requirementStatement(parameter, argument(parameter)) ?? []),
    ...(plan.body ? bodyStatements(plan.body, fillers, converter) : []),
  ];
  if (statements.length === 0) {
    const isOpen = plan.parameters.some(({ parameter }) => schemaOfContent(parameter.content)?.kind === 'not-shown');
    return hasValues ? code`(${isOpen ? 'draft' : '_draft'}, args: ${own.type}Args) => ${text}` : code`() => ${text}`;
  }
  const body = [...statements, code`return ${text};`].map((statement) => indent(statement));
  const takes = hasValues || sent.length > 0 || parametersItems(plan.operation).length > 0 || plan.body !== undefined;
  const args = takes ? code`, args: ${own.type}Args${isOptional ? ' = {}' : ''}` : '';
  return code`(draft${args}) => {\n${joinCode(body, '\n')}\n  }`;
}

function literalOf(part: OperationPlan['path'][number]): string {
  return 'literal' in part ? part.literal : '';
}

function escapeTemplate(literal: string): string {
  return literal.replace(/[`\\$]/g, '\\$&');
}

function indent({ parts }: Code): Code {
  const inside = parts.map((part) => (typeof part === 'string' ? part.replaceAll('\n', '\n    ') : part));
  return code`    ${{ kind: 'code', parts: inside }}`;
}
