export { planScaffold } from './plan-scaffold.js';
export { writeScaffold } from './write-scaffold.js';
