import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Diagnostics } from '../../src/diagnostics/diagnostic.js';
import type { DocumentMemory, Reference } from '../../src/document/document.js';
import { readDocument } from '../../src/document/read-document.js';
import type { Api } from '../../src/model/api.js';
import { buildApi } from '../../src/model-builder/api.js';
import type { ModelMemory } from '../../src/model-builder/context.js';
import { makeFolder } from '../make-folder.js';

interface Built {
  /** The model. Absent if there are errors. */
  readonly api: Api | undefined;
  readonly diagnostics: Diagnostics;
  readonly references: readonly Reference[];
}

/** Builds the model of `api.json` after each change of the file, as a watch does. */
export class Builds {
  readonly #folder = makeFolder({});
  readonly #read: DocumentMemory = { files: new Map(), walks: new Map() };
  readonly #memory: ModelMemory = { schemas: {} };

  write(name: string, text: string): void {
    writeFileSync(join(this.#folder, name), text);
  }

  /** Builds the model with the schemas of the last build. */
  build(): Built {
    return this.#build(this.#read, this.#memory);
  }

  buildAnew(): Built {
    return this.#build(undefined, undefined);
  }

  #build(read: DocumentMemory | undefined, memory: ModelMemory | undefined): Built {
    const diagnostics = new Diagnostics();
    const document = readDocument(join(this.#folder, 'api.json'), diagnostics, {}, { memory: read });
    const api = document && !diagnostics.hasErrors ? buildApi(document, diagnostics, { memory }) : undefined;
    return { api: diagnostics.hasErrors ? undefined : api, diagnostics, references: document?.references ?? [] };
  }
}
