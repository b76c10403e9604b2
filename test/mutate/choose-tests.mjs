// If the tests that take this many seconds do not notice a mistake, it counts as a survivor, even if longer tests would
// notice it.
const mostSeconds = 60;

/** Chooses the tests for a mistake. Learns from the recorded mistakes which files notice most. */
export class Chooser {
  #files;
  #numberOf;
  #counts = new Map();

  /** @param {Awaited<ReturnType<typeof import('./measure-tests.mjs').measureTests>>} measured */
  constructor({ files, numberOf }) {
    this.#files = files.map((one) => ({ ...one, always: new Set(one.always) }));
    this.#numberOf = numberOf;
  }

  /**
   * Lists the stages of tests that reach a mistake. The tests that are most likely to notice it in the least time come
   * first.
   */
  choose({ file, start, room }) {
    const block = this.#numberOf(file, start);
    const reaching = this.#files
      .map((one) => ({ ...one, ids: this.#listIds(one, block) }))
      .filter(({ ids }) => ids === undefined || ids.length > 0)
      .map((one) => ({ ...one, value: this.#rate(one.file, room, file) / (0.2 + one.seconds * shareOf(one)) }))
      .sort((one, other) => other.value - one.value);
    let seconds = 0;
    const chosen = reaching.filter((one) => {
      seconds += one.seconds * shareOf(one);
      return seconds < mostSeconds;
    });
    const stages = room === 'runtime' ? [chosen.filter(isUnit), chosen.filter((one) => !isUnit(one))] : [chosen];
    return stages.filter((stage) => stage.length > 0).map((stage) => stage.map(({ file, ids }) => ({ file, ids })));
  }

  /** Records the tests that ran for a mistake. */
  note({ room }, stages, noticedBy) {
    for (const { file } of stages.flat()) {
      const counts = this.#countsOf(file, room);
      counts.tried += 1;
      if (file === noticedBy) counts.noticed += 1;
      if (file === noticedBy) return;
    }
  }

  // Returns the ids of the tests that reach a block, or undefined for all tests of the file.
  #listIds({ always, tests }, block) {
    if (block === undefined || always.has(block)) return undefined;
    return Object.entries(tests).flatMap(([id, blocks]) => (blocks.includes(block) ? [id] : []));
  }

  #rate(testFile, room, file) {
    const { tried, noticed } = this.#countsOf(testFile, room);
    const isBeside = testFile === file.replace(/\.ts$/, '.test.ts');
    return isBeside ? 1 : (noticed + 0.5) / (tried + 2);
  }

  #countsOf(file, room) {
    const key = `${room} ${file}`;
    if (!this.#counts.has(key)) this.#counts.set(key, { tried: 0, noticed: 0 });
    return this.#counts.get(key);
  }
}

const isUnit = ({ file }) => file.startsWith('src/runtime/');

// Returns the part of a file's time that some of its tests take. Loading the file takes a tenth.
function shareOf({ ids, tests }) {
  return ids === undefined ? 1 : 0.1 + (0.9 * ids.length) / Object.keys(tests).length;
}
