import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs, { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { hostname } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolder } from '../../test/make-folder.js';
import { lockName } from './journal.js';
import { Lock, type LockRefusal } from './lock.js';

function isLock(lock: Lock | LockRefusal): lock is Lock {
  return lock instanceof Lock;
}

test('one run has a lock at a time, and the next one waits for it', async () => {
  const folder = join(makeFolder({}), 'out');
  const order: string[] = [];
  const hold = async (name: string): Promise<void> => {
    const lock = await Lock.take(folder);
    order.push(`${name} begins`);
    await new Promise((resolve) => setTimeout(resolve, 20));
    order.push(`${name} ends`);
    if (isLock(lock)) lock.release();
  };
  await Promise.all(['a', 'b', 'c'].map(hold));
  expect(order.filter((_, index) => index % 2 === 0).map((line) => line.replace('begins', 'ends'))).toEqual(
    order.filter((_, index) => index % 2 === 1),
  );
  expect(existsSync(folder)).toBe(false);
});

test('one of many waiting runs takes over the lock of a killed process at once', async () => {
  const folder = makeFolder({});
  const child = spawn(process.execPath, ['-e', 'setInterval(() => 0, 1000)']);
  onTestFinished(() => void child.kill('SIGKILL'));
  const text = `${JSON.stringify({ process: child.pid, host: hostname(), run: 'x' })}\n`;
  writeFileSync(join(folder, lockName), text);
  expect(await Lock.take(folder, 50)).toEqual({ holder: String(child.pid) });
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  const locks = await Promise.all([1, 2, 3].map(() => Lock.take(folder, 100)));
  expect(locks.filter(isLock)).toHaveLength(1);
});

const leftLock = `${JSON.stringify({ process: 999_999_999, host: hostname(), run: 'left' })}\n`;

/** Calls `callBack` after each file that is read, until the test ends. */
function watchReads(callBack: () => void): void {
  const { readFileSync: read } = fs;
  const watched = (...values: unknown[]): unknown => {
    try {
      return Reflect.apply(read, fs, values);
    } finally {
      callBack();
    }
  };
  const replace = (by: unknown): void => {
    Object.assign(fs, { readFileSync: by });
    syncBuiltinESMExports();
  };
  onTestFinished(() => replace(read));
  replace(watched);
}

test('a run that takes over the lock of a killed run too slowly leaves the lock of a faster run', async () => {
  const folder = makeFolder({ [lockName]: leftLock });
  const path = join(folder, lockName);
  const faster = `${JSON.stringify({ process: process.pid, host: hostname(), run: 'faster' })}\n`;
  const found: boolean[] = [];
  watchReads(() => {
    if (found.length === 0) {
      rmSync(path);
      writeFileSync(path, faster);
    }
    found.push(existsSync(path));
  });
  expect(await Lock.take(folder, 60)).toEqual({ holder: String(process.pid) });
  expect(found.length).toBeGreaterThan(2);
  expect(found).not.toContain(false);
  expect(readFileSync(path, 'utf8')).toBe(faster);
  expect(readdirSync(folder)).toEqual([lockName]);
});

test('a run that was killed while it took over a lock does not block other runs', async () => {
  const folder = makeFolder({ [lockName]: leftLock, [`${lockName}.old`]: leftLock.replace('left', 'second') });
  const lock = await Lock.take(folder, 0);
  expect(isLock(lock) && lock.isHeld).toBe(true);
  expect(readdirSync(folder)).toEqual([lockName]);
});

test('the lock of another machine is taken over if it shows no sign of life', async () => {
  const folder = makeFolder({ [lockName]: '{"process":1,"host":"elsewhere","run":"x"}\n' });
  const lock = await Lock.take(folder, 30);
  expect(isLock(lock) && lock.isHeld).toBe(true);
  writeFileSync(join(folder, lockName), 'taken over');
  expect(isLock(lock) && lock.isHeld).toBe(false);
  if (isLock(lock)) lock.release();
  expect(readFileSync(join(folder, lockName), 'utf8')).toBe('taken over');
});

test('a lock that is not a file is refused', async () => {
  expect(await Lock.take(makeFolder({ [`${lockName}/x`]: '' }), 10)).toEqual({ holder: 'unknown' });
});

// Node's recursive `mkdirSync` never ends in these folders.
test.runIf(existsSync('/proc/self'))(
  'an error of the system is thrown if nothing can be created in a folder',
  async () => {
    for (const folder of ['/proc/nope', '/proc/nope/deep'])
      expect(await Lock.take(folder, 50)).toEqual({ why: 'the operating system cannot create it there (ENOENT)' });
  },
);
