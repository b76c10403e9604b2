import { headerStart } from '../model/artifact.js';

const generated = `${headerStart} Do not edit: change the description and generate again.\n/* eslint-disable */\n`;

/** The first lines of a generated TypeScript module. They are the same for all descriptions, versions and days. */
export const moduleHeader: string = `${generated}\n`;

/**
 * The first lines of a copied runtime module. With `@ts-nocheck`, compilers only read its declarations. `tsc` reads the
 * whole folder, so every module must compile in a project without the types of Node or with stricter flags.
 */
export const uncheckedHeader: string = `${generated}// @ts-nocheck\n\n`;
