import type { Example } from '../model/example.js';
import type {
  Callback,
  Header,
  Link,
  MediaType,
  Operation,
  Parameter,
  RequestBody,
  Response,
} from '../model/operation.js';
import type { SecurityRequirement, SecurityScheme } from '../model/security.js';
import type { Server } from '../model/server.js';
import { Memo, type ReadingLog } from './memo.js';

/** A run of the model builder. */
interface WithMemos<Run extends WithMemos<Run>> {
  readonly memos: Memos<Run>;
}

/** What was read at each place, by the kind of the object. */
export class Memos<Run extends WithMemos<Run>> {
  readonly parameters: Memo<Parameter, Run>;
  readonly requestBodies: Memo<RequestBody, Run>;
  readonly responses: Memo<Omit<Response, 'status' | 'code'>, Run>;
  readonly headers: Memo<Omit<Header, 'wireName'>, Run>;
  readonly mediaTypes: Memo<MediaType, Run>;
  readonly examples: Memo<Omit<Example, 'name'>, Run>;
  readonly links: Memo<Link, Run>;
  readonly callbacks: Memo<Callback, Run>;
  /** The operations of path items. */
  readonly pathItems: Memo<readonly Operation[], Run>;
  readonly securitySchemes: Memo<SecurityScheme, Run>;
  /** The lists of the root that operations inherit. */
  readonly security: Memo<readonly SecurityRequirement[], Run>;
  readonly servers: Memo<readonly Server[], Run>;
  readonly #finish: (() => void)[] = [];

  constructor(log: ReadingLog<Run> | undefined, last: Memos<Run> | undefined) {
    const create = <T>(select: (memos: Memos<Run>) => Memo<T, Run>): Memo<T, Run> => {
      const memo = new Memo<T, Run>((run) => select(run.memos), log, last && select(last));
      this.#finish.push(() => memo.finish());
      return memo;
    };
    this.parameters = create((memos) => memos.parameters);
    this.requestBodies = create((memos) => memos.requestBodies);
    this.responses = create((memos) => memos.responses);
    this.headers = create((memos) => memos.headers);
    this.mediaTypes = create((memos) => memos.mediaTypes);
    this.examples = create((memos) => memos.examples);
    this.links = create((memos) => memos.links);
    this.callbacks = create((memos) => memos.callbacks);
    this.pathItems = create((memos) => memos.pathItems);
    this.securitySchemes = create((memos) => memos.securitySchemes);
    this.security = create((memos) => memos.security);
    this.servers = create((memos) => memos.servers);
  }

  /** Keeps what was read for the next run, and nothing else. */
  finish(): void {
    for (const finish of this.#finish) finish();
  }
}
