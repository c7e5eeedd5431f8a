/** What the packer calls, and has not itself. `../packer.ts` has the other side. */

/** Throws. @param problem why the bytes cannot be read */
declare function malformed(problem: string, at: usize): void;
/** Throws where this is no set of fields. */
export declare function assertFieldSet(start: usize, length: i32): void;
/** Throws if two of the texts are the same. Each is two numbers: where it begins and ends. */
export declare function assertDistinct(texts: usize, count: i32): void;
/** `hashOf` a text that is not plain ASCII. */
export declare function hashOfText(from: usize, to: usize): i32;

/** Does not return. */
export function refuse(problem: string, at: usize): void {
  malformed(problem, at);
  unreachable();
}
