export type { Artifact } from './model/artifact.js';
export {
  type Code,
  code,
  encodeJson,
  encodeMemberAccess,
  encodePropertyKey,
  encodeString,
  importFromPackage,
  importType,
  importValue,
  joinCode,
} from './typescript/code.js';
export { TsFile } from './typescript/ts-file.js';
export {
  defineEmitter,
  modelVersion,
  type OwnEmitter,
  type OwnEmitterInput,
  type OwnFile,
} from './user-modules/define-emitter.js';
