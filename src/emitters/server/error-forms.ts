import type { Operation } from '../../model/api.js';
import { printExactJson } from '../../model/print-json.js';
import { UniqueNames } from '../../model/unique-names.js';
import {
  type Code,
  code,
  encodeJson,
  encodePropertyKey,
  encodeString,
  importValue,
  printObject,
  type Reference,
} from '../../typescript/code.js';
import type { TsFile } from '../../typescript/ts-file.js';
import type { ResponsePlan } from '../../wire/plan.js';
import type { EmitInput } from '../emitter.js';
import { importRuntimeType, importRuntimeValue } from '../runtime-references.js';
import { findIdentifier } from './contract.js';
import { type ErrorForm, type ErrorValue, findErrorForm, type KnownForms } from './error-form.js';

/**
 * Returns a reference to the error forms of an operation. For `undefined`, refers to the forms of errors outside
 * operations.
 */
type ErrorFormsOf = (operation: Operation | undefined) => Reference;

/** The statuses with which the server itself responds after a request has reached an operation. */
const answered = [400, 401, 403, 406, 408, 413, 415, 500, 501];

/**
 * Declares the forms of errors in a module when they are first used. A status has the form that the operation declares
 * for it, or else the most frequent form of all declared errors. If the server can build none of these, errors are
 * `application/problem+json` (RFC 9457). Operations with equal forms share one constant.
 */
export function addErrorForms(file: TsFile, { api, plans, names }: EmitInput): ErrorFormsOf {
  const forms = new FormRegistry(file);
  const responsesOf = (operation: Operation): readonly ResponsePlan[] => plans.get(operation)?.responses ?? [];
  const known = new Map<ResponsePlan, readonly ErrorForm[]>();
  const filled: KnownForms = new Map();
  const listForms = (response: ResponsePlan): readonly ErrorForm[] => {
    const found = known.get(response) ?? [findErrorForm(response.alternatives, filled) ?? []].flat();
    known.set(response, found);
    return found;
  };
  const usual = findMostFrequent(
    api.operations.flatMap((each) => responsesOf(each).filter(isError).flatMap(listForms)),
  );
  const setOf = (operation: Operation | undefined): string => {
    const own = answered.flatMap((status) => {
      const declared = operation && findResponse(responsesOf(operation), status);
      return declared ? listForms(declared).map((form) => [status, form] as const) : [];
    });
    return forms.addSet(usual, own, operation ? findIdentifier(operation, names) : 'usual');
  };
  return (operation) => importValue(file.module, setOf(operation));
}

type StatusForm = readonly [status: number, form: ErrorForm];

/** Declares each form and each set of forms once. */
class FormRegistry {
  readonly #file: TsFile;
  readonly #forms = new Map<string, string>();
  readonly #sets = new Map<string, string>();
  // An operation may have the name `usual`.
  readonly #names = new UniqueNames();

  constructor(file: TsFile) {
    this.#file = file;
  }

  /** `user` is the operation that uses the set. It becomes a part of the names of new constants. */
  addSet(usual: ErrorForm | undefined, own: readonly StatusForm[], user: string): string {
    const other = usual ? this.#addForm(usual, 'usualErrorForm') : undefined;
    const rows = own
      .map(([status, form]) => [status, this.#addForm(form, `${user}${status}Form`)] as const)
      .filter(([, name]) => name !== other);
    const key = `${other} ${rows.join(' ')}`;
    const known = this.#sets.get(key);
    if (known !== undefined) return known;
    const name = this.#names.take(`${user}Errors`);
    this.#sets.set(key, name);
    this.#file.addConstant({
      name,
      doc: 'The form of each error by its status, and of all other errors.',
      type: code`${importRuntimeType('server/refusal', 'ErrorForms')}`,
      value: printObject([
        ['other', other ?? importRuntimeValue('server/refusal', 'problemForm')],
        ...rows.map(([status, form]) => [String(status), form] as const),
      ]),
    });
    return name;
  }

  #addForm(form: ErrorForm, wanted: string): string {
    const key = printExactJson(form);
    const known = this.#forms.get(key);
    if (known !== undefined) return known;
    const name = this.#names.take(wanted);
    this.#forms.set(key, name);
    this.#file.addConstant({
      name,
      local: true,
      type: code`${importRuntimeType('server/refusal', 'ErrorForm')}`,
      value: printForm(form),
    });
    return name;
  }
}

function printForm({ mediaType, members }: ErrorForm): Code {
  const needsCode = members.some(({ value }) => typeof value === 'string' && value !== 'message');
  const body = printObject(members.map(({ name, value }) => [encodePropertyKey(name), printMember(value)]));
  return printObject([
    ['mediaType', encodeString(mediaType)],
    ['body', code`(message${needsCode ? ', code' : ''}) => (${body})`],
  ]);
}

function printMember(value: ErrorValue): Code {
  if (typeof value !== 'string') return code`${encodeJson(value.always)}`;
  switch (value) {
    case 'message':
    case 'code':
      return code`${value}`;
    case 'digits':
      return code`String(code)`;
    case 'name':
      return code`${importRuntimeValue('server/refusal', 'codeNameOf')}(code)`;
    case 'reason':
      return code`${importRuntimeValue('server/refusal', 'reasonOf')}(code)`;
  }
}

function isError({ status }: ResponsePlan): boolean {
  return status === 'default' || /^[45]/.test(String(status));
}

function findResponse(responses: readonly ResponsePlan[], code: number): ResponsePlan | undefined {
  const range = `${Math.floor(code / 100)}XX`;
  const find = (key: number | string): ResponsePlan | undefined => responses.find(({ status }) => status === key);
  return find(code) ?? find(range) ?? find('default');
}

function findMostFrequent(forms: readonly ErrorForm[]): ErrorForm | undefined {
  const counts = new Map<string, { readonly form: ErrorForm; count: number }>();
  for (const form of forms) {
    const key = printExactJson(form);
    const entry = counts.get(key) ?? { form, count: 0 };
    entry.count += 1;
    counts.set(key, entry);
  }
  return [...counts.values()].sort((a, b) => b.count - a.count)[0]?.form;
}
