import { defineRemedy, kubectl } from "../define/index.ts";
import { say } from "../kubernetes/index.ts";

export const restoreNfsServer = defineRemedy({
  name: "restore-nfs-server",
  summary: "Restore an NFS server, so that its clients can unmount",
  on: ["v1/persistentvolumes"],
  needs: ["v1/persistentvolumes"],
  make(on, _using, cluster) {
    const found = cluster.get("v1/persistentvolumes", on.name);
    const nfs = found.state === "found" ? found.object.spec?.nfs : undefined;
    if (nfs === undefined) return undefined;
    return {
      title: say`Restore the NFS server ${nfs.server ?? "?"} at the same address`,
      because: say`The unmount waits for the server's response and then finishes. Data that the clients had not written yet is then written.`,
      commands: [kubectl`get services,pods -A -o wide`],
      steps: [
        say`If the server ran in this cluster and was deleted with its clients, apply it again with the same Service address ${nfs.server ?? ""}.`,
        say`From the node, check that the server responds: showmount -e ${nfs.server ?? ""}`,
        say`Next time, delete the clients first and the server last.`,
      ],
    };
  },
});
