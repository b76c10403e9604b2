// Starts the programs that a benchmark or a soak measures, and exchanges messages with them.
import { spawn, spawnSync } from 'node:child_process';
import os from 'node:os';
import process from 'node:process';

export const canPin = os.cpus().length > 1 && spawnSync('taskset', ['-c', '1', 'true']).status === 0;

/** Starts Node with arguments on one core. Its output goes to the output of this program. */
export function start(args, core, env = {}) {
  const command = [process.execPath, ...args];
  const [program, ...rest] = canPin ? ['taskset', '-c', String(core), ...command] : command;
  return spawn(program, rest, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], env: { ...process.env, ...env } });
}

/**
 * Sends a message to a program, if there is one. Resolves with the program's next message. Rejects if the program ends.
 */
export const ask = (child, message) =>
  new Promise((done, fail) => {
    const end = () => fail(new Error('the program ended'));
    child.once('exit', end).once('message', (answer) => {
      child.off('exit', end);
      done(answer);
    });
    if (message) child.send(message);
  });
