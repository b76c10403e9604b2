import { buildChildOrigin, isSameOrigin, type Origin } from '../diagnostics/origin.js';
import type { Operation } from '../model/api.js';
import { type Element, isObject } from '../model/element.js';
import { getTitle, listFields, type ObjectKind } from '../model/openapi-objects.js';
import { checkExtensions } from './checks/check-extensions.js';
import { checkSchemas } from './checks/check-schemas.js';
import type { CompleteModel, OperationIndex } from './complete.js';
import type { BuildContext } from './context.js';

/** Reports the problems that depend on the whole model. Changes nothing. */
export function checkModel(context: BuildContext, { operations, index, schemas }: CompleteModel): void {
  checkSchemas(context, schemas, operations);
  checkOperationIds(context, operations, index);
  context.reportForeign();
  checkExtensions(context, operations, index);
  checkSources(context, operations);
  checkLookAlikes(context, operations);
  checkUnused(context);
  checkRootSecurity(context, operations);
}

/** Reports operation ids and names of component schemas that look like another one of the description. */
function checkLookAlikes(context: BuildContext, operations: readonly Operation[]): void {
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

/** Reports each `operationId` that an earlier operation already has. */
function checkOperationIds(context: BuildContext, operations: readonly Operation[], index: OperationIndex): void {
  for (const { operationId, origin } of operations) {
    const first = operationId === undefined ? undefined : index.get(operationId);
    if (operationId === undefined || !first || isSameOrigin(first.origin, origin)) continue;
    context.report('repeated-operation-id', buildChildOrigin(origin, 'operationId'), { operationId });
  }
}

/** Reports security requirements at the root that no operation inherits. */
function checkRootSecurity(context: BuildContext, operations: readonly Operation[]): void {
  const { rootSecurity, document } = context;
  if (operations.length === 0 || rootSecurity.length === 0) return;
  if (operations.some(({ security }) => security === rootSecurity)) return;
  context.report('overridden', { file: document.entry, pointer: '/security' }, { keyword: 'security' }, 'key');
}

/**
 * Checks that each operation, component schema and component response names the section of the documentation that it
 * restates. Applies only if the description names a source anywhere.
 */
function checkSources(context: BuildContext, operations: readonly Operation[]): void {
  if (!context.hasSources) return;
  const report = (object: ObjectKind, elements: readonly Element[]): void => {
    for (const { origin, source } of elements)
      if (source.length === 0) context.report('source-missing', origin, { object }, 'key');
  };
  report('Operation Object', operations);
  const components = context.schemas.list.filter((one) => one.kind !== 'boolean' && one.component !== undefined);
  report('Schema Object', components);
  report('Response Object', context.componentResponses);
}

// Schemas are absent, because an unused schema still has a type. Security schemes are absent, because a client can
// still be asked for their credentials.
const sections: ReadonlyMap<string, ObjectKind> = new Map(
  listFields('components').flatMap(({ name, object }) =>
    object && object !== 'schema' && object !== 'securityScheme' ? [[name, getTitle(object)]] : [],
  ),
);
const component = /^\/components\/([^/]+)\/[^/]+/;

/** Reports components that no part of the artifacts uses. Schemas and security schemes are not checked. */
function checkUnused(context: BuildContext): void {
  const { document } = context;
  const root = document.files.get(document.entry)?.value;
  const components = isObject(root) ? root['components'] : undefined;
  if (!isObject(components)) return;
  const used = findUsed(context);
  const place = { file: document.entry, pointer: '/components' };
  for (const [section, object] of sections) {
    const members = components[section];
    if (!isObject(members)) continue;
    for (const name of Object.keys(members)) {
      const origin = buildChildOrigin(place, section, name);
      if (!used.has(origin.pointer)) context.report('unused-component', origin, { name, object }, 'key');
    }
  }
}

/**
 * Returns the pointers of the components that are used, directly or not. `''` means everything outside the components.
 */
function findUsed({ document }: BuildContext): ReadonlySet<string> {
  const holderOf = ({ file, pointer }: Origin): string => {
    if (file !== document.entry || !pointer.startsWith('/components/')) return '';
    const [place = '', section = ''] = component.exec(pointer) ?? [];
    return sections.has(section) ? place : '';
  };
  const targets = new Map<string, Set<string>>();
  for (const { at, target } of document.references) {
    const holder = holderOf(at);
    const known = targets.get(holder) ?? new Set();
    targets.set(holder, known.add(holderOf(target)));
  }
  const used = new Set(['']);
  for (const place of used) for (const target of targets.get(place) ?? []) used.add(target);
  return used;
}
