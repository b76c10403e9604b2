import { WatchedConfiguration } from '../configuration/plan-runs.js';
import { type WatchedRun, type WatchPlan, watchPlan } from '../watching/watch.js';
import { formatRun, type PluginOptions, planConfigured } from './configured-runs.js';

/** The members of Vite's development server that the plugin uses. */
interface DevServer {
  readonly ws: {
    send(message: ErrorMessage | { readonly type: 'update'; readonly updates: [] }): void;
    on(event: 'connection', listener: () => void): void;
  };
  readonly config: { readonly logger: { error(text: string): void } };
  close(): Promise<void>;
}

interface ErrorMessage {
  readonly type: 'error';
  readonly err: { readonly message: string; readonly stack: string; readonly plugin: string };
}

/**
 * Watches the inputs of the configured runs while Vite's development server runs. Vite itself notices changes in the
 * output. Errors are shown in Vite's overlay until a run has none. Resolves after the first run.
 */
export async function startWatching(options: PluginOptions, server: DevServer): Promise<void> {
  const overlay = new Overlay(server);
  const configuration = new WatchedConfiguration();
  const plan = async (): Promise<WatchPlan> => {
    let errors = '';
    const report = (text: string): void => {
      errors = text;
    };
    const planned = await planConfigured(options, report, configuration);
    overlay.set('configuration', errors);
    return planned;
  };
  const onRun = async (run: WatchedRun): Promise<void> =>
    overlay.set(`description ${run.name ?? ''}`, run.diagnostics.hasErrors ? await formatRun(run) : '');
  const watching = watchPlan(plan, { onRun });
  const close = server.close.bind(server);
  server.close = async () => {
    await watching.close();
    await close();
  };
  await watching.ready;
}

/** The overlay of a page. It shows the errors of all descriptions. */
class Overlay {
  readonly #server: DevServer;
  readonly #errors = new Map<string, string>();
  #shown = '';

  constructor(server: DevServer) {
    this.#server = server;
    // Sends the errors to each page that connects later.
    server.ws.on('connection', () => {
      if (this.#shown !== '') this.#show();
    });
  }

  /** Sets the errors of one source. An empty text means that there are none. */
  set(source: string, text: string): void {
    this.#errors.set(source, text);
    const all = [...this.#errors.values()].filter((each) => each !== '').join('\n');
    if (all === this.#shown) return;
    this.#shown = all;
    if (all === '') {
      this.#server.ws.send({ type: 'update', updates: [] });
    } else {
      this.#server.config.logger.error(all);
      this.#show();
    }
  }

  #show(): void {
    this.#server.ws.send({ type: 'error', err: { message: this.#shown, stack: '', plugin: 'lacuna' } });
  }
}
