/** How the bytes of a text that stands in its place are to be read: the two lowest bits of what follows the sign. */
export const plain = 0;
export const unicode = 1;
/** The last 36 characters are a UUID, in its 16 bytes. */
export const uuid = 2;
/** The last 64 characters are hexadecimal, in 32 bytes. */
export const digest = 3;

/** So many bytes its last characters take. */
export function packedTail(form: typeof uuid | typeof digest): number {
  return form === uuid ? 16 : 32;
}
