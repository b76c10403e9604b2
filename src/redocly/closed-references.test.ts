import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Diagnostics } from '../diagnostics/diagnostic.js';
import { renderReference } from './render-reference.js';

test('a reference inside an example adds no file to the page', async () => {
  const secret = join(tmpdir(), 'lacuna-secret.json');
  writeFileSync(secret, '{ "word": "never-to-be-shown" }');
  onTestFinished(() => rmSync(secret));
  const example = { $ref: '../lacuna-secret.json' };
  const description = {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: {
      '/a': {
        get: {
          responses: {
            200: { description: 'Fine', content: { 'application/json': { example, schema: { default: example } } } },
          },
        },
      },
    },
  };
  const diagnostics = new Diagnostics();
  const page = await renderReference(description, String, 60, diagnostics);
  expect(diagnostics.list).toEqual([]);
  expect(page?.script.join('')).toContain('lacuna-secret.json');
  expect(JSON.stringify(page)).not.toContain('never-to-be-shown');
});
