import { findNearestName } from '../../diagnostics/nearest-name.js';
import { buildChildOrigin } from '../../diagnostics/origin.js';
import type { Operation, Pagination, Parameter } from '../../model/operation.js';
import { readExtension } from '../items/extensions.js';
import { omitUndefinedMembers } from '../node.js';
import type { ObjectReader } from '../object-reader.js';

/**
 * Returns the operation with the places of the parameters and fields of its pages (`x-pagination`), if it declares
 * them.
 */
export function readPagination(reader: ObjectReader<'Operation Object'>, operation: Operation): Operation {
  const written = readExtension(reader, 'x-pagination');
  if (!written) return operation;
  const { parameters, response } = written;
  const find = (field: 'page' | 'limit'): Parameter | undefined => {
    const name = parameters[field];
    return name === undefined ? undefined : findParameter(reader, operation, field, name);
  };
  const pagination: Pagination = {
    ...omitUndefinedMembers({ page: find('page'), limit: find('limit'), total: response.total }),
    ...omitUndefinedMembers({ pageField: response.page, limitField: response.limit }),
    items: response.items,
    written,
  };
  return { ...operation, pagination };
}

function findParameter(
  reader: ObjectReader<'Operation Object'>,
  operation: Operation,
  field: string,
  name: string,
): Parameter | undefined {
  const parameter = operation.parameters.find((one) => one.writtenName === name);
  if (parameter) return parameter;
  const names = operation.parameters.map((one) => one.writtenName);
  const place = buildChildOrigin(reader.at('x-pagination'), 'parameters', field);
  reader.context.report('pagination-unknown-parameter', place, { name, likely: findNearestName(name, names) });
  return undefined;
}
