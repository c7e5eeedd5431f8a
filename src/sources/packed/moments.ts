/**
 * Close to the times in a cluster, in seconds since 1970, so that the distance of an item's first one from it is short; as
 * in `assembly/item.ts`.
 */
export const epoch = 1_760_000_000;
