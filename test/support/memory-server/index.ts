export type { Right, User } from "./access/users.ts";
export { usualUsers } from "./access/usual-users.ts";
export type { ApiAnswer, ApiRequest } from "./http/exchange.ts";
export type { JsonObject } from "./objects/json.ts";
export { type ServedKind, usualKinds } from "./objects/kinds.ts";
export { type MemoryServer, type MemoryServerOptions, memoryServer } from "./server.ts";
export type { Interleave, Pause } from "./write/context.ts";
