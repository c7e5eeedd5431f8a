/** FNV-1a over UTF-16 units, mixed so that its low bits are good ones. */
export function hashOf(text: string): number {
  let hash = hashBegin;
  for (let at = 0; at < text.length; at++) hash = hashStep(hash, text.charCodeAt(at));
  return hashEnd(hash);
}

export const hashBegin = 0x811c9dc5 | 0;

export function hashStep(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193);
}

export function hashEnd(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return mixed ^ (mixed >>> 15);
}

/**
 * Another hash, made in another way: of two texts for which both are the same, it is taken that they are the same, where
 * neither is there to be looked at.
 */
export function checkOf(text: string): number {
  let check = checkBegin;
  for (let at = 0; at < text.length; at++) check = checkStep(check, text.charCodeAt(at));
  return checkEnd(check);
}

const checkBegin = 0x2545f491;

/** The turn takes high bits down, which in the hash above never reach lower ones. */
function checkStep(check: number, unit: number): number {
  const mixed = Math.imul(check ^ unit, 0x5bd1e995);
  return (mixed << 13) | (mixed >>> 19);
}

function checkEnd(check: number): number {
  const mixed = Math.imul(check ^ (check >>> 13), 0x5bd1e995);
  return mixed ^ (mixed >>> 15);
}
