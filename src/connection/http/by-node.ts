/** What asks by Node's own HTTP: loaded together, by who is not answered by the reader of our own. */
export { agentFor } from "./agent.ts";
export { exchange } from "./exchange.ts";
