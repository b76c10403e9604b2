import { expect, test } from 'vitest';
import { Libraries } from './libraries.js';
import { UserCode } from './user-code.js';

test('runs that share parsed files each read their own texts, even if these have the same length', () => {
  const libraries = new Libraries();
  const path = '/project/src/handlers/index.ts';
  const texts = ['const listPets = 1;', 'let other = 10000;;'];
  const read = texts.map((text) => {
    const file = { path, text, bytes: Buffer.from(text), hasMark: false, isLink: false };
    const code = new UserCode(
      '/project/src/api',
      { files: new Map([[path, file]]), data: [], packages: new Map() },
      libraries,
    );
    code.open(path);
    code.setContract([]);
    return code.files.get(path)?.text;
  });
  expect(read).toEqual(texts);
});
