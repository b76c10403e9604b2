import {
  type Code,
  type CodePart,
  code,
  importType,
  importValue,
  joinCode,
  type Reference,
} from '../typescript/code.js';
import { findOutputModule } from './runtime-modules.js';

/** The exports of runtime modules that emitted code refers to. */
interface RuntimeModules {
  'server/check-replies': typeof import('../runtime/server/check-replies.js');
  'client/client': typeof import('../runtime/client/client.js');
  'client/response': typeof import('../runtime/client/response.js');
  'client/auth': typeof import('../runtime/client/auth.js');
  'check/calls': typeof import('../runtime/check/calls.js');
  'client/convert': typeof import('../runtime/client/convert.js');
  'client/default': typeof import('../runtime/client/default.js');
  'client/pages': typeof import('../runtime/client/pages.js');
  'values/platform': typeof import('../runtime/values/platform.js');
  'client/security': typeof import('../runtime/client/security.js');
  'client/server': typeof import('../runtime/client/server.js');
  'client/stream': typeof import('../runtime/client/stream.js');
  'client/typed-headers': typeof import('../runtime/client/typed-headers.js');
  'check/webhooks': typeof import('../runtime/check/webhooks.js');
  'values/convert': typeof import('../runtime/values/convert.js');
  'values/exact-json': typeof import('../runtime/values/exact-json.js');
  'validate/findings': typeof import('../runtime/validate/findings.js');
  'client/form-convert': typeof import('../runtime/client/form-convert.js');
  'validate/message-checks': typeof import('../runtime/validate/message-checks.js');
  'not-shown': typeof import('../runtime/not-shown.js');
  'server/body': typeof import('../runtime/server/body.js');
  'server/content': typeof import('../runtime/server/content.js');
  'server/events': typeof import('../runtime/server/events.js');
  'server/form': typeof import('../runtime/server/form.js');
  'read/names': typeof import('../runtime/read/names.js');
  'values/same-json': typeof import('../runtime/values/same-json.js');
  'server/server': typeof import('../runtime/server/server.js');
  'server/charset': typeof import('../runtime/server/charset.js');
  'server/convert': typeof import('../runtime/server/convert.js');
  'server/parts': typeof import('../runtime/server/parts.js');
  'server/refusal': typeof import('../runtime/server/refusal.js');
  'server/reply': typeof import('../runtime/server/reply.js');
  'server/security': typeof import('../runtime/server/security.js');
  'server/stream': typeof import('../runtime/server/stream.js');
  'server/strip-replies': typeof import('../runtime/server/strip-replies.js');
  'read/stream-convert': typeof import('../runtime/read/stream-convert.js');
  'read/stream-events': typeof import('../runtime/read/stream-events.js');
  'read/stream-json': typeof import('../runtime/read/stream-json.js');
  'read/stream-parts': typeof import('../runtime/read/stream-parts.js');
  'values/report-gaps': typeof import('../runtime/values/report-gaps.js');
  'validate/converted': typeof import('../runtime/validate/converted.js');
  'validate/events': typeof import('../runtime/validate/events.js');
  'validate/validators': typeof import('../runtime/validate/validators.js');
  'write/body': typeof import('../runtime/write/body.js');
  'write/draft': typeof import('../runtime/write/draft.js');
  'write/cookie': typeof import('../runtime/write/cookie.js');
  'write/defaults': typeof import('../runtime/write/defaults.js');
  'write/form': typeof import('../runtime/write/form.js');
  'write/header': typeof import('../runtime/write/header.js');
  'values/header-text': typeof import('../runtime/values/header-text.js');
  'write/items': typeof import('../runtime/write/items.js');
  'write/json': typeof import('../runtime/write/json.js');
  'write/multipart': typeof import('../runtime/write/multipart.js');
  'write/not-shown': typeof import('../runtime/write/not-shown.js');
  'write/other-body': typeof import('../runtime/write/other-body.js');
  'write/parts': typeof import('../runtime/write/parts.js');
  'write/path': typeof import('../runtime/write/path.js');
  'write/positional': typeof import('../runtime/write/positional.js');
  'write/query': typeof import('../runtime/write/query.js');
  'write/query-styles': typeof import('../runtime/write/query-styles.js');
  'write/requires': typeof import('../runtime/write/requires.js');
  'values/pointer': typeof import('../runtime/values/pointer.js');
  'values/write-only': typeof import('../runtime/values/write-only.js');
}

/** The name of a runtime module: its file name without extension. */
type RuntimeModule = keyof RuntimeModules;

/** The name of a value that a runtime module exports. */
export type RuntimeName<Module extends RuntimeModule> = keyof RuntimeModules[Module] & string;

/** Returns the reference to a value of the runtime, in the module of the output that contains it. */
export function importRuntimeValue<Module extends RuntimeModule>(module: Module, name: RuntimeName<Module>): Reference {
  return importValue(findOutputModule(module), name);
}

/** Prints a call of a function of the runtime. Bundlers remove it if nothing uses its result. */
export function callRuntime<Module extends RuntimeModule>(
  module: Module,
  name: RuntimeName<Module>,
  ...args: readonly CodePart[]
): Code {
  return code`/* @__PURE__ */ ${importRuntimeValue(module, name)}(${joinCode(args, ', ')})`;
}

/** Returns the reference to a type of the runtime, in the module of the output that contains it. */
export function importRuntimeType(module: string, name: string): Reference {
  return importType(findOutputModule(module), name);
}
