import type { Command } from "./command.ts";
import { chunkSize, maxInFlight } from "./flags/index.ts";
import { guardServeFlags } from "./guard-serve/flags.ts";

export const guardServe: Command = {
  name: "guard-serve",
  summary: "Refuse deletions that lose data, as an admission webhook",
  description: `Answers the API server before a deletion: warns of it, or refuses it, if data
is lost by it, with the reason and the step that keeps the data.`,
  details: `It judges namespaces, claims, volumes, snapshots and StatefulSets as
"before delete" does, and only reads. A policy of "kubectl pvguard guard" needs
no program that runs, but sees only two objects.

What it does not know it lets pass, with a warning, unless --when-unknown=deny
says otherwise. An object can be deleted all the same if it has the annotation
pvguard.dev/allow-delete with its own uid as the value. Kubernetes' own
controllers pass, and --exempt names others.

An answer rests on what was read at most --max-age before. Nothing is refused
by what was read before the request came: it is read again.

It answers POST /validate over TLS, and GET /healthz. The certificate is read
again when its files change. deploy/kustomize/guard-serve has the manifests.

Exit codes: 0 ended by a signal; 2 wrong usage, the certificate cannot be
used, or the address is in use.`,
  usage: "",
  examples: [
    {
      what: "Warn of deletions that lose data",
      line: "guard serve --tls-cert-file tls.crt --tls-private-key-file tls.key",
    },
    {
      what: "Refuse them",
      line: "guard serve --mode deny --tls-cert-file tls.crt --tls-private-key-file tls.key",
    },
    {
      what: "Let the deletion of a claim pass that has a snapshot of the last hour",
      line: "guard serve --mode deny --allow-with-snapshot 1h --tls-cert-file tls.crt --tls-private-key-file tls.key",
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
