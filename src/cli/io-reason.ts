/** What went wrong with a file or a stream, in words where the operating system has only a code. */
export function reasonFor(problem: unknown): string {
  const code = codeOf(problem);
  return reasons.get(code) ?? code;
}

const reasons: ReadonlyMap<string, string> = new Map([
  ["EACCES", "permission denied"],
  ["EDQUOT", "disk quota exceeded"],
  ["EISDIR", "is a directory"],
  ["ENOENT", "no such directory"],
  ["ENOSPC", "no space left on device"],
  ["ENOTDIR", "a part of the path is not a directory"],
  ["EROFS", "the file system is read-only"],
]);

export function codeOf(problem: unknown): string {
  if (problem instanceof Error) return "code" in problem ? String(problem.code) : problem.message;
  return String(problem);
}
