/** The code of what an operating system says of a file or a stream, such as `EACCES`; else what the error says. */
export function codeOf(problem: unknown): string {
  if (!(problem instanceof Error)) return String(problem);
  return "code" in problem ? String(problem.code) : problem.message;
}

const reasons: ReadonlyMap<string, string> = new Map([
  ["EACCES", "permission denied"],
  ["EADDRINUSE", "address already in use"],
  ["EADDRNOTAVAIL", "this machine does not have that address"],
  ["EDQUOT", "disk quota exceeded"],
  ["EEXIST", "a file with this name already exists"],
  ["EISDIR", "is a directory"],
  ["ELOOP", "is a symbolic link"],
  ["ENOENT", "no such file or directory"],
  ["ENOTFOUND", "no such host"],
  ["ENOSPC", "no space left on device"],
  ["ENOTDIR", "a part of the path is not a directory"],
  ["EPERM", "operation not permitted"],
  ["EROFS", "the file system is read-only"],
]);

/** The same in words. A code that has none stays as it is: untrusted. */
export function ioReason(problem: unknown): string {
  const code = codeOf(problem);
  return reasons.get(code) ?? code;
}
