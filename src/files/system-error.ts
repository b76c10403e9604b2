const reasons: { readonly [code: string]: string } = {
  EACCES: 'permission denied',
  EPERM: 'the system does not permit it',
  EBUSY: 'another program uses it',
  EDQUOT: 'the disk quota is used up',
  EEXIST: 'something else is in its place',
  EFBIG: 'the system permits no file of that size',
  EIO: 'the disk reports an error',
  EISDIR: 'it is a folder',
  ELOOP: 'its links lead in a circle',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'its name is too long for this disk',
  ENOSPC: 'the disk is full',
  ENOENT: 'the system does not create it there',
  ENOTDIR: 'there is a file in place of a folder',
  ERR_FS_FILE_TOO_LARGE: 'it is too large',
  EROFS: 'the disk is read-only',
};

/** Formats an error of the system for people; `undefined` for any other error. */
export function formatSystemError(error: unknown): string | undefined {
  if (!(error instanceof Error && 'code' in error)) return undefined;
  const code = String(error.code);
  if (!('syscall' in error) && reasons[code] === undefined) return undefined;
  const reason = reasons[code];
  return reason === undefined ? code : `${reason} (${code})`;
}
