import { type Change, listChanges } from '../../../changes/list-changes.js';
import type { Api } from '../../../model/api.js';
import { encodeFileName } from '../../../text/encode.js';
import type { Bundle } from '../../emitter.js';
import { type Address, type Addresses, formatItemId, nameAddresses } from './addresses.js';
import { nameOperation } from './build-items.js';
import type { Context } from './context.js';

/** A change with the address of the changed object in the article. A removed object has its former address. */
export type LinkedChange = Change & Address;

/** Lists the changes since a previous description, those that can break callers first. */
export function linkChanges(previous: Api, context: Context, locate: Bundle['locate']): readonly LinkedChange[] {
  const last = nameAddresses(previous, locate);
  return listChanges(previous, context.api).map((change) => {
    const isGone = change.what === 'removed';
    const address = findAddress(change, isGone ? last : context.addresses, isGone);
    if (change.kind !== 'operation') return { ...change, ...address };
    return { ...change, ...address, name: nameOperation(change.value) };
  });
}

const nowhere: Address = { id: '', oldIds: [] };

function findAddress(change: Change, addresses: Addresses, isGone: boolean): Address {
  const { kind, name } = change;
  switch (kind) {
    case 'question':
      return { id: formatItemId(name), oldIds: [] };
    case 'description':
      return { id: 'about', oldIds: [] };
    case 'operation':
      return addresses.operations.get(change.value) ?? nowhere;
    case 'schema':
      return addresses.schemas.get(change.value) ?? { id: `schema-${encodeFileName(name)}`, oldIds: [] };
    case 'tag':
      return addresses.tags.get(name) ?? nowhere;
    case 'security scheme':
      return addresses.schemes.get(name) ?? nowhere;
    case 'server':
      return { id: isGone ? `server-${encodeFileName(name)}` : 'servers', oldIds: [] };
  }
}
