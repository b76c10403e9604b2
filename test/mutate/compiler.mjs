import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import process from 'node:process';
import ts from 'typescript-6';

/** Checks the types of changed modules of `src/` as `npm run typecheck` does, but only in the changed module. */
export class Compiler {
  #versions = new Map();
  #texts = new Map();
  #service;

  constructor() {
    const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile);
    const ofSource = { ...config, include: ['src'], exclude: ['src/**/*.test.ts'] };
    const { options, fileNames } = ts.parseJsonConfigFileContent(ofSource, ts.sys, process.cwd());
    this.#service = ts.createLanguageService({
      ...ts.sys,
      useCaseSensitiveFileNames: () => true,
      getCompilationSettings: () => options,
      getScriptFileNames: () => fileNames,
      getScriptVersion: (file) => String(this.#versions.get(file) ?? 0),
      getScriptSnapshot: (file) => this.#read(file),
      getCurrentDirectory: () => process.cwd(),
      getDefaultLibFileName: ts.getDefaultLibFilePath,
    });
  }

  /** Returns whether the compiler reports an error in a module if `text` replaces its text. */
  isRefused(file, text) {
    const path = resolve(file);
    this.#write(path, text);
    const isRefused =
      this.#service.getSyntacticDiagnostics(path).length > 0 || this.#service.getSemanticDiagnostics(path).length > 0;
    this.#write(path, undefined);
    return isRefused;
  }

  #write(path, text) {
    this.#texts.set(path, text);
    this.#versions.set(path, (this.#versions.get(path) ?? 0) + 1);
  }

  #read(file) {
    const text = this.#texts.get(file) ?? (existsSync(file) ? readFileSync(file, 'utf8') : undefined);
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
  }
}
