import type { HandlersFolder } from './handlers-folder.js';
import type { Libraries } from './libraries.js';
import type { DescribedOperation, NamedOperation } from './named-operation.js';
import type { PrintInput } from './print-handlers.js';
import type { Grouping, RecordedOperation } from './record.js';
import type { UserCode } from './user-code.js';
import type { PendingFiles } from './user-files.js';

/** The input of planning a scaffold. */
export interface ScaffoldInput extends PrintInput {
  /** Absolute path of the current folder. */
  readonly folder: string;
  /** Absolute path of the folder of the handlers. */
  readonly handlers: string;
  /** How handlers are divided into files; as recorded by default, and one file per operation without a record. */
  readonly per?: Grouping;
  /** The operations that the filter leaves out: `METHOD /path`. */
  readonly filtered?: ReadonlySet<string>;
  /** The files of the description and others that the run reads; absolute. Names in them are not the user's. */
  readonly inputs?: ReadonlySet<string>;
  /** Formats a path for messages. */
  readonly show: (path: string) => string;
  /** The files that an interrupted run did not complete, if this run does not complete them either. */
  readonly pending?: PendingFiles;
  /** The declarations of the compiler, if runs share them. */
  readonly libraries?: Libraries;
}

/** The state of a run after reading. */
export interface ScaffoldRun {
  readonly input: ScaffoldInput;
  readonly folder: HandlersFolder & { readonly per: Grouping };
  readonly code: UserCode;
  readonly now: readonly DescribedOperation[];
  readonly before: readonly RecordedOperation[];
  /** The recorded operations, by the present ones. */
  readonly same: ReadonlyMap<NamedOperation, RecordedOperation>;
  /** All names that the output has now. */
  readonly current: ReadonlySet<string>;
}
