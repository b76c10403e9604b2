#!/usr/bin/env node
import type { Interface } from 'node:readline/promises';
import { setFlagsFromString } from 'node:v8';
import { runCommandLine } from './command-line/run.js';

// This module uses the global `process`: an import of `node:process` opens all three standard streams.
const wrongInput = 2;
const bug = 3;

// V8 would allocate objects as long-lived if most objects from the same place of the code have survived. The code of
// one module survives until it is printed, but nearly all code is written into other code and dropped. Each dropped
// object would keep all to which it refers, until the next complete collection.
setFlagsFromString('--no-allocation-site-pretenuring');

// Tunes V8 for short runs. A run ends before most of V8's optimizations pay off. With V8's default limit for inlined
// code, they take a third of the time. If V8 optimizes a function only after more calls, a run of medium size takes
// another quarter less time.
if (!process.argv.includes('--watch')) {
  const isOld = Number(process.versions.node.split('.')[0]) < 22;
  const patience = isOld ? '--interrupt-budget=400000' : '--invocation-count-for-turbofan=10000';
  for (const flag of ['--max-inlined-bytecode-size-cumulative=100', patience]) setFlagsFromString(flag);
  // A run needs most of its objects until it ends, so complete collections free little. V8 starts the next one only at
  // ten times the size of the heap after the last one. It then marks all objects at once: steps take longer together,
  // and nothing waits for a short pause.
  for (const flag of ['--heap-growing-percent=900', '--no-incremental-marking']) setFlagsFromString(flag);
}

// A reader of the output can stop reading, as in `lacuna check | head -1`.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

async function readInput(mostBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of process.stdin) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > mostBytes) break;
  }
  return Buffer.concat(chunks);
}

/**
 * Returns whether findings have colours. They do on a terminal, unless environment variables say otherwise.
 * `FORCE_COLOR` has precedence, as in Node.
 */
function needsColours(): boolean {
  const { FORCE_COLOR: forced, NO_COLOR: refused, TERM: terminal } = process.env;
  if (forced !== undefined) return !['0', 'false'].includes(forced);
  return process.stderr.isTTY === true && !refused && terminal !== 'dumb';
}

let answers: Interface | undefined;
let lines: AsyncIterator<string> | undefined;

// All questions share one reader, so that it keeps lines that are typed early. At the end of the input, there is no
// answer.
async function ask(question: string): Promise<string | undefined> {
  process.stderr.write(question);
  if (!lines) {
    const { createInterface } = await import('node:readline/promises');
    answers = createInterface({ input: process.stdin });
    lines = answers[Symbol.asyncIterator]();
  }
  const { value, done } = await lines.next();
  return done ? undefined : value;
}

/** Returns the current folder. Ends the program if that folder was removed. */
function getFolder(): string {
  try {
    return process.cwd();
  } catch {
    process.stderr.write(
      'error: the current folder was removed; change to a folder that exists, and run lacuna there\n',
    );
    return process.exit(wrongInput);
  }
}

runCommandLine(process.argv.slice(2), {
  folder: getFolder(),
  colours: needsColours(),
  isInteractive: process.stderr.isTTY === true,
  isScreen: process.stdout.isTTY === true,
  readInput,
  // Node opens standard input when it is first used, so it comes last.
  ...(process.stderr.isTTY === true && process.stdin.isTTY === true && { ask }),
  onInterrupt: (end) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
    return () => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, end);
    };
  },
  print: (text) => process.stdout.write(text),
  printError: (text) => process.stderr.write(text),
})
  .finally(() => answers?.close())
  .then(
    (code) => {
      process.exitCode = code;
    },
    (error: unknown) => {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      process.stderr.write(`lacuna has a bug; please report it with the description and this text:\n${text}\n`);
      process.exitCode = bug;
    },
  );
