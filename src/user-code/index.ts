export { findHandlersFolder } from './handlers-folder.js';
export { planScaffold } from './plan-scaffold.js';
export { completeScaffold, readPendingScaffold, writeScaffold } from './write-scaffold.js';
