export type { Right, User } from "./access/users.ts";
export type { ApiAnswer, ApiRequest } from "./http/exchange.ts";
export type { JsonObject } from "./objects/json.ts";
export { type ServedKind, usualKinds } from "./objects/kinds.ts";
export { type MemoryServer, memoryServer } from "./server.ts";
