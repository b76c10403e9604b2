import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import process from 'node:process';

/** What a program printed on a terminal, and its exit code. */
interface Session {
  readonly code: number | null;
  readonly text: string;
}

/**
 * Runs `lacuna` on a pseudo-terminal, by `script` of util-linux, and types each answer once its question appears. An answer
 * that is not asked for is not typed.
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
