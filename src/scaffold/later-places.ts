import { findOffset, findPlaceAt, type Place, type Task } from './scaffold.js';
import type { Splice } from './splice.js';
import type { UserCode } from './user-code.js';

/** Updates the places of tasks when later changes insert text before them. */
export class LaterPlaces {
  readonly #code: UserCode;
  readonly #texts: ReadonlyMap<string, string>;
  readonly #counts: ReadonlyMap<string, number>;

  /** The places must belong to the texts at this time. */
  constructor(code: UserCode) {
    this.#code = code;
    this.#texts = new Map([...code.drafts].map(([path, { text }]) => [path, text]));
    this.#counts = new Map([...code.drafts.keys()].map((path) => [path, code.listSplices(path).length]));
  }

  /** Lists the tasks with their places after all changes that were made. */
  list(tasks: readonly Task[]): Task[] {
    return tasks.map((task) => ({ ...task, places: task.places.map((place) => this.#find(place)) }));
  }

  #find(place: Place): Place {
    const { path } = place;
    const [text, draft] = [this.#texts.get(path), this.#code.drafts.get(path)];
    const changes = this.#code.listSplices(path).slice(this.#counts.get(path));
    if (text === undefined || !draft || changes.length === 0) return place;
    const offset = changes.reduce(moveOffset, findOffset(text, place));
    return findPlaceAt(path, draft.text, offset);
  }
}

function moveOffset(offset: number, splices: readonly Splice[]): number {
  return splices
    .filter(({ start }) => start <= offset)
    .reduce((moved, { start, end, text }) => moved + text.length - (end - start), offset);
}
