import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { load } from "js-yaml";
import { cachedAs } from "../binaries/cache.ts";
import { goVersion, NoBinaries } from "../binaries/go.ts";
import { moduleFolder } from "../binaries/module-folder.ts";
import type { Api } from "../support/api.ts";
import { eventually } from "../support/eventually.ts";
import type { ObjectManifest } from "../support/paths.ts";
import { snapshotClientModule } from "../versions.ts";

const group = "snapshot.storage.k8s.io";
const plurals = ["volumesnapshotclasses", "volumesnapshotcontents", "volumesnapshots"];
/** The names of their definitions. */
export const snapshotDefinitions = plurals.map((plural) => `${plural}.${group}`);

const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/** Makes the cluster serve snapshots, if it does not yet. */
export async function defineSnapshots(api: Api): Promise<void> {
  for (const plural of plurals) {
    const found = await api.send("GET", `${definitions}/${plural}.${group}`);
    if (found.status === 404) await api.create(await definition(plural));
  }
  for (const plural of plurals) {
    await eventually(`${plural} are served`, async () => {
      const answer = await api.send("GET", `/apis/${group}/v1/${plural}?limit=1`);
      return answer.status === 200 ? answer : undefined;
    });
  }
}

/** Why the definitions are not to be had here. */
export async function snapshotsCannotBeHad(): Promise<string | undefined> {
  const areThere = plurals.every((plural) => existsSync(fileOf(plural)));
  return areThere || (await goVersion()) !== undefined ? undefined : "no Go to fetch the kinds of snapshots";
}

function fileOf(plural: string): string {
  return join(cachedAs(snapshotClientModule.path, snapshotClientModule.version), `${group}_${plural}.yaml`);
}

async function definition(plural: string): Promise<ObjectManifest> {
  const file = fileOf(plural);
  if (!existsSync(file)) {
    if ((await goVersion()) === undefined) throw new NoBinaries(`${file}: no Go to fetch it`);
    mkdirSync(dirname(file), { recursive: true });
    const { Dir } = await moduleFolder(snapshotClientModule);
    writeFileSync(file, readFileSync(join(Dir, "config", "crd", `${group}_${plural}.yaml`)));
  }
  return load(readFileSync(file, "utf8")) as ObjectManifest;
}
