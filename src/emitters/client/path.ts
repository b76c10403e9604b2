import { type Code, code, joinCode } from '../../typescript/code.js';
import { encodeString } from '../../typescript/encode.js';
import type { OperationPlan, ParameterPlan } from '../../wire/plan.js';
import { importRuntimeValue } from '../runtime-references.js';
import { type Argument, printPathValue } from './parameter.js';

type PathPart = OperationPlan['path'][number];

/** Prints the path of a request. `argumentOf` returns the argument of a parameter. */
export function printPathText(path: readonly PathPart[], argumentOf: (plan: ParameterPlan) => Argument): Code | string {
  if (!path.some((part) => 'parameter' in part)) return encodeString(path.map(findLiteral).join(''));
  const segments = splitSegments(path).map((segment) => printSegment(segment, argumentOf));
  return code`\`${joinCode(segments, '/')}\``;
}

function splitSegments(path: readonly PathPart[]): PathPart[][] {
  const segments: PathPart[][] = [[]];
  for (const part of path) {
    const [first, ...others] = 'literal' in part ? part.literal.split('/').map((literal) => ({ literal })) : [part];
    if (first) segments.at(-1)?.push(first);
    for (const each of others) segments.push([each]);
  }
  return segments.map((segment) => segment.filter((part) => 'parameter' in part || part.literal !== ''));
}

// Only a segment that consists of dots can change the path.
function printSegment(segment: readonly PathPart[], argumentOf: (plan: ParameterPlan) => Argument): Code {
  const [first, ...others] = segment;
  if (first && 'parameter' in first && others.length === 0)
    return code`\${${printPathValue(first.parameter, argumentOf(first.parameter), true)}}`;
  const text = joinCode(
    segment.map((part) =>
      'literal' in part
        ? part.literal.replace(/[`\\$]/g, '\\$&')
        : code`\${${printPathValue(part.parameter, argumentOf(part.parameter), false)}}`,
    ),
    '',
  );
  const named = segment.flatMap((part) => ('parameter' in part ? [part.parameter.parameter.writtenName] : []))[0];
  if (named === undefined || !/^(\.|%2e)*$/i.test(segment.map(findLiteral).join(''))) return text;
  return code`\${${importRuntimeValue('write-path-part', 'wholeSegment')}(${encodeString(named)}, \`${text}\`)}`;
}

function findLiteral(part: PathPart): string {
  return 'literal' in part ? part.literal : '';
}
