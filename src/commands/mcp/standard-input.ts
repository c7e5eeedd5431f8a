/** The names under which systems let a file be opened that a process has open already. */
const ofThisProcess = /(?:^|\/)(?:dev\/(?:stdin|tty|fd\/\d+)|proc\/[^/]+\/(?:task\/\d+\/)?fd\/\d+)$/;

/**
 * Standard input has the messages of the client: who reads it under another name takes them away. Judged by the name alone, so a
 * symbolic link to it is not seen.
 */
export function isStandardInput(path: string): boolean {
  return path === "" || path === "-" || ofThisProcess.test(straightened(path));
}

/** Without `//`, `/./` and `x/..`. */
function straightened(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === ".." && parts.length > 0) parts.pop();
    else if (part !== "..") parts.push(part);
  }
  return parts.join("/");
}
