import type { Parameter } from '../../model/operation.js';
import { nameIterators } from '../../naming/derived-names.js';
import type { OperationNames } from '../../naming/names.js';
import { type Code, code, joinCode } from '../../typescript/code.js';
import { encodeJson, encodeMemberAccess, encodeString } from '../../typescript/encode.js';
import type { TsFile } from '../../typescript/ts-file.js';
import type { OperationPlan } from '../../wire/plan.js';
import { importRuntimeType, importRuntimeValue } from '../runtime-references.js';

/**
 * Declares the iterators over the pages and items of a paginated operation (`x-pagination`). They are separate, so that
 * bundlers can remove them.
 */
export function addIterators(file: TsFile, plan: OperationPlan, own: OperationNames, args: Code): void {
  const { pagination } = plan.operation;
  if (!pagination?.page) return;
  const [pages, all] = nameIterators(own.identifier);
  const body = code`${own.type}Success['body']`;
  const list = code`NonNullable<${body}[${encodeString(pagination.items)}]>`;
  const paginate = importRuntimeType('client-pages', 'Paginate');
  file.addConstant({
    name: pages,
    doc: `Iterates over the pages of \`${own.identifier}\`, beginning with the page in the arguments.`,
    type: code`${importRuntimeType('client-pages', 'Pages')}<${args}, ${body}>`,
    value: code`/* @__PURE__ */ ${importRuntimeValue('client-pages', 'definePages')}(${own.identifier}, {\n${printFields(plan, own)}\n})`,
  });
  file.addConstant({
    name: all,
    doc: `Iterates over the items of all pages of \`${own.identifier}\`, beginning with the page in the arguments.`,
    type: code`${paginate}<${args}, ${list}[number]>`,
    value: code`/* @__PURE__ */ ${importRuntimeValue('client-pages', 'defineItems')}(${pages}, (body) => body${encodeMemberAccess(pagination.items)})`,
  });
}

function printFields({ operation, parameters }: OperationPlan, own: OperationNames): Code {
  const { pagination } = operation;
  if (!pagination?.page) return code``;
  const argument = (parameter: Parameter): string => encodeString(own.parameters.get(parameter) ?? '');
  const standard = (parameter: Parameter): string | undefined => {
    const value = parameters.find((plan) => plan.parameter === parameter)?.default;
    return typeof value === 'number' ? encodeJson(value) : undefined;
  };
  const { page, limit, items, total, pageField, limitField } = pagination;
  const lines: string[] = [`page: [${argument(page)}, ${standard(page) ?? '1'}]`];
  if (limit) lines.push(`limit: [${[argument(limit), standard(limit) ?? []].flat().join(', ')}]`);
  for (const [key, field] of Object.entries({ items, total, pageField, limitField })) {
    if (field !== undefined) lines.push(`${key}: ${encodeString(field)}`);
  }
  return joinCode(
    lines.map((line) => `  ${line},`),
    '\n',
  );
}
