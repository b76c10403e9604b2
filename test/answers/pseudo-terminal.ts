import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import process from 'node:process';

/** The output of a program on a terminal, and its exit code. */
interface Session {
  readonly code: number | null;
  readonly text: string;
}

/**
 * Runs `lacuna` on a pseudo-terminal with `script` of util-linux. Types each answer when its question appears. Does not
 * type an answer without its question.
 */
export function runOnTerminal(
  folder: string,
  argv: readonly string[],
  answers: readonly (readonly [question: string, answer: string])[],
): Promise<Session> {
  const command = [process.execPath, resolve('dist/cli.js'), ...argv].map((word) => `'${word}'`).join(' ');
  const child = spawn('script', ['-qec', command, '/dev/null'], { cwd: folder });
  const waiting = [...answers];
  let [text, seen] = ['', 0];
  child.stdout.on('data', (part: Buffer) => {
    text += part.toString();
    const [question, answer] = waiting[0] ?? [];
    if (question === undefined || !text.slice(seen).includes(question)) return;
    seen = text.length;
    waiting.shift();
    child.stdin.write(`${answer}\n`);
  });
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', (code) => done({ code, text }));
  });
}
