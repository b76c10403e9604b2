import { headerStart } from '../model/artifact.js';

const generated = `${headerStart} Do not edit: change the description and generate again.\n/* eslint-disable */\n`;

/** The first lines of a generated TypeScript module: the same for all descriptions, versions and days. */
export const moduleHeader: string = `${generated}\n`;

/**
 * The first lines of a copied runtime module. Compilers read only its declarations: `tsc` reads the whole folder, so that
 * `runtime/node` must cause no error where the types of Node are absent, nor any module under the flags of another project.
 */
export const uncheckedHeader: string = `${generated}// @ts-nocheck\n\n`;
