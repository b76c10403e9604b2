import type { KeywordSchema } from '../../model/schema.js';
import type { SubschemaKeyword } from '../../model/walk-schemas.js';
import type { Draft } from '../node.js';

/** What a schema says about itself rather than about values. */
const ownMembers: ReadonlySet<string> = new Set<keyof KeywordSchema>([
  'kind',
  'origin',
  'notShown',
  'source',
  'component',
  'definition',
  'identifier',
  'resource',
  'dynamicAnchor',
  'title',
  'description',
  'comment',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  'externalDocs',
  'xml',
  'transitions',
]);

/** Tells whether a schema says anything about values beside one keyword; a discriminator only helps to tell alternatives apart. */
export function saysMoreThan(schema: KeywordSchema, keyword: SubschemaKeyword): boolean {
  const member = keyword === '$ref' ? 'ref' : keyword === '$dynamicRef' ? 'dynamicRef' : keyword;
  return Object.keys(schema).some((name) => !ownMembers.has(name) && name !== member && name !== 'discriminator');
}

/** Lets a schema that is nothing but a reference have what its target says instead, alternatives left out. */
export function takeOver(schema: KeywordSchema, target: KeywordSchema): void {
  const draft: Draft<KeywordSchema> = schema;
  delete draft.ref;
  const { anyOf: _anyOf, oneOf: _oneOf, discriminator: _discriminator, ...rest } = target;
  const said = Object.entries(rest).filter(([name]) => !ownMembers.has(name));
  Object.assign(draft, Object.fromEntries(said));
}
