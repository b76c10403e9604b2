import type { Origin } from '../../src/diagnostics/origin.js';
import type { Api } from '../../src/model/api.js';
import type { Coverage as Hook } from '../../src/model-builder/context.js';
import { ReadLog } from './read-log.js';

/** An object of the description that was visited. */
export interface Visit {
  readonly origin: Origin;
  /** Its name in OpenAPI. */
  readonly object: string;
  /** The keywords that were read. */
  readonly taken: readonly string[] | 'all';
  /** The keywords among them that contain plain data instead of OpenAPI objects. */
  readonly data: readonly string[];
}

/**
 * How one run uses the keywords of the description. The reader of the description reports the objects that it visits. A
 * log records which members of the model the emitters read. `listCoverageRows` combines both.
 */
export class Coverage implements Hook {
  readonly visits: Visit[] = [];
  /** The places of values that are not OpenAPI objects and were used as a whole, such as a sample in a file. */
  readonly reached: Origin[] = [];
  readonly log: ReadLog = new ReadLog();

  /** Records a visited object. */
  visit(origin: Origin, object: string, taken: Visit['taken'], data: Visit['data']): void {
    this.visits.push({ origin, object, taken, data });
  }

  /** Records that a value which is not an OpenAPI object was used as a whole. */
  reach(origin: Origin): void {
    this.reached.push(origin);
  }

  /** Returns a view of the model that records each read. */
  watch(api: Api): Api {
    return this.log.watch(api);
  }

  /** Sets the stage that makes the following reads, by its name in `onStage`. */
  enter(stage: string): void {
    this.log.reader = stage.replace(/^emitting /, '');
  }
}
