import { sep } from 'node:path';
import { ts } from 'ts-morph';
import type { Libraries } from './libraries.js';

/** The files that the compiler reads. Paths are in the compiler's form. */
interface CompilerInput {
  readonly libraries: Libraries;
  readonly listRoots: () => string[];
  /** Changes whenever a text or a root does; until then, the compiler asks for nothing again. */
  readonly getProjectVersion: () => string;
  /** Changes whenever the text of a file does. */
  readonly getVersion: (path: string) => string;
  readonly readText: (path: string) => string | undefined;
  /** Returns the path of the module that a specifier in a file refers to. */
  readonly resolve: (specifier: string, from: string) => string | undefined;
}

/** Builds the host from which the language service gets texts and modules. */
export function buildHost({ libraries, readText, resolve, ...input }: CompilerInput): ts.LanguageServiceHost {
  const settings = buildCompilerOptions(libraries.lib);
  return {
    getCompilationSettings: () => settings,
    getProjectVersion: input.getProjectVersion,
    getScriptFileNames: input.listRoots,
    getScriptVersion: input.getVersion,
    getScriptSnapshot: (path) => {
      const text = readText(path);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => '/',
    getDefaultLibFileName: () => `${libraries.folder}/${libraries.lib}`,
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    fileExists: (path) => readText(path) !== undefined,
    readFile: readText,
    resolveModuleNameLiterals: (literals, from) =>
      literals.map(({ text }) => ({ resolvedModule: describeModule(resolve(text, from)) })),
  };
}

function describeModule(resolvedFileName: string | undefined): ts.ResolvedModuleFull | undefined {
  if (resolvedFileName === undefined) return undefined;
  const [extension = ts.Extension.Ts] = /(\.d)?\.[cm]?[jt]sx?$/.exec(resolvedFileName) ?? [];
  return { resolvedFileName, extension, isExternalLibraryImport: false };
}

function buildCompilerOptions(lib: string): ts.CompilerOptions {
  return {
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: [lib],
    types: [],
    strict: true,
    allowJs: true,
    checkJs: true,
    jsx: ts.JsxEmit.Preserve,
    // A file without imports has names of its own.
    moduleDetection: ts.ModuleDetectionKind.Force,
  };
}

/** Formats a path for the compiler, which writes `/` on every system. */
export function toCompilerPath(path: string): string {
  return sep === '/' ? path : path.replaceAll(sep, '/');
}

/** Formats a path of the compiler for this system. */
export function toSystemPath(path: string): string {
  return sep === '/' ? path : path.replaceAll('/', sep);
}
