import { formatArgument } from '../show-text.js';

/** Findings of `lacuna fetch`. */
export const fetchCodes = {
  'not-fetched': {
    error: {
      address: ({ url }: { url: string }): string => `'${url}' is not an http or https address`,
      credentials: (_: { url: string }): string => 'the address contains a user name, which would be recorded',
      status: ({ url, status }: { url: string; status: number }): string => `'${url}' responds with status ${status}`,
      timeout: ({ url, seconds }: { url: string; seconds: number }): string =>
        `'${url}' does not respond within ${seconds} s`,
      size: ({ url, limit }: { url: string; limit: number }): string => `'${url}' has more than ${limit} bytes`,
      redirects: ({ url, count }: { url: string; count: number }): string =>
        `'${url}' redirects more than ${count} times`,
      redirect: ({ url, to }: { url: string; to: string }): string =>
        `'${url}' redirects to '${to}', which is less secure, or not an http or https address`,
      network: ({ url, what }: { url: string; what: string }): string => `'${url}' cannot be fetched: ${what}`,
    },
  },
  'fetch-redirected': {
    warning: ({ url, to }: { url: string; to: string; path?: string | undefined }): string =>
      `'${url}' redirects to '${to}', which lacuna downloaded`,
    hint: ({ to, path }: { to: string; path?: string | undefined }): string =>
      `to record that address instead: lacuna fetch ${formatArgument(to)}${path === undefined ? '' : ` --out ${formatArgument(path)}`}`,
  },
  'fetched-references': {
    warning: ({ url, files }: { url: string; files: readonly string[] }): string =>
      `'${url}' refers to ${files.length === 1 ? 'another file' : `${files.length} other files`}, which lacuna did not download: ${files.slice(0, 5).join(', ')}${files.length > 5 ? ' …' : ''}`,
    hint: (): string => 'download each to the path that the reference names',
  },
  'fetched-file-changed': {
    error: {
      foreign: ({ path }: { path: string }): string => `'${path}' exists, but lacuna did not download it`,
      edited: ({ path }: { path: string }): string => `'${path}' has changed since lacuna downloaded it`,
      other: ({ path, recorded }: { path: string; url: string; recorded: string }): string =>
        `'${path}' is the file of another address: ${recorded}`,
      own: ({ path }: { path: string }): string => `'${path}' is the name of a file that lacuna itself writes or reads`,
    },
    hint: ({ variant, path, url = '' }: { variant: string; path: string; url?: string }): string =>
      variant === 'foreign'
        ? 'move or delete it, or choose another path with --out'
        : variant === 'own'
          ? 'choose another path with --out'
          : variant === 'edited'
            ? 'keep your change in an overlay, and delete the file; lacuna fetch then downloads it again'
            : `choose another path: lacuna fetch ${formatArgument(url)} --out FILE; with --out ${formatArgument(path)}, the new address replaces the old one`,
  },
  'nothing-to-fetch': {
    error: ({ path }: { path: string }): string => `the command has no URL, and '${path}' records none`,
    hint: (): string => 'state the URL: lacuna fetch https://api.example.com/openapi.yaml --out openapi.yaml',
  },
  'broken-pins': {
    error: ({ place, why }: { place: string; why: string }): string => `${place}: ${why}`,
    hint: (): string => 'fix the file, or delete it and download each description again by its address',
  },
  'file-outside-folder': {
    error: ({ path }: { path: string }): string => `'${path}' is not below the current folder`,
    hint: (): string => 'run lacuna fetch in a folder above the file',
  },
};
