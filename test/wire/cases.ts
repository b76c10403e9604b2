import { answerCases } from './answer-cases.js';
import { bodyCases } from './body-cases.js';
import { encodingCases } from './encoding-cases.js';
import { securityCases } from './security-cases.js';
import { caseOf, shapes, stylesOf } from './style-table.js';
import type { WireCase } from './wire-case.js';

/** The cases of the table of styles. */
export const styleCases: readonly WireCase[] = Object.entries(stylesOf).flatMap(([location, styles]) =>
  styles.flatMap((style) =>
    ['false', 'true'].flatMap((explode) => Object.keys(shapes).map((shape) => caseOf(location, style, explode, shape))),
  ),
);

/** Every case of the suite. */
export const allCases: readonly WireCase[] = [
  ...styleCases,
  ...encodingCases,
  ...bodyCases,
  ...answerCases,
  ...securityCases,
];
