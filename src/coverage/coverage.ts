import type { Origin } from '../diagnostics/origin.js';
import type { Api } from '../model/api.js';
import { ReadLog } from './read-log.js';

/** An object of the description that was visited. */
export interface Visit {
  readonly origin: Origin;
  /** Its name in OpenAPI. */
  readonly object: string;
  /** The keywords that were read. */
  readonly taken: readonly string[] | 'all';
  /** Those of them that contain plain data, without objects inside. */
  readonly data: readonly string[];
}

/**
 * The account of one run. The reader of the description reports the objects that it visits, and a log records which
 * members of the model the emitters read. `listCoverage` lists the rows.
 */
export class Coverage {
  readonly visits: Visit[] = [];
  /** Values that are not OpenAPI objects and were used as a whole: a text that is referred to, a sample in a file. */
  readonly reached: Origin[] = [];
  readonly log: ReadLog = new ReadLog();

  /** Records a visited object. */
  visit(origin: Origin, object: string, taken: Visit['taken'], data: Visit['data']): void {
    this.visits.push({ origin, object, taken, data });
  }

  /** Records that a value which is no object of OpenAPI was used as a whole. */
  reach(origin: Origin): void {
    this.reached.push(origin);
  }

  /** Returns the model in a form that records each read. */
  watch(api: Api): Api {
    return this.log.watch(api);
  }

  /** Sets the stage of the pipeline that reads from now on, as `onStage` names it. */
  enter(stage: string): void {
    this.log.reader = stage.replace(/^emitting /, '');
  }
}
