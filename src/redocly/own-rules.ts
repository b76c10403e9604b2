import { resolve } from 'node:path';

const ruleFields = ['rules', 'oas3_0Rules', 'oas3_1Rules', 'oas3_2Rules'];

/**
 * Lists the rules that the value of a `redocly.yaml` in `folder` sets by name, for every API or for the one whose root
 * is `spec`. Does not list rules that come from `extends`.
 */
export function listOwnRules(value: unknown, folder: string, spec: string): Set<string> {
  const config = getMembers(value);
  const apis = Object.values(getMembers(config['apis'])).map(getMembers);
  const own = apis.filter(({ root }) => typeof root === 'string' && resolve(folder, root) === spec);
  return new Set(
    [config, ...own].flatMap((part) => ruleFields.flatMap((field) => Object.keys(getMembers(part[field])))),
  );
}

function getMembers(value: unknown): { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
