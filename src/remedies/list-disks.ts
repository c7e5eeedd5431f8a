import { defineRemedy, kubectl } from "../define/index.ts";
import { say } from "../kubernetes/index.ts";

/** What the name of a CSI driver can be. It ends up in a query. */
const driverRule = /^[A-Za-z0-9]([-A-Za-z0-9.]*[A-Za-z0-9])?$/;

/** `using.driver`: whose disks. */
export const listDisks = defineRemedy({
  name: "list-disks",
  summary: "List every disk of a driver, with its volume, in a file",
  make(_on, using: { readonly driver: string }) {
    const driver = using.driver ?? "";
    if (!driverRule.test(driver)) return undefined;
    const query = `{range .items[?(@.spec.csi.driver=="${driver}")]}{.metadata.name}{"\\t"}{.spec.csi.volumeHandle}{"\\n"}{end}`;
    return {
      title: say`List every disk of ${driver} in a file`,
      spares: "the data",
      because: say`When the volume objects are deleted, this list is the only record of what has to be deleted, or kept, in the storage backend.`,
      commands: [{ ...kubectl`get persistentvolumes -o jsonpath=${query}`, into: `disks-of-${driver}.txt` }],
    };
  },
});
