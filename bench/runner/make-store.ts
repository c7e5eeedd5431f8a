/** In a process of its own, because it takes much memory: `make-store.ts FOLDER WISHES`, the wishes in JSON. */
import type { Wishes } from "../generator/cluster.ts";
import { writeStore } from "../store/write.ts";

const [folder = "", wishes = "{}"] = process.argv.slice(2);
writeStore(folder, JSON.parse(wishes) as Wishes);
