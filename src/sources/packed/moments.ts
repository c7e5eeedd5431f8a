/** Close to the times in a cluster, in seconds since 1970, so that their distance from it is short; as in `assembly/scalars.ts`. */
export const epoch = 1_760_000_000;
