import { join } from 'node:path';
import { Diagnostics } from '../../src/diagnostics/diagnostic.js';
import { readDocument } from '../../src/document/read-document.js';
import type { Api } from '../../src/model/api.js';
import type { KeywordSchema, Schema } from '../../src/model/schema.js';
import { buildApi } from '../../src/model-builder/api.js';
import { makeFolder } from '../make-folder.js';

/** A description that was built, with its findings. */
export interface Built {
  readonly api: Api;
  /** The findings as `code pointer`. */
  readonly findings: readonly string[];
  /** The findings as `code pointer: message`. */
  readonly messages: readonly string[];
}

/** Builds the description in `spec.yaml`, or the description in a text. */
export function buildDescription(files: string | { readonly [path: string]: string }): Built {
  const folder = makeFolder(typeof files === 'string' ? { 'spec.yaml': files } : files);
  const diagnostics = new Diagnostics();
  const document = readDocument(join(folder, 'spec.yaml'), diagnostics);
  if (!document) throw new Error(diagnostics.list.map((one) => one.message).join('\n'));
  const api = buildApi(document, diagnostics);
  return {
    api,
    findings: diagnostics.list.map(({ code, origin }) => `${code} ${origin?.pointer}`),
    messages: diagnostics.list.map(({ code, origin, message }) => `${code} ${origin?.pointer}: ${message}`),
  };
}

/** Returns a component schema that consists of keywords. */
export function component({ api }: Built, name: string): KeywordSchema {
  const schema = api.schemas.find((one) => one.kind === 'keywords' && one.component === name);
  if (schema?.kind !== 'keywords') throw new Error(`no schema ${name}`);
  return schema;
}

/** Returns the place of a schema in its file. */
export function place(schema: Schema | undefined): string | undefined {
  return schema?.origin.pointer;
}
