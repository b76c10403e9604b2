import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { expect, test } from 'vitest';
import { formatArgument } from './show-text.js';

test.each([
  ['api/openapi.yaml', 'api/openapi.yaml'],
  ['my api.yaml', '"my api.yaml"'],
  ['https://a.example/?x=1&y=2', '"https://a.example/?x=1&y=2"'],
  ["it's $HOME", "'it'\\''s $HOME'"],
  ['x\u001b[31m.json', "$'x\\033[31m.json'"],
])('%j', (text, argument) => {
  expect(formatArgument(text)).toBe(argument);
});

const visible = [
  '',
  'a b',
  'é',
  '~x',
  '~',
  'a!b !! !$',
  '`date`',
  '$(date)',
  "it's",
  '"',
  'a\\',
  '*',
  '#x',
  'a;b',
  '{a,b}',
];
const invisible = ['\u001b[31m', 'a\nb', '\t', "'\u0007!!\\x", '\u202e', '\u200b1', '\u2028'];

// `sh` supports `$'…'` only if it implements POSIX.1-2024.
test.each([
  ['sh', [], visible],
  ['bash', ['--norc', '--noprofile'], [...visible, ...invisible]],
  ['bash', ['--norc', '--noprofile', '-i'], [...visible, ...invisible]],
])('%s reads every argument as it was: %j', (shell, flags, texts) => {
  const input = texts.map((text) => `printf '%s\\0' ${formatArgument(text)}\n`).join('');
  const { stdout } = spawnSync(shell, flags, { input, encoding: 'utf8', env: { ...process.env, HISTFILE: '' } });
  expect(stdout.split('\0').slice(0, -1)).toEqual(texts);
});
