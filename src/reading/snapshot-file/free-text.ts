import type { Pseudonyms } from "./pseudonyms.ts";
import { isKnownDomain } from "./treatment.ts";
import { withoutCredentials } from "./write.ts";

/** Words of messages that can also be names. Only where they are quoted are they taken for names. */
const plainWords = new Set(
  (
    "a an the of to in on by for with and or not no yes is was are be been being has have it its from at as " +
    "data default disk disks pod pods node nodes volume volumes claim claims storage test error timeout " +
    "attach attached detach detached mount mounted delete deleted deleting found failed used using use " +
    "app apps cache db logs backup snapshot snapshots true false none all new old static local shared"
  ).split(" "),
);

const delimiters = "\\s\"'`,;()\\[\\]{}<>|=^";
const token = new RegExp(`(["'\`]?)([^${delimiters}]+)`, "g");
const systemPath = /^\/(?:var\/lib\/kubelet|dev|proc|sys)(?:\/|$)/;
const program = /^(?:u?mount|fsck|mkfs)\.[a-z0-9]+$/;
/** Of a server, with its path: only the scheme says nothing of a cluster. */
const address = /^([a-z][a-z0-9+.-]*:\/\/)[^/]/i;
/** As NFS names an export: server and path. */
const exported = /^([^/:]+):(\/.+)$/;
/** As the kubelet lists the volumes of a pod: plain words are names there. */
const listedVolumes = /(?<=volumes=\[)[^\]]+(?=\])/g;
const hostName = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+\.[a-z]{2,}$/i;

/** Replaces in a message what was replaced elsewhere, and what is telling by its form. */
export class FreeText {
  readonly #pseudonyms: Pseudonyms;
  readonly #names: ReadonlySet<string>;
  readonly #kept: ReadonlySet<string>;

  constructor(pseudonyms: Pseudonyms, names: ReadonlySet<string>, kept: ReadonlySet<string>) {
    this.#pseudonyms = pseudonyms;
    this.#names = names;
    this.#kept = kept;
  }

  redacted(text: string): string {
    return withoutCredentials(text)
      .replace(listedVolumes, (names) => names.replace(/[^ ]+/g, (name) => this.#pseudonyms.name(name)))
      .replace(token, (_, quote: string, found: string) => quote + this.#token(found, quote));
  }

  #token(found: string, quote: string): string {
    const end = lengthWithoutStops(found);
    const [body, tail] = [found.slice(0, end), found.slice(end)];
    const handle = this.#pseudonyms.knownHandle(body);
    if (handle !== undefined && !this.#names.has(body)) return handle + tail;
    const [, scheme] = address.exec(body) ?? [];
    if (scheme !== undefined) return scheme + this.#pseudonyms.name(body.slice(scheme.length)) + tail;
    if (body.startsWith("/") && !systemPath.test(body)) return this.#pseudonyms.name(body) + tail;
    const [, server, path] = exported.exec(body) ?? [];
    if (server !== undefined && path !== undefined && !systemPath.test(path))
      return `${this.#word(server, quote)}:${this.#pseudonyms.knownHandle(path) ?? this.#pseudonyms.name(path)}${tail}`;
    return body.replace(/[\p{L}\p{N}.-]+/gu, (word) => this.#word(word, quote)) + tail;
  }

  #word(word: string, quote: string): string {
    if (this.#kept.has(word) || isKnownDomain(word) || program.test(word)) return word;
    if (this.#names.has(word)) {
      return plainWords.has(word) && quote === "" ? word : this.#pseudonyms.name(word);
    }
    const handle = this.#pseudonyms.knownHandle(word);
    if (handle !== undefined) return handle;
    const isMadeOfNames = /[.-]/.test(word) && this.#pseudonyms.isNamed(word);
    if (isMadeOfNames || hostName.test(word)) return this.#pseudonyms.name(word);
    return this.#pseudonyms.identifiers(word);
  }
}

function lengthWithoutStops(text: string): number {
  let end = text.length;
  while (end > 0 && (text[end - 1] === "." || text[end - 1] === ":")) end -= 1;
  return end;
}
