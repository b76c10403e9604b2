import { formatArgument } from '../show-text.js';

/** Findings of `lacuna fetch`. */
export const fetchCodes = {
  'not-fetched': {
    error: {
      address: "'{url}' is not an http or https address",
      credentials: (_: { url: string }): string => 'the address contains a user name, which would be recorded',
      status: "'{url}' responds with status {status}",
      timeout: "'{url}' does not respond within {seconds} s",
      size: "'{url}' has more than {limit} bytes",
      redirects: "'{url}' redirects more than {count} times",
      redirect: "'{url}' redirects to '{to}', which is less secure, or not an http or https address",
      network: "'{url}' cannot be fetched: {what}",
    },
  },
  'fetch-redirected': {
    warning: "'{url}' redirects to '{to}', which lacuna downloaded",
    hint: ({ to, path }: { to: string; path?: string | undefined }): string =>
      `to record that address instead: lacuna fetch ${formatArgument(to)}${path === undefined ? '' : ` --out ${formatArgument(path)}`}`,
  },
  'fetched-references': {
    warning: ({ url, files }: { url: string; files: readonly string[] }): string =>
      `'${url}' refers to ${files.length === 1 ? 'another file' : `${files.length} other files`}, which lacuna did not download: ${files.slice(0, 5).join(', ')}${files.length > 5 ? ' …' : ''}`,
    hint: 'download each to the path that the reference names',
  },
  'fetched-file-changed': {
    error: {
      foreign: "'{path}' exists, but lacuna did not download it",
      edited: "'{path}' has changed since lacuna downloaded it",
      other: "'{path}' is the file of another address: {recorded}",
      own: "'{path}' is the name of a file that lacuna itself writes or reads",
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
    error: "the command has no URL, and '{path}' records none",
    hint: 'state the URL: lacuna fetch https://api.example.com/openapi.yaml --out openapi.yaml',
  },
  'broken-pins': {
    error: '{place}: {why}',
    hint: 'fix the file, or delete it and download each description again by its address',
  },
  'file-outside-folder': {
    error: "'{path}' is not below the current folder",
    hint: 'run lacuna fetch in a folder above the file',
  },
} as const;
