/** An error of the API: its status and its message. */
export type Refusal<Status extends number> = {
  readonly status: Status;
  readonly body: { readonly error: string; readonly details: Record<never, never> };
};

/**
 * Returns handlers that refuse every text with U+0000, which PostgreSQL cannot store. They are read from the returned
 * object by their names.
 */
export function refuseNul<Handlers extends object>(handlers: Handlers): Handlers {
  return new Proxy(handlers, {
    get: (all, name) => {
      const handler: unknown = Reflect.get(all, name);
      if (typeof handler !== 'function') return handler;
      return (...args: readonly unknown[]) =>
        hasNul(args[0]) ? refuse(400, 'a text contains the character U+0000') : Reflect.apply(handler, all, args);
    },
  });
}

function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  return typeof value === 'object' && value !== null && Object.values(value).some(hasNul);
}

/** Returns the reply for an error. */
export function refuse<Status extends number>(status: Status, error: string): Refusal<Status> {
  return { status, body: { error, details: {} } };
}
