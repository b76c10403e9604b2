import type { Origin } from '../diagnostics/origin.js';
import type { Api } from '../model/api.js';
import { ReadLog } from './read-log.js';

/** An object of the description that was visited. */
export interface Visit {
  readonly origin: Origin;
  /** The OpenAPI word for it. */
  readonly object: string;
  /** The keywords that were asked for. */
  readonly taken: readonly string[] | 'all';
  /** Those of them that hold plain data, with no objects inside. */
  readonly data: readonly string[];
}

/**
 * The account of one run, kept by whoever does the work: who reads the description tells which objects were visited,
 * and the emitters are given the model through a log of what they read. `listCoverage` makes rows of it.
 */
export class Coverage {
  readonly visits: Visit[] = [];
  /** Values that are no objects of OpenAPI and were used as a whole: a text that is referred to, a sample in a file. */
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

  /** Gives the model so that what is read of it stands in the account. */
  watch(api: Api): Api {
    return this.log.watch(api);
  }

  /** Takes the stage of the pipeline that reads from now on, as `onStage` tells it. */
  enter(stage: string): void {
    this.log.reader = stage.replace(/^emitting /, '');
  }
}
