import { resolve } from 'node:path';
import { parse } from 'yaml';

const ruleFields = ['rules', 'oas3_0Rules', 'oas3_1Rules', 'oas3_2Rules'];

/**
 * Lists the rules that the text of a `redocly.yaml` in `folder` sets by name, for every API or for the one whose root
 * is `spec`. Does not list rules that come from `extends`. Returns no rules for a text that cannot be parsed, because
 * Redocly reports that.
 */
export function listOwnRules(text: string, folder: string, spec: string): Set<string> {
  const config = readConfig(text);
  const apis = Object.values(getMembers(config['apis'])).map(getMembers);
  const own = apis.filter(({ root }) => typeof root === 'string' && resolve(folder, root) === spec);
  return new Set(
    [config, ...own].flatMap((part) => ruleFields.flatMap((field) => Object.keys(getMembers(part[field])))),
  );
}

function readConfig(text: string): { readonly [name: string]: unknown } {
  try {
    return getMembers(parse(text));
  } catch {
    return {};
  }
}

function getMembers(value: unknown): { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
