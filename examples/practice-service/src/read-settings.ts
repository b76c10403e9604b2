import type { RateLimit } from './rate-limiter.js';

/** The settings that environment variables contain. */
export interface Settings {
  readonly databaseUrl: string | undefined;
  readonly host: string;
  readonly publicUrl: string | undefined;
  readonly corsOrigins: readonly string[];
  readonly rateLimit: RateLimit | undefined;
}

/** Reads the settings from the environment. If one has a mistake, throws an error with the name of the variable. */
export function readSettings(environment: { readonly [name: string]: string | undefined }): Settings {
  const publicUrl = environment['PUBLIC_URL'] || undefined;
  if (publicUrl !== undefined && !URL.canParse(publicUrl)) throw new Error('PUBLIC_URL is not an address');
  return {
    databaseUrl: environment['DATABASE_URL'] || undefined,
    host: environment['HOST'] || '127.0.0.1',
    publicUrl: publicUrl?.replace(/\/+$/, ''),
    corsOrigins: (environment['CORS_ORIGINS'] ?? '')
      .split(',')
      .map(readOrigin)
      .filter((origin) => origin !== ''),
    rateLimit: readRateLimit(environment['RATE_LIMIT'] ?? ''),
  };
}

function readOrigin(text: string): string {
  const origin = text.trim();
  if (origin === '' || (URL.canParse(origin) && new URL(origin).origin === origin)) return origin;
  throw new Error(`CORS_ORIGINS: '${origin}' is not an origin such as https://app.example.com`);
}

function readRateLimit(text: string): RateLimit | undefined {
  if (text === '') return undefined;
  const [, requests, seconds] = /^([1-9]\d{0,8})\/([1-9]\d{0,5})$/.exec(text) ?? [];
  if (requests === undefined || seconds === undefined)
    throw new Error('RATE_LIMIT: write requests and seconds, such as 100/60');
  return { requests: Number(requests), seconds: Number(seconds) };
}
