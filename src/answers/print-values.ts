import { Document, stringify, visit } from 'yaml';
import type { JsonValue } from '../model/element.js';

// Quotes texts that YAML 1.1 would not read as text, such as dates.
const printOptions = {
  compat: 'yaml-1.1',
  lineWidth: 0,
  doubleQuotedMinMultiLineLength: Infinity,
  defaultStringType: 'PLAIN',
  defaultKeyType: 'PLAIN',
} as const;

/** Prints a value in block style. */
export function printBlock(value: JsonValue): string {
  return stringify(value, printOptions).trimEnd();
}

function printFlow(value: JsonValue): string {
  // A flow collection allows fewer characters in a plain scalar, so the value is printed inside one.
  const document = new Document([value], { compat: 'yaml-1.1' });
  visit(document, {
    Scalar: (_, node) => {
      if (typeof node.value === 'string' && node.value.includes('\n')) node.type = 'QUOTE_DOUBLE';
    },
  });
  const text = document.toString({ ...printOptions, collectionStyle: 'flow' }).trim();
  return text.slice(1, -1).trim();
}

function printJsonLine(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(printJsonLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${printJsonLine(one)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** Quotes a text for YAML: in single quotes if `quote` is one, otherwise in double quotes. */
export function encodeQuoted(quote: string | undefined, text: string): string {
  return quote === "'" ? `'${text.replaceAll("'", "''")}'` : JSON.stringify(text);
}

/** Indents all lines but the first. */
export function indentRest(text: string, indent: string): string {
  return text.replace(/\n(?=.)/g, `\n${indent}`);
}

/** Prints a member of an object in block style. */
export function printBlockMember(key: string, value: JsonValue): string {
  return stringify({ [key]: value }, printOptions).trimEnd();
}

/** Prints a key in block style. */
export function printBlockKey(name: string): string {
  return stringify(name).trim();
}

/** Prints keys and values on one line. */
export interface InlinePrinter {
  readonly printKey: (key: string) => string;
  readonly printFlow: (value: JsonValue) => string;
}

/** Prints JSON with a space after each comma and colon. */
export const jsonPrinter: InlinePrinter = {
  printKey: (key) => JSON.stringify(key),
  printFlow: printJsonLine,
};

/** Prints YAML in flow style. */
export const yamlPrinter: InlinePrinter = { printKey: printFlow, printFlow };
