import type { AuditReport } from "../../report/index.ts";
import { whole } from "../escape.ts";
import { nameFormat } from "../machine.ts";
import { quoted } from "../shell.ts";
import { ofSeveral } from "./cluster.ts";

export const auditNames = nameFormat<AuditReport>("the objects with findings, one per line", ({ findings }) =>
  findings.map(({ subject }) => subject),
);

/** `--context=prod persistentvolumeclaim/data`: what kubectl takes, and xargs takes apart. */
export const auditListNames = ofSeveral(auditNames, ({ clusters }, options) =>
  clusters
    .flatMap((cluster) => {
      const flag = quoted(`--context=${whole(cluster.context)}`, "posix");
      const names = cluster.state === "audited" ? auditNames.render(cluster.report, options) : "";
      return names.split("\n").flatMap((name) => (name === "" ? [] : [`${flag} ${name}\n`]));
    })
    .join(""),
);
