import { sep } from 'node:path';
import { ts } from 'ts-morph';

/** Returns the settings with which the user's code is read. */
export function buildCompilerOptions(lib: string): ts.CompilerOptions {
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
