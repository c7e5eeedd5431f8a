import { backendNamed } from "../backends/index.ts";
import { defineRemedy } from "../define/index.ts";
import { say } from "../kubernetes/index.ts";

export const deleteListedDisk = defineRemedy({
  name: "delete-listed-disk",
  summary: "Delete a disk without a volume in the storage backend",
  on: ["pvguard.dev/v1alpha1/disks"],
  needs: ["pvguard.dev/v1alpha1/disks", "pvguard.dev/v1alpha1/diskinventories"],
  make(on, _using, cluster) {
    const disk = cluster.get("pvguard.dev/v1alpha1/disks", on.name);
    if (disk.state !== "found") return undefined;
    const list = cluster.get("pvguard.dev/v1alpha1/diskinventories", disk.object.spec?.inventory ?? "");
    const backend = list.state === "found" ? backendNamed(list.object.spec?.backend) : undefined;
    const argv = backend?.deletion(disk.object);
    if (backend === undefined || argv === undefined) return undefined;
    return {
      title: say`Delete the disk ${on.name} in ${backend.name}`,
      dangers: ["DiskDeletedByHand"],
      because: say`This frees its space. Its data is lost, and no object of Kubernetes can bring it back.`,
      first: [
        say`Make sure that no other cluster and no person needs the data. Look at it first: create a volume for the disk.`,
      ],
      commands: [{ argv }],
    };
  },
});
