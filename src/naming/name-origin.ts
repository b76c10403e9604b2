import { type Origin, pointerTokens } from '../diagnostics/origin.js';
import { splitWords } from './words.js';

// Tokens of a pointer that say what kind of thing stands there, not which.
const structural: ReadonlySet<string> = new Set(
  'schema schemas content parameters responses requestBody requestBodies headers components paths properties items additionalProperties patternProperties allOf anyOf oneOf not if then else $defs definitions get put post delete options head patch trace query default'.split(
    ' ',
  ),
);

/** Says in words what stands at a place: the name under which it is written there, else the name of its file. */
export function nameOrigin(origin: Origin): string {
  const tokens = pointerTokens(origin.pointer);
  const path = tokens[0] === 'paths' || tokens[0] === 'webhooks' ? tokens[1] : undefined;
  const rest = path === undefined ? tokens : tokens.slice(2);
  const last = rest.findLast((token) => !/^\d+$/.test(token) && !structural.has(token) && !token.includes('/'));
  if (path !== undefined) return last === undefined ? pathWords(path) : `${pathWords(path)} ${last}`;
  return last ?? nameFile(origin.file);
}

/** Says a path template in words: `/pets/{id}` is `pets by id`. */
export function pathWords(template: string): string {
  const words = template.replace(/\{([^{}]*)\}/g, ' by $1 ');
  return splitWords(words).length > 0 ? words : 'root';
}

function nameFile(file: string): string {
  const steps = file.split('/').map((step) => step.replace(/\.[^.]*$/, ''));
  const last = steps.pop() ?? '';
  return last === 'index' ? (steps.pop() ?? last) : last;
}
