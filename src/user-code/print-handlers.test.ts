import { expect, test } from 'vitest';
import { code, importValue } from '../typescript/code.js';
import { TsFile } from '../typescript/ts-file.js';
import { printJavaScript } from './print-handlers.js';

const long = 'operation'.repeat(13);

function buildHandlers(): TsFile {
  const file = new TsFile('handlers/pets');
  const first = importValue('api/first', 'call');
  const second = importValue('api/second', 'call');
  file.addConstant({
    name: 'getPet',
    doc: 'Returns a pet.',
    type: code`A['getPet']`,
    value: code`[${first}, ${second}]`,
  });
  file.addConstant({ name: long, type: code`A<{ b: 1 }>['${long}']`, value: code`{}` });
  return file;
}

test('a module has types only in comments, even if a line is long', () => {
  expect(printJavaScript(buildHandlers().buildStatements('js'), 'import')).toBe(`import { call } from '../api/first.js';
import { call as callFromSecond } from '../api/second.js';

/** Returns a pet. */
/** @type {A['getPet']} */
export const getPet = [call, callFromSecond];

/**
 * @type {A<{ b: 1
 * }>['${long}']}
 */
export const ${long} = {};
`);
});

test('a CommonJS module uses require and exports, and has no import', () => {
  expect(
    printJavaScript(buildHandlers().buildStatements('js'), 'require'),
  ).toBe(`const { call } = require('../api/first.js');
const { call: callFromSecond } = require('../api/second.js');

/** Returns a pet. */
/** @type {A['getPet']} */
exports.getPet = [call, callFromSecond];

/**
 * @type {A<{ b: 1
 * }>['${long}']}
 */
exports.${long} = {};
`);
});
