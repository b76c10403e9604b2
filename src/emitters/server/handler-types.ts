import type { Operation } from '../../model/api.js';
import { type Code, code, encodePropertyKey, joinCode, printObjectType } from '../../typescript/code.js';
import type { Member, TsFile } from '../../typescript/ts-file.js';
import type { OperationPlan, ParameterPlan, ResponsePlan } from '../../wire/plan.js';
import { importRuntimeType } from '../runtime-references.js';
import { printStatusArms } from '../status-arms.js';
import { printHeldType } from '../types/contract.js';
import { nameHandlerTypes, platform, printPrincipal } from './contract.js';
import type { ServerInput } from './declared-names.js';
import { nameMember } from './parameters.js';
import { printMediaType } from './print-value.js';
import { receiveContent } from './received-content.js';
import { listReplyArms } from './reply-content.js';

/** Declares the type of an operation's handler, of its arguments and of its replies. */
export function addHandlerTypes(file: TsFile, plan: OperationPlan, input: ServerInput): void {
  const { received, reply, handler } = nameHandlerTypes(plan.operation, input.names);
  addReceived(file, received.name, plan, input);
  file.addTypeAlias({
    name: reply.name,
    doc: 'The replies that its handler may return.',
    type: printReply(plan, input),
  });
  const principal = printPrincipal(plan.operation);
  file.addTypeAlias({
    name: handler.name,
    doc: `The handler of \`${plan.operation.method} ${plan.operation.path.template}\`.`,
    place: plan.operation.origin,
    typeParameters: [...(principal.includes('Principal') ? [code`Principal`] : []), code`${platform} = unknown`],
    type: code`(\n  args: ${received},\n  context: ${importRuntimeType('server/route', 'HandlerContext')}<${principal}, ${platform}>,\n) => ${reply} | Promise<${reply}>`,
  });
}

function printReply(plan: OperationPlan, input: ServerInput): Code {
  const isSuccess = ({ status }: ResponsePlan): boolean => plan.successes.includes(status);
  const responses = [...plan.responses.filter(isSuccess), ...plan.responses.filter((response) => !isSuccess(response))];
  const arms = printStatusArms(responses.flatMap((response) => listReplyArms(response, input)));
  return arms.length === 0 ? code`never` : code`${arms.map((arm) => code`\n  | ${arm}`)}`;
}

function addReceived(file: TsFile, name: string, plan: OperationPlan, input: ServerInput): void {
  const doc = 'The arguments of its handler: parameters by identifier, with defaults filled in.';
  const members = plan.parameters.map((parameter) => printParameterMember(parameter, plan.operation, input));
  const { body } = plan;
  if (!body || body.alternatives.length === 1) {
    const [content] = body?.alternatives ?? [];
    const type = content && receiveContent(content, input).type;
    if (type) members.push({ key: 'body', ...findBodyDoc(plan), ...printOptional(type, body?.required ?? false) });
    file.addInterface({ name, doc, members });
    return;
  }
  const arms = body.alternatives.map((content) => {
    return printObjectType([
      { key: 'contentType', type: printMediaType(content.mediaType.mediaType) },
      { key: 'body', type: receiveContent(content, input).type },
    ]);
  });
  const nothing = code`{ readonly contentType?: undefined; readonly body?: undefined }`;
  const own = `${input.names.operations.get(plan.operation)?.type ?? name}Input`;
  if (members.length > 0) file.addInterface({ name: own, local: true, members });
  const bodies = joinCode(body.required ? arms : [...arms, nothing], '\n  | ');
  file.addTypeAlias({
    name,
    doc,
    type: members.length > 0 ? code`${own} & (\n  | ${bodies}\n)` : code`\n  | ${bodies}`,
  });
}

function findBodyDoc({ operation }: OperationPlan): Pick<Member, 'doc'> {
  const description = operation.requestBody?.description;
  return description === undefined ? {} : { doc: description };
}

function printParameterMember(plan: ParameterPlan, operation: Operation, input: ServerInput): Member {
  const { parameter, held, default: filled } = plan;
  const type = printHeldType(held, 'received', input.types);
  const doc = input.types.docs.ofParameter(parameter);
  const isThere = filled !== undefined || (parameter.required && parameter.wireName.shown);
  return {
    key: encodePropertyKey(nameMember(parameter, operation, input)),
    ...printOptional(type, isThere),
    ...(doc !== undefined && { doc }),
  };
}

function printOptional(type: Code, isThere: boolean): Pick<Member, 'type' | 'optional' | 'readonly'> {
  return isThere ? { type, readonly: true } : { type: code`${type} | undefined`, optional: true, readonly: true };
}
