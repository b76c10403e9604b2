import type { OperationNames } from '../../../../naming/names.js';
import { encodePropertyKey, encodeString } from '../../../../typescript/encode.js';
import type { BodyPlan, OperationPlan, ParameterPlan } from '../../../../wire/plan.js';
import { formatGaps } from './gaps.js';

/**
 * Prints a module that calls an operation with the generated client. Values of the caller are declared without a value; a
 * comment lists the items that are not shown.
 */
export function printTypeScriptSample(plan: OperationPlan, names: OperationNames): string {
  const { args, declarations, imports } = plan.body?.alternatives.some(isToBeChosen)
    ? { args: 'args', declarations: [`declare const args: ${names.type}Args;`], imports: [`type ${names.type}Args`] }
    : listArguments(plan, names);
  const call = ownNames.has(names.identifier) ? `${names.identifier}Operation` : names.identifier;
  const imported = call === names.identifier ? call : `${names.identifier} as ${call}`;
  return [
    `import { ${[...imports, 'type Client', imported].join(', ')} } from './client/index.js';`,
    '',
    'declare const client: Client;',
    ...declarations,
    ...formatGaps(plan).map((gap) => `// ${gap}`),
    '',
    `console.log(await ${call}(${['client', args].filter((part) => part !== '').join(', ')}));`,
  ].join('\n');
}

const ownNames = new Set(['args', 'assume', 'body', 'client', 'console']);

// If there are several media types, or a range, the caller chooses one.
function isToBeChosen({ mediaType: { mediaType } }: BodyPlan['alternatives'][number], index: number): boolean {
  return index > 0 || mediaType.includes('*');
}

interface Arguments {
  readonly args: string;
  readonly declarations: readonly string[];
  readonly imports: readonly string[];
}

function listArguments({ parameters, body }: OperationPlan, names: OperationNames): Arguments {
  const type = `${names.type}Args`;
  const needed = parameters.filter(isNeeded).map(({ parameter }) => {
    const member = names.parameters.get(parameter) ?? parameter.writtenName;
    const isTaken = ownNames.has(member) || member === names.identifier || encodePropertyKey(member) !== member;
    return { member, variable: isTaken ? `its${member.replace(/\W/g, '')}` : member };
  });
  const item = body && findShapeItem(body);
  const declarations = needed.map(
    ({ member, variable }) => `declare const ${variable}: ${type}[${encodeString(member)}];`,
  );
  if (body) declarations.push(`declare const body: ${item === undefined ? `${type}['body']` : 'unknown'};`);
  const members = needed.map(({ member, variable }) =>
    member === variable ? member : `${encodePropertyKey(member)}: ${variable}`,
  );
  if (body) members.push(item === undefined ? 'body' : `body: assume(${encodeString(item)}, body)`);
  const usesType = needed.length > 0 || (body && item === undefined);
  return {
    args: members.length === 0 ? '' : `{ ${members.join(', ')} }`,
    declarations,
    imports: [...(usesType ? [`type ${type}`] : []), ...(item === undefined ? [] : ['assume'])],
  };
}

function isNeeded({ parameter, default: standard }: ParameterPlan): boolean {
  return parameter.required && standard === undefined;
}

// Returns the id of the item of a body without a known schema.
function findShapeItem({ alternatives: [first] }: BodyPlan): string | undefined {
  const held = first?.held.client;
  return held?.kind === 'value' && held.schema?.kind === 'not-shown' ? held.schema.item.id : undefined;
}
