const reasons: { readonly [code: string]: string } = {
  EACCES: 'permission denied',
  EPERM: 'the operating system does not allow it',
  EBUSY: 'another program is using it',
  EDQUOT: 'the disk quota is exceeded',
  EEXIST: 'something else has that path',
  EFBIG: 'the operating system does not allow a file of that size',
  EIO: 'the disk reports an error',
  EISDIR: 'it is a folder',
  ELOOP: 'its symbolic links form a cycle',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'its name is too long for this disk',
  ENOSPC: 'the disk is full',
  ENOENT: 'the operating system cannot create it there',
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
