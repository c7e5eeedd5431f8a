export { AccessError, type AccessFailure, configError, unable } from "./access-error.ts";
export { connect } from "./connect.ts";
export type { Connection, HeaderList } from "./connection.ts";
export type { ClientCertificate, Credential, Credentials } from "./credentials.ts";
export type { ConfigFlags } from "./flags.ts";
export { machine, type Surroundings } from "./machine.ts";
export { systemAuthorities } from "./pem.ts";
