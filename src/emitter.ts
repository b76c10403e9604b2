export type { Artifact } from './model/artifact.js';
export { type Code, code, importFromPackage, importType, importValue, joinCode } from './typescript/code.js';
export { encodeJson, encodeMemberAccess, encodePropertyKey, encodeString } from './typescript/encode.js';
export { TsFile } from './typescript/ts-file.js';
export {
  defineEmitter,
  modelVersion,
  type OwnEmitter,
  type OwnEmitterInput,
  type OwnFile,
} from './user-modules/define-emitter.js';
