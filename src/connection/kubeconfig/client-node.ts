/** The one name that is taken from the client library. Imported only when an auth provider needs it. */
export { KubeConfig } from "@kubernetes/client-node/dist/config.js";
