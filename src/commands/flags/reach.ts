import type { Reach } from "../../render/reached.ts";
import type { Shell } from "../../report/index.ts";
import * as config from "./config.ts";
import type { Text, Texts } from "./flag.ts";
import type { FlagValues } from "./values.ts";

const deciding: readonly (Text | Texts)[] = [
  config.kubeconfig,
  config.context,
  config.cluster,
  config.user,
  config.server,
  config.tlsServerName,
  config.certificateAuthority,
  config.clientCertificate,
  config.clientKey,
  config.as,
  config.asUid,
  config.asGroup,
  config.asUserExtra,
];

/** The flags that decide which cluster is asked and as whom, as they were given. Secrets are left out. */
export function reachOf(flags: FlagValues, shell: Shell): Reach {
  const valued = deciding.filter((flag) => flags.isGiven(flag)).flatMap((flag) => written(flag, flags));
  const isSkipped = flags.isGiven(config.insecureSkipTlsVerify) && flags.isOn(config.insecureSkipTlsVerify);
  return { flags: [...valued, ...(isSkipped ? [`--${config.insecureSkipTlsVerify.name}`] : [])], shell };
}

function written(flag: Text | Texts, flags: FlagValues): readonly string[] {
  const values = flag.takes === "texts" ? flags.texts(flag) : [flags.text(flag) ?? ""];
  return values.flatMap((value) => [`--${flag.name}`, value]);
}

/** The secrets that were given on the command line, which no shown command repeats. */
export function secretsOf(flags: FlagValues): readonly string[] {
  return [config.token, config.username, config.password]
    .filter((flag) => flags.isGiven(flag))
    .map(({ name }) => `--${name}`);
}
