import { expect } from 'vitest';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.js';

/** Checks that a description without output has errors, and that each has a place. */
export function checkRefusal(diagnostics: readonly Diagnostic[]): void {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  expect(errors.length).toBeGreaterThan(0);
  expect(errors.filter(({ origin }) => origin === undefined)).toEqual([]);
}
