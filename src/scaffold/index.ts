export { findHandlersFolder } from './find-handlers-folder.js';
export { planScaffold } from './plan-scaffold.js';
export { readPendingScaffold, recoverScaffold, writeScaffold } from './write-scaffold.js';
