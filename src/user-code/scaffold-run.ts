import type { ts } from 'ts-morph';
import type { RecordedOptions } from '../configuration/option-table.js';
import type { Code, Draft } from './code.js';
import type { DescribedOperation, NamedOperation, Renaming } from './contract.js';
import type { Grouping, HandlersFolder, RecordedOperation } from './handlers-folder.js';
import type { PrintInput } from './print-handlers.js';
import type { PendingFiles } from './read-project.js';
import type { Task } from './task.js';

/** What is needed to plan a scaffold. */
export interface ScaffoldInput extends PrintInput {
  readonly folder: string;
  readonly handlers: string;
  /** How handlers are divided into files. By default as recorded, otherwise one file per operation. */
  readonly per?: Grouping;
  /** The operations that the filter leaves out, as `METHOD /path`. */
  readonly filtered?: ReadonlySet<string>;
  /**
   * The absolute paths of the files of the description and of all other files that the run reads. Names in them are not
   * the user's.
   */
  readonly inputs?: ReadonlySet<string>;
  /** The language of the output; `ts` by default. */
  readonly emit?: RecordedOptions['emit'];
  readonly show: (path: string) => string;
  /** The files that an interrupted run did not complete. Present only in a run that does not complete them. */
  readonly pending?: PendingFiles;
  /** The files that the compiler has parsed. Present if several runs share them. */
  readonly registry?: ts.DocumentRegistry;
}

/** The state of a run after everything is read. */
export interface ScaffoldRun {
  readonly input: ScaffoldInput;
  readonly folder: HandlersFolder & { readonly per: Grouping };
  readonly code: Code;
  readonly now: readonly DescribedOperation[];
  readonly before: readonly RecordedOperation[];
  /** The recorded operation, by the operation that it is now. */
  readonly same: ReadonlyMap<NamedOperation, RecordedOperation>;
  /** All names that the output has now. */
  readonly current: ReadonlySet<string>;
}

/** The changes that `scaffold` makes to the user's files. */
export interface Scaffold {
  /** The files that are added or changed. A changed file differs only in names and additions. */
  readonly changes: readonly Draft[];
  /** The number of operations that already have a handler. */
  readonly kept: number;
  readonly renamed: readonly Renaming[];
  /**
   * The absolute paths of the files that an interrupted run did not complete. The next run that writes completes them.
   */
  readonly pending: readonly string[];
  /** The tasks that remain for the user. */
  readonly tasks: readonly Task[];
}
