import { cpSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { generate } from '../../src/index.js';
import type { ArtifactKind } from '../../src/model/artifact.js';
import { emit } from '../load-output.js';

/**
 * Generates the server of a description, or other artifacts, into a new folder. Returns the folder. Throws the findings
 * if there are errors.
 */
export async function generateServer(
  spec: string,
  only: readonly ArtifactKind[] = ['server'],
  settings: { readonly int64?: 'number' | 'bigint' } = {},
): Promise<string> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'lacuna-server-')));
  cpSync(spec, join(folder, 'openapi.yaml'));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const run = await generate({ folder, spec: 'openapi.yaml', out: 'api', only, emit, ...settings });
  if (run.written) return folder;
  removeFolder(folder);
  throw new Error(run.diagnostics.list.map(({ message }) => message).join('\n'));
}

/** Removes a folder that `generateServer` made. */
export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

/** A response as a caller receives it. */
export interface Answer {
  readonly code: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: string;
}

/** Sends a request with exactly this target. Returns the whole response. */
export function send(
  url: string,
  method: string,
  target: string,
  headers: Record<string, string> = {},
  body?: string | Uint8Array,
): Promise<Answer> {
  return new Promise((done, fail) => {
    const outgoing = request(url, { method, path: target, headers, agent: false }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', fail);
      incoming.on('end', () =>
        done({ code: incoming.statusCode ?? 0, headers: incoming.headers, body: Buffer.concat(chunks).toString() }),
      );
    });
    outgoing.on('error', fail);
    outgoing.end(body);
  });
}
