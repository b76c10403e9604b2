/** An error of the API: its status and its message. */
export type Refusal<Status extends number> = {
  readonly status: Status;
  readonly body: { readonly error: string; readonly details: Record<never, never> };
};

/** Returns the reply for an error. */
export function refuse<Status extends number>(status: Status, error: string): Refusal<Status> {
  return { status, body: { error, details: {} } };
}
