import { sep } from 'node:path';
import { ts } from 'ts-morph';
import type { Libraries } from './libraries.js';

/** The input of the compiler. Paths have the compiler's form. */
interface CompilerInput {
  readonly libraries: Libraries;
  readonly listRoots: () => string[];
  /** Changes whenever a text or a root changes. As long as it stays the same, the compiler reads nothing again. */
  readonly getProjectVersion: () => string;
  /** Changes whenever the text of the file changes. */
  readonly getVersion: (path: string) => string;
  readonly readText: (path: string) => string | undefined;
  /** Returns the path of the module to which a specifier in a file leads. */
  readonly resolve: (specifier: string, from: string) => string | undefined;
}

/** Builds the host that supplies the language service with texts and modules. */
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
    // A file without imports also has its own scope.
    moduleDetection: ts.ModuleDetectionKind.Force,
  };
}

/** Converts a path to the compiler's form, which has `/` on every system. */
export function toCompilerPath(path: string): string {
  return sep === '/' ? path : path.replaceAll(sep, '/');
}

/** Converts a path of the compiler to the form of this system. */
export function toSystemPath(path: string): string {
  return sep === '/' ? path : path.replaceAll('/', sep);
}
