import type { Operation } from '../../model/api.js';
import { isError } from '../../model/api.js';
import { printExactJson } from '../../model/print-json.js';
import { UniqueNames } from '../../model/unique-names.js';
import { joinCamel, splitWords } from '../../naming/words.js';
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
export function addErrorForms(file: TsFile, { api, plans }: EmitInput): ErrorFormsOf {
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
  const taken = new UniqueNames();
  const constants = new Map<string, string>();
  const declare = (
    key: string,
    wanted: string,
    constant: Omit<Parameters<TsFile['addConstant']>[0], 'name'>,
  ): string => {
    const name = constants.get(key) ?? taken.take(wanted);
    if (!constants.has(key)) file.addConstant({ name, ...constant });
    constants.set(key, name);
    return name;
  };
  const addForm = (form: ErrorForm, wanted: string): string => {
    const type = code`${importRuntimeType('server/refusal', 'ErrorForm')}`;
    return declare(printExactJson(form), wanted, { local: true, type, value: printForm(form) });
  };
  return (operation) => {
    const other = usual ? addForm(usual, 'usualErrorForm') : undefined;
    const rows = answered.flatMap((status) => {
      const declared = operation && findResponse(responsesOf(operation), status);
      const forms = declared ? listForms(declared).map((form) => addForm(form, nameForm(form))) : [];
      return forms.filter((form) => form !== other).map((form) => [String(status), form] as const);
    });
    const subject = rows.length === 0 ? 'usual' : nameStatuses(rows.map(([status]) => status));
    const name = declare(`${other} ${rows.join(' ')}`, `${subject}Errors`, {
      doc: 'The form of each error by its status, and of all other errors.',
      type: code`${importRuntimeType('server/refusal', 'ErrorForms')}`,
      value: printObject([['other', other ?? importRuntimeValue('server/refusal', 'problemForm')], ...rows]),
    });
    return importValue(file.module, name);
  };
}

// Names a form by the first members of its body.
function nameForm({ members }: ErrorForm): string {
  const name = joinCamel(members.slice(0, 3).flatMap((member) => splitWords(member.name)));
  return /^[a-z]\w{1,40}$/.test(name) ? `${name}Form` : 'errorForm';
}

/** Returns the start of the name of a value for some statuses: `status200_404`, or `status200_400_to_500` for many. */
export function nameStatuses(statuses: readonly (number | string)[]): string {
  const [first, second] = statuses;
  return `status${(statuses.length > 5 ? [first, second, 'to', statuses.at(-1)] : statuses).join('_')}`;
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
