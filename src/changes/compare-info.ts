import type { Api, Info, Tag } from '../model/api.js';
import { compareFacts, type Detail, type Facts, listTextChange, neither } from './change-details.js';

/** Compares what a description says about the whole API. The list of changes names the version in its heading. */
export function compareInfo(last: Api, now: Api): Detail[] {
  const pick = ({ info: { summary, description }, externalDocs }: Api): unknown => [summary, description, externalDocs];
  return [...compareFacts(listInfoFacts(last.info), listInfoFacts(now.info)), ...listTextChange(pick(last), pick(now))];
}

function listInfoFacts({ title, termsOfService, contact, license }: Info): Facts {
  const join = (...parts: readonly (string | undefined)[]): string | undefined =>
    [...new Set(parts)].filter((part) => part !== undefined).join(', ') || undefined;
  return [
    ['title', title, neither],
    ['contact', join(contact?.name, contact?.url, contact?.email), neither],
    ['licence', join(license?.name, license?.identifier, license?.url), neither],
    ['terms of service', termsOfService, neither],
  ];
}

/** Compares the texts of a tag. */
export function compareTags(last: Tag | undefined, now: Tag | undefined): Detail[] {
  const pick = (tag: Tag | undefined): unknown => [tag?.summary, tag?.description, tag?.externalDocs, tag?.parent];
  return listTextChange(pick(last), pick(now));
}
