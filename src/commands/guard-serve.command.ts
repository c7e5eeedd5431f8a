import type { Command } from "./command.ts";
import { chunkSize, maxInFlight } from "./flags/index.ts";
import { guardServeFlags } from "./guard-serve/flags.ts";

export const guardServe: Command = {
  name: "guard-serve",
  summary: "Refuse deletions that lose data, as an admission webhook",
  description: `Warns the API server of deletions that lose data, or refuses them.`,
  details: `It judges the deletion of namespaces, claims, volumes, snapshots and
StatefulSets as "before delete" does, and only reads.

What it does not know it lets pass, with a warning, unless --when-unknown=deny
says otherwise. An object can be deleted all the same if it has the annotation
pvguard.dev/allow-delete with its own uid as the value. Kubernetes' own
controllers pass, and --exempt names others.

An answer rests on what was read at most --max-age before. Nothing is refused
by what was read before the request came: it is read again.

It answers POST /validate over TLS, and GET /healthz and /metrics. The
certificate is read again when its files change. The manifests are in
deploy/kustomize/guard-serve.

Exit codes: 0 ended by a signal; 2 wrong usage, the certificate cannot be
used, or the address is in use.`,
  usage: "",
  examples: [
    {
      what: "Warn of deletions that lose data",
      line: "guard serve --tls-cert-file a.crt --tls-private-key-file a.key",
    },
    {
      what: "Judge each deletion by what is read for it alone",
      line: "guard serve --max-age 0s --tls-cert-file a.crt --tls-private-key-file a.key",
    },
    {
      what: "Refuse them, but not those of an operator",
      line: "guard serve --mode deny --exempt cnpg --tls-cert-file a.crt --tls-private-key-file a.key",
    },
    {
      what: "Let the deletion of a claim pass that has a snapshot of the last hour",
      line: "guard serve --mode deny --allow-with-snapshot 1h --tls-cert-file a.crt --tls-private-key-file a.key",
    },
  ],
  common: ["mode", "tls-cert-file", "tls-private-key-file", "listen", "exempt"],
  flags: [...guardServeFlags, chunkSize, maxInFlight],
  words: { of: "none" },
  insteadOf: { from: "guard serve reads a cluster: use before delete --from for files" },
  async run({ flags }, surroundings) {
    const { guardOn } = await import("./guard-serve/serve.ts");
    return await guardOn(flags, surroundings);
  },
};
