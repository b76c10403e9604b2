import { Worker } from 'node:worker_threads';
import { type EncodeParts, encodeParts } from '../model/encode-parts.js';
import { packageFolder } from '../package-files.js';
import type { FileHashes } from './describe-file.js';

/** Modules, one after the other, in memory that both threads share. */
export interface SharedModules {
  readonly memory: SharedArrayBuffer;
  /** The end of each module in the memory. */
  readonly ends: readonly number[];
}

interface Block extends SharedModules {
  readonly bytes: Buffer;
  readonly ends: number[];
  readonly modules: Buffer[];
}

// The bytes of a block. The thread receives it when it is full.
const blockLength = 1_048_576;

// The full blocks before the thread starts. Its start takes about as long as the hashes of four blocks, and it needs some
// time for those before it has caught up.
const mostWaiting = 8;

// The thread runs JavaScript, so it needs the built module even if this module runs from its source.
const program = new URL('dist/output/run-hashing.js', packageFolder);

/**
 * Hashes modules in another thread while further modules are emitted. The hashes of a large output take as long as
 * writing its files. A small output has no thread. If the system allows no thread, there are no hashes.
 */
export class HashingThread {
  readonly #hashes = new Map<Uint8Array, FileHashes>();
  /** The blocks whose hashes are not known. The last one is not full. */
  readonly #blocks: Block[] = [];
  #sentCount = 0;
  #thread: Worker | undefined;
  #isLost = false;
  #onEnd: () => void = () => undefined;

  /** Encodes a module into memory that the thread reads. */
  readonly encode: EncodeParts = (parts) => {
    const module = encodeParts(parts, (length) => this.#allocate(length));
    const block = this.#blocks.at(-1);
    if (block && module.buffer === block.memory) {
      block.modules.push(module);
      block.ends.push(module.byteOffset + module.length);
    }
    return module;
  };

  /** Resolves with the hashes of modules by their bytes. */
  async finish(): Promise<ReadonlyMap<Uint8Array, FileHashes>> {
    if (!this.#thread) return this.#hashes;
    this.#send(this.#thread);
    this.#thread.ref();
    await new Promise<void>((done) => {
      this.#onEnd = done;
      this.#endIfComplete();
    });
    return this.#hashes;
  }

  /** Ends the thread. */
  close(): void {
    void this.#thread?.terminate();
  }

  #allocate(length: number): Buffer {
    const last = this.#blocks.at(-1);
    const end = last?.ends.at(-1) ?? 0;
    if (last && last.bytes.length - end >= length) return last.bytes.subarray(end, end + length);
    if (this.#blocks.length >= mostWaiting && !this.#isLost) this.#thread ??= this.#start();
    if (this.#thread) this.#send(this.#thread);
    const memory = new SharedArrayBuffer(Math.max(blockLength, length));
    const bytes = Buffer.from(memory);
    this.#blocks.push({ memory, bytes, ends: [], modules: [] });
    return bytes.subarray(0, length);
  }

  #send(thread: Worker): void {
    for (const { memory, ends } of this.#blocks.slice(this.#sentCount))
      thread.postMessage({ memory, ends } satisfies SharedModules);
    this.#sentCount = this.#blocks.length;
  }

  // The thread does not need the options of the process, such as modules that Node loads first.
  #start(): Worker | undefined {
    try {
      const thread = new Worker(program, { execArgv: [], env: {} });
      thread.unref();
      thread.on('message', (hashes: readonly FileHashes[]) => this.#take(hashes));
      for (const event of ['error', 'exit']) thread.once(event, () => this.#lose());
      return thread;
    } catch {
      // Node's permissions can forbid threads.
      this.#lose();
      return undefined;
    }
  }

  #lose(): void {
    this.#isLost = true;
    this.#onEnd();
  }

  #take(hashes: readonly FileHashes[]): void {
    const block = this.#blocks.shift();
    this.#sentCount--;
    block?.modules.forEach((module, index) => {
      const found = hashes[index];
      if (found) this.#hashes.set(module, found);
    });
    this.#endIfComplete();
  }

  #endIfComplete(): void {
    if (this.#blocks.length === 0 || this.#isLost) this.#onEnd();
  }
}
