import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../../test/make-folder.js';
import { Diagnostics } from '../diagnostics/diagnostic.js';
import { hashFile } from '../pipeline/inputs.js';
import { defaultLimits } from './limits.js';
import { findLogoFile, readLogo } from './logo.js';
import { readDocument } from './read-document.js';

const drawing = '<svg xmlns="http://www.w3.org/2000/svg"/>';
const svg = `data:image/svg+xml;base64,${Buffer.from(drawing).toString('base64')}`;
const png = 'data:image/png;base64,AAAA';

test.each<[url: string, source: string | undefined, finding: string | undefined, file: string | undefined]>([
  ['logo.svg', svg, undefined, 'logo.svg'],
  ['./images/The%20Logo.SVG?v=2#a', svg, undefined, 'images/The Logo.SVG'],
  [png, png, undefined, undefined],
  ['data:text/html;base64,AAAA', undefined, 'logo-not-embedded', undefined],
  ['https://a.invalid/logo.svg', undefined, 'logo-not-embedded', undefined],
  ['//a.invalid/logo.svg', undefined, 'logo-not-embedded', undefined],
  ['file:///etc/hostname', undefined, 'logo-not-embedded', undefined],
  ['../outside.svg', undefined, 'logo-not-embedded', undefined],
  ['/etc/logo.svg', undefined, 'logo-not-embedded', undefined],
  ['link.svg', undefined, 'logo-not-embedded', undefined],
  ['absent.svg', undefined, 'logo-not-embedded', 'absent.svg'],
  ['folder.svg', undefined, 'logo-not-embedded', 'folder.svg'],
  ['spec.json', undefined, 'logo-not-embedded', 'spec.json'],
  ['large.svg', undefined, 'file-size-limit', 'large.svg'],
  ['%E0.svg', undefined, 'logo-not-embedded', '%E0.svg'],
  ['a%00.svg', undefined, 'logo-not-embedded', 'a\0.svg'],
  [`${'a'.repeat(5000)}.svg`, undefined, 'logo-not-embedded', `${'a'.repeat(5000)}.svg`],
])('the logo %j', (url, source, finding, file) => {
  const spec = { openapi: '3.1.0', info: { title: 'T', version: '1', 'x-logo': { url, altText: 'A' } }, paths: {} };
  const folder = makeFolder({
    'outside.svg': drawing,
    'api/spec.json': JSON.stringify(spec),
    'api/logo.svg': drawing,
    'api/images/The Logo.SVG': drawing,
    'api/large.svg': `${drawing}${' '.repeat(2000)}`,
  });
  mkdirSync(join(folder, 'api/folder.svg'));
  symlinkSync(join(folder, 'outside.svg'), join(folder, 'api/link.svg'));
  const diagnostics = new Diagnostics();
  const document = readDocument(join(folder, 'api/spec.json'), diagnostics);
  expect(document && readLogo(document, { ...defaultLimits, fileBytes: 1000 }, diagnostics)).toEqual(
    source === undefined ? undefined : { source, text: 'A' },
  );
  expect(diagnostics.list.map(({ code }) => code)).toEqual(finding === undefined ? [] : [finding]);
  // The file that a run records and watches.
  const path = document && findLogoFile(document);
  expect(path).toBe(file === undefined ? undefined : join(document?.folder ?? '', file));
  expect(hashFile(path ?? '', { limits: { ...defaultLimits, fileBytes: 1000 } })).toMatch(/^(?:\w{16})?$/);
});

test('a logo may be below the root', () => {
  const spec = { openapi: '3.1.0', info: { title: 'T', version: '1', 'x-logo': { url: '../logo.svg' } }, paths: {} };
  const folder = makeFolder({ 'logo.svg': drawing, 'api/spec.json': JSON.stringify(spec) });
  const diagnostics = new Diagnostics();
  const document = readDocument(join(folder, 'api/spec.json'), diagnostics, {}, { root: folder });
  expect(document && readLogo(document, defaultLimits, diagnostics)).toEqual({ source: svg, text: '' });
});
