import type { ServerReduction } from '../../diagnostics/codes/emit.js';
import type { Code } from '../../typescript/code.js';

/** The type of the content that a handler receives, and the code that reads, checks and completes it. */
export interface ReceivedContent {
  readonly type: Code;
  readonly read: Code;
  readonly readIntegers?: Code;
  readonly validate?: Code;
  readonly fill?: Code;
  /** The way in which the server deviates from the description. */
  readonly reduced?: ServerReduction;
}
