/**
 * The strictest flags of TypeScript with which the output must compile. Compilers skip declaration files, which for
 * output in TypeScript are only those of TypeScript and Node.
 */
export const strictFlags = {
  strict: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  exactOptionalPropertyTypes: true,
  noImplicitReturns: true,
  noImplicitOverride: true,
  noFallthroughCasesInSwitch: true,
  allowUnreachableCode: false,
  allowUnusedLabels: false,
  isolatedDeclarations: true,
  declaration: true,
  erasableSyntaxOnly: true,
  verbatimModuleSyntax: true,
  module: 'nodenext',
  target: 'es2022',
  noEmit: true,
  skipLibCheck: true,
};
