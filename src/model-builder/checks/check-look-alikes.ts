import { buildChildOrigin, type Origin } from '../../diagnostics/origin.js';
import type { Operation } from '../../model/operation.js';
import type { BuildContext } from '../context.js';

/** Reports operation ids and names of component schemas that look like another one of the description. */
export function checkLookAlikes(context: BuildContext, operations: readonly Operation[]): void {
  const ids = operations.flatMap(({ operationId, origin }) =>
    operationId === undefined ? [] : [{ name: operationId, origin: buildChildOrigin(origin, 'operationId') }],
  );
  const schemas: { readonly name: string; readonly origin: Origin }[] = [];
  for (const { kind, component: name, origin } of context.schemas.list)
    if (kind !== 'boolean' && name !== undefined) schemas.push({ name, origin });
  reportLookAlikes(context, 'operationId', ids);
  reportLookAlikes(context, 'schema', schemas);
}

function reportLookAlikes(
  context: BuildContext,
  kind: 'operationId' | 'schema',
  names: readonly { readonly name: string; readonly origin: Origin }[],
): void {
  const firsts = new Map<string, string>();
  for (const { name, origin } of names) {
    const skeleton = toSkeleton(name);
    const first = firsts.get(skeleton);
    if (first === undefined) firsts.set(skeleton, name);
    else if (first !== name)
      context.report(
        'look-alike-name',
        origin,
        { kind, name: normalizeName(name), first: normalizeName(first) },
        'key',
      );
  }
}

// Letters of Greek, Cyrillic and Armenian that fonts draw like the Latin letter after them (Unicode UTS #39), and Latin
// characters that look the same.
const alike = new Map(
  `аa ɑa αa сc ԁd еe ɡg ցg һh հh іi ıi ιi јj ӏl Il 1l |l оo οo օo 0O рp ρp ԛq զq ѕs սu υu νv ѵv ԝw хx уy γy
   АA ΑA ВB ΒB СC ЕE ΕE НH ΗH Іl Ιl ЈJ КK ΚK МM ΜM ΝN ОO ΟO РP ΡP ЅS ТT ΤT ΥY ҮY ХX ΧX ΖZ`
    .split(/\s+/)
    .map(([character = '', skeleton = '']) => [character, skeleton]),
);

// Nearly all names are printable ASCII, in which few characters look like another one.
const plain = /^[\x20-\x7e]*$/;
const plainAlike = new RegExp(`[${[...alike.keys()].filter((character) => plain.test(character)).join('')}]`, 'g');

const invisible = /\p{Default_Ignorable_Code_Point}|\p{Cf}|\p{Cc}/gu;

// Returns the skeleton of a name (UTS #39). People cannot distinguish names with the same skeleton.
function toSkeleton(name: string): string {
  if (plain.test(name)) return name.replace(plainAlike, (character) => alike.get(character) ?? character);
  return Array.from(
    name.normalize('NFKC').replace(invisible, ''),
    (character) => alike.get(character) ?? character,
  ).join('');
}

// Shows the characters of a name that looks like another name.
function normalizeName(name: string): string {
  return name.replace(/[^\x20-\x7e]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`);
}
