export { AccessError, type AccessFailure } from "./access-error.ts";
export { connect } from "./connect.ts";
export type { Connection } from "./connection.ts";
export type { ClientCertificate, Credential, Credentials } from "./credentials.ts";
export type { ConfigFlags } from "./flags.ts";
export type { HeaderList } from "./impersonation.ts";
export { machine, type ProcessFacts } from "./machine.ts";
export type { FileRead, PluginCall, PluginRun, Surroundings } from "./surroundings.ts";
export { systemAuthorities } from "./system-authorities.ts";
