import { malformed } from "./outside";

/** Why bytes are not what they should be; `../problems.ts` has the words. */
export namespace Problem {
  export const breaksOff: i32 = 0;
  export const moreThan32Bits: i32 = 1;
  export const moreThan64Bits: i32 = 2;
  export const tooLarge: i32 = 3;
  export const lengthBeyondEnd: i32 = 4;
  export const valueBeyondEnd: i32 = 5;
  export const wireType: i32 = 6;
  export const otherWireType: i32 = 7;
  export const noNumber: i32 = 8;
  export const twice: i32 = 9;
  export const notUtf8: i32 = 10;
  export const timeOfWrongType: i32 = 11;
  export const noTime: i32 = 12;
  export const entryWithMore: i32 = 13;
  export const quantityWithMore: i32 = 14;
  export const fieldSetWithMore: i32 = 15;
}

/** Does not return. */
export function refuse(problem: i32, at: usize): void {
  malformed(problem, at);
  unreachable();
}
