import { config, type FlagValues } from "../../commands/index.ts";
import type { ConfigFlags } from "../../connection/kubeconfig/index.ts";

/** kubectl's common flags, as the reader of the kubeconfig takes them. */
export function configFlags(flags: FlagValues): ConfigFlags {
  return {
    kubeconfig: flags.text(config.kubeconfig),
    context: flags.text(config.context),
    cluster: flags.text(config.cluster),
    user: flags.text(config.user),
    namespace: flags.text(config.namespace),
    server: flags.text(config.server),
    tlsServerName: flags.text(config.tlsServerName),
    insecureSkipTlsVerify: flags.isOn(config.insecureSkipTlsVerify),
    certificateAuthority: flags.text(config.certificateAuthority),
    clientCertificate: flags.text(config.clientCertificate),
    clientKey: flags.text(config.clientKey),
    token: flags.text(config.token),
    as: flags.text(config.as),
    asUid: flags.text(config.asUid),
    asGroup: flags.texts(config.asGroup),
    asUserExtra: flags.texts(config.asUserExtra),
    username: flags.text(config.username),
    password: flags.text(config.password),
    requestTimeout: flags.text(config.requestTimeout),
    disableCompression: flags.isOn(config.disableCompression),
    cacheDir: flags.text(config.cacheDir),
  };
}
