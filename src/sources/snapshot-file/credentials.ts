const masked = "***";

/** In the words of a mount command, a URL, an HTTP header. */
const assigned = /\b(pass(?:word|wd|phrase)?|secret(?:_?key)?|access_?key|token|credentials?)=[^\s,;&"']+/gi;
const inUrl = /(\/\/)[^\s/@]{1,300}@/g;
const bearer = /\b(bearer|basic) [a-z0-9+/=._~-]{8,}/gi;

export function withoutCredentials(text: string): string {
  return text
    .replace(assigned, (_, name: string) => `${name}=${masked}`)
    .replace(inUrl, (_, slashes: string) => `${slashes}${masked}@`)
    .replace(bearer, (_, scheme: string) => `${scheme} ${masked}`);
}
