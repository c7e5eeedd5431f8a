/** What the packer calls, and has not itself. */

/** Throws. @param problem one of `Problem` */
export declare function malformed(problem: i32, at: usize): void;
/** The number of what is looked for in a set of fields, or -1 for nothing. Throws where there is no set of fields. */
export declare function fieldSetIn(from: usize, to: usize): i32;
/** Throws if two of the texts are the same. Each is two numbers: where it begins and ends. */
export declare function assertDistinct(texts: usize, count: i32): void;
/** `hashOf` a text that is not plain ASCII. */
export declare function hashOfText(from: usize, to: usize): i32;
