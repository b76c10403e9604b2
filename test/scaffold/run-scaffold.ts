import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { runCommandLine } from '../../src/command-line/run.js';
import { makeFolder } from '../make-folder.js';

/** An operation in the form in which tests write it. */
export interface WrittenOperation {
  readonly id?: string;
  readonly tags?: readonly string[];
  readonly [keyword: string]: unknown;
}

/** A project in its own folder, with a description, its output and handlers. */
export class UserProject {
  readonly folder: string;

  /** By default, the folder is removed after the test. */
  constructor(folder: string = makeFolder({})) {
    this.folder = folder;
    this.write('package.json', '{ "type": "module" }');
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  }

  /**
   * Writes the description. `operations` contains operations by method and path, such as `GET /pets`. `members` are the
   * other members of the root.
   */
  describe(operations: { readonly [key: string]: WrittenOperation }, members: object = {}): void {
    const paths: Record<string, Record<string, object>> = {};
    for (const [key, { id, ...operation }] of Object.entries(operations)) {
      const [method = '', path = ''] = key.split(' ');
      const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
        name,
        in: 'path',
        required: true,
        schema: { type: 'string' },
      }));
      const responses = { 200: { description: 'Fine.' } };
      paths[path] = {
        ...paths[path],
        ...(parameters.length > 0 && { parameters }),
        [method.toLowerCase()]: { ...(id !== undefined && { operationId: id }), responses, ...operation },
      };
    }
    const api = { openapi: '3.1.0', info: { title: 'Pets', version: '1' }, paths, ...members };
    this.write('openapi.json', JSON.stringify(api));
  }

  write(file: string, text: string | Uint8Array): void {
    mkdirSync(dirname(join(this.folder, file)), { recursive: true });
    writeFileSync(join(this.folder, file), text);
  }

  read(file: string): string {
    return readFileSync(join(this.folder, file), 'utf8');
  }

  /** Runs the program on the description and `src/api`. Returns its output and its exit code. */
  run(command: string, ...flags: string[]): Promise<{ code: number; printed: string }> {
    return this.runWith(command, '--spec', 'openapi.json', '--out', 'src/api', ...flags);
  }

  runWith(...argv: string[]): Promise<{ code: number; printed: string }> {
    return runIn(this.folder, argv);
  }

  /** Generates the server and scaffolds. Returns the output of `scaffold`. */
  async scaffold(...flags: string[]): Promise<string> {
    const { code, printed } = await this.run('generate', '--only', 'server');
    if (code !== 0) throw new Error(printed);
    return (await this.run('scaffold', ...flags)).printed;
  }
}

/** The result of a run of the program. */
interface Ran {
  readonly code: number;
  /** Everything that it printed. */
  readonly printed: string;
  /** The findings and errors that it printed. */
  readonly errors: string;
}

/** Runs the program in a folder. `isScreen` is whether it prints to a terminal. */
export async function runIn(folder: string, argv: readonly string[], isScreen = false): Promise<Ran> {
  let printed = '';
  let errors = '';
  const print = (text: string): void => {
    printed += text;
  };
  const printError = (text: string): void => {
    errors += text;
    print(text);
  };
  const code = await runCommandLine(argv, {
    folder,
    colours: false,
    isInteractive: false,
    isScreen,
    print,
    printError,
  });
  return { code, printed, errors };
}
