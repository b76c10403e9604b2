/** A session of this page. The token itself stays in the service. */
export interface Session {
  readonly email: string;
  /** The token that each request with a change must send. */
  readonly csrf: string;
}

/** Returns the session of the cookie, if there is one. */
export async function fetchSession(): Promise<Session | undefined> {
  return readSession(await fetch('/web/session'));
}

/** Begins a session with a token. Returns `undefined` if the token is not valid. */
export async function startSession(token: string): Promise<Session | undefined> {
  const headers = { 'content-type': 'application/json' };
  return readSession(await fetch('/web/session', { method: 'POST', headers, body: JSON.stringify({ token }) }));
}

/** Ends a session. */
export async function closeSession({ csrf }: Session): Promise<void> {
  await fetch('/web/session', { method: 'DELETE', headers: { 'x-csrf-token': csrf } });
}

async function readSession(answer: Response): Promise<Session | undefined> {
  if (!answer.ok) return undefined;
  const session: Session = await answer.json();
  return session;
}
