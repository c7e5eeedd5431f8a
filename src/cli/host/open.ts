import type { Snapshot } from "../../cluster/index.ts";
import type { Connected, FlagValues, Output, Questions, Surroundings, Tell } from "../../commands/index.ts";
import {
  at,
  chunkSize,
  complete,
  config,
  Failure,
  filesTold,
  from,
  inputSource,
  listsTold,
  liveSource,
  maxInFlight,
  maxInput,
  namespaces,
  resourceNamed,
} from "../../commands/index.ts";
import type { ConfigFlags } from "../../connection/kubeconfig/index.ts";
import type { ObjectRef, Resource } from "../../kubernetes/index.ts";
import { nameKey, rawObject, say, words } from "../../kubernetes/index.ts";
import type { ReadOptions, Said } from "../../reading/files/index.ts";
import type { ConnectedCluster } from "../../reading/live/index.ts";
import type { Host } from "./host.ts";
import { surroundingsOf } from "./host.ts";

/** Opens what the flags name. The readers are big, and only the one that is needed is loaded. */
export function opener(host: Host, err: Output, quietly: InTurn = (work) => work()): Surroundings["open"] {
  const turn = inTurn();
  const atTerminal: InTurn = (work) => turn(() => quietly(work));
  return async (flags, tell, questions = "many", said = err) => {
    return flags.texts(from).length > 0
      ? inputSource(await readInput(flags, host, tell, { manifests: questions === "all rules" }))
      : liveSource(await openCluster(flags, host, said, { questions, tell, atTerminal }), () => host.now());
  };
}

type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** One after the other: of two programs that ask a person something, a person cannot tell which is asking. */
function inTurn(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work, work);
    last = mine;
    return mine;
  };
}

/** Reads what the kubeconfig has names for. */
export function kubeconfigReader(host: Host, err: Output): Surroundings["kubeconfig"] {
  return async (flags) => {
    const { loadKubeconfig } = await import("../../connection/kubeconfig/load.ts");
    const { config: loaded } = await loadKubeconfig(
      flags.text(config.kubeconfig),
      await surroundingsOf(host, err),
    );
    const { contexts, clusters, users } = loaded;
    return { contexts: [...contexts.keys()], clusters: [...clusters.keys()], users: [...users.keys()] };
  };
}

async function readInput(
  flags: FlagValues,
  host: Host,
  tell: Tell | undefined,
  more: Pick<ReadOptions, "onWhole" | "manifests">,
): Promise<Snapshot> {
  const { nodeFiles, readInputs } = await import("../../reading/files/index.ts");
  const moment = flags.text(at);
  return await readInputs(flags.texts(from), nodeFiles(host.stdin), {
    now: host.now(),
    limits: { inputBytes: bytes(flags.text(maxInput) ?? "") },
    ...(moment === undefined ? {} : { at: moment }),
    ...saidIn(flags),
    ...more,
    ...(tell === undefined ? {} : { onProgress: filesTold(tell) }),
  });
}

/** What the flags say of the input. */
function saidIn(flags: FlagValues): { readonly said?: Said } {
  const [kinds, shown] = [complete, namespaces].map((flag) =>
    flags.texts(flag).flatMap((text) => text.split(",")),
  );
  if (kinds === undefined || shown === undefined || kinds.length + shown.length === 0) return {};
  const isAll = kinds.includes(complete.bare ?? "");
  return { said: { complete: isAll ? "every kind" : kinds.map(typeIn), namespaces: shown } };
}

function typeIn(name: string): Resource {
  const resource = resourceNamed(name);
  if (resource === undefined)
    throw new Failure("usage", say`error: --complete: pvguard reads no resource type "${name}"`);
  return resource;
}

/** Opens files with each object as it stands in them, for a plan that is not carried out. */
export function wholeOpener(host: Host): Surroundings["openWhole"] {
  return async (flags, tell) => {
    const wholes = new Map<string, object>();
    const snapshot = await readInput(flags, host, tell, {
      onWhole: (ref, whole) => wholes.set(nameKey(ref), whole),
    });
    const whole = (ref: ObjectRef) => {
      const found = wholes.get(nameKey(ref));
      return found && rawObject(JSON.stringify(found));
    };
    return { source: inputSource(snapshot), input: snapshot.source, whole };
  };
}

/** Reads which objects manifests name. */
export function namesReader(host: Host): Surroundings["namedIn"] {
  return async (paths, folders) => {
    const { namedInFiles, nodeFiles } = await import("../../reading/files/index.ts");
    const below = folders === "as they are" ? "left out" : "read";
    return await namedInFiles(paths, nodeFiles(host.stdin), { below });
  };
}

/** Opens a cluster that can be changed. */
export function connector(host: Host, err: Output): (flags: FlagValues) => Promise<Connected> {
  return async (flags) => {
    if (flags.texts(from).length > 0) {
      throw new Failure(
        "usage",
        words("error: this command changes a cluster and cannot work from files: remove --from"),
      );
    }
    const cluster = await openCluster(flags, host, err, { questions: "many" });
    const { client, server, contextName: context, user, proof } = cluster;
    return { source: liveSource(cluster, () => host.now()), client, server, context, user, proof };
  };
}

/** A few questions are sent in two or three rounds of some ten at once. */
const earlyConnections: Readonly<Record<Questions, number>> = { "a few": 4, many: 1, "all rules": 1 };

interface OpenOptions {
  readonly questions: Questions;
  readonly tell?: Tell | undefined;
  /** Has the programs that may ask a person something wait for each other. */
  readonly atTerminal?: InTurn;
}

async function openCluster(
  flags: FlagValues,
  host: Host,
  err: Output,
  { questions, tell, atTerminal }: OpenOptions,
): Promise<ConnectedCluster> {
  const live = await import("../../reading/live/index.ts");
  const surroundings = await surroundingsOf(host, err, flags);
  const runPlugin: typeof surroundings.runPlugin = (call) =>
    call.input === "terminal" && atTerminal !== undefined
      ? atTerminal(() => surroundings.runPlugin(call))
      : surroundings.runPlugin(call);
  return await live.openCluster(
    configFlags(flags),
    { ...surroundings, runPlugin },
    {
      chunkSize: flags.number(chunkSize),
      inFlight: flags.number(maxInFlight),
      progress: tell && listsTold(tell),
      early: earlyConnections[questions],
    },
  );
}

const units: ReadonlyMap<string, number> = new Map([
  ["", 1],
  ["k", 1000],
  ["M", 1000 ** 2],
  ["G", 1000 ** 3],
  ["Ki", 1024],
  ["Mi", 1024 ** 2],
  ["Gi", 1024 ** 3],
]);

function bytes(text: string): number {
  const [, digits, unit] = /^(\d{1,12})([kMG]i?|Ki)?$/.exec(text) ?? [];
  const factor = units.get(unit ?? "");
  if (digits === undefined || factor === undefined) {
    throw new Failure("usage", say`error: --max-input must be a size such as 512Mi or 4Gi, not "${text}"`);
  }
  return Number(digits) * factor;
}

/** kubectl's common flags, as the reader of the kubeconfig takes them. */
function configFlags(flags: FlagValues): ConfigFlags {
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
