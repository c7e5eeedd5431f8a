/** What both sides must agree on: JavaScript, which writes programs and reads what was packed, and the packer. */

/** The words at the begin of a program. */
export const headLayout = 0;
export const headValues = 1;
export const headHits = 2;
export const headName = 3;
export const headUid = 4;
export const headNamespace = 5;
/** 1 for a kind whose objects have a namespace, 0 for others. */
export const headIsNamespaced = 6;
export const headColumns = 7;
export const headParts = 8;
/** How many paths tell which items are alike. */
export const headLikenesses = 9;
export const headLength = 10;

/** How the value of a field is written. */
export const formText = 0;
/** It is not looked for among those that came before. */
export const formUniqueText = 1;
/** It is taken into the dictionary when it comes first. */
export const formRepeatedText = 2;
export const formInteger = 3;
export const formFlag = 4;
export const formTime = 5;
export const formMicroTime = 6;
export const formFieldSet = 7;
export const formMessage = 8;
export const formTexts = 9;
export const formQuantities = 10;

export const comesOnce = 0;
export const comesOften = 1;

/** What is done when a value comes: where it is is noted, or among which texts it is, or that it begins with one of some. */
export const sinkPut = 0;
export const sinkCompare = 1;
export const sinkBegins = 2;
/** The item of a list is over: its keys are made. */
export const sinkEndItem = 3;

/** What a test asks of what was noted. */
export const testIsSet = 0;
export const testIsAbsent = 1;
export const testIsHit = 2;
export const testIsNotHit = 3;
export const testIsUnlike = 4;

/** What is taken of a text for a key. */
export const takeAll = 0;
export const takeAfter = 1;
export const takeBeforeNumber = 2;

/** Instead of how many keys an object has: it must be asked for them. */
export const mustBeAsked = 255;

/** Bytes that are packed at a time, which the processor then still has at hand. */
export const atOnce = 131072;

/** Close to the times in a cluster, in seconds since 1970: of an item's first time the distance from it is written, which is short. */
export const epoch = 1760000000;
