/**
 * One key of several parts, such as namespace and name. No two different lists of parts give the same key: how long each
 * part is stands before it. It is made for every object and every question, so that it must cost little.
 */
export function keyOf(...parts: readonly string[]): string {
  let key = "";
  for (const part of parts) key += `${part.length}:${part}`;
  return key;
}

/** The parts of which `keyOf` made a key. */
export function partsOfKey(key: string): readonly string[] {
  const parts: string[] = [];
  for (let at = 0; at < key.length; ) {
    const colon = key.indexOf(":", at);
    const begin = colon + 1;
    const end = begin + Number(key.slice(at, colon));
    parts.push(key.slice(begin, end));
    at = end;
  }
  return parts;
}

/** How a text is hashed. */
interface Way {
  readonly begin: number;
  readonly factor: number;
  /** By how many bits the higher ones are brought down to the lower ones. */
  readonly turn: number;
  readonly lastFactor: number;
}

const forHash: Way = { begin: 0x811c9dc5, factor: 0x85ebca6b, turn: 15, lastFactor: 0x45d9f3b };
const forCheck: Way = { begin: 0x2545f491, factor: 0x5bd1e995, turn: 13, lastFactor: 0x7feb352d };

const unitsOfWord = 4;
const bitsOfUnit = 8;
const lastOfAscii = 0x7f;

/** A hash of a text, of which the low bits are good ones. `src/object-store/packer/keys.ts` makes the same of bytes. */
export function hashOf(text: string): number {
  return hashed(text, forHash);
}

/**
 * Another hash, made in another way: of two texts for which both are the same, it is taken that they are the same, where
 * neither is there to be looked at.
 */
export function checkOf(text: string): number {
  return hashed(text, forCheck);
}

/** Four units at a time, each of which has room in a byte. */
function hashed(text: string, way: Way): number {
  let hash = way.begin ^ text.length;
  let all = 0;
  for (let at = 0; at < text.length; at += unitsOfWord) {
    const end = Math.min(at + unitsOfWord, text.length);
    let word = 0;
    for (let each = at; each < end; each++) {
      const unit = text.charCodeAt(each);
      all |= unit;
      word |= unit << ((each - at) * bitsOfUnit);
    }
    const mixed = Math.imul(hash ^ word, way.factor);
    hash = mixed ^ (mixed >>> way.turn);
  }
  if (all > lastOfAscii) return hashed(inAscii(text), { ...way, begin: ~way.begin });
  const mixed = Math.imul(hash ^ (hash >>> 16), way.lastFactor);
  return mixed ^ (mixed >>> 15);
}

/** Another text for each, in ASCII. */
function inAscii(text: string): string {
  return text.replace(/[^\0-\x7f]/g, (unit) => `\\${unit.charCodeAt(0).toString(16)};`);
}

/** The items, those of one key once: in the place of the first of them the last. By default, the key is all of an item. */
export function distinct<T>(items: readonly T[], keyOf: (item: T) => string = JSON.stringify): readonly T[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}

/** For `sort`: by code units, the same everywhere, whatever language the machine speaks. */
export function inOrder(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
