/**
 * What krew-index asks of a manifest: kubernetes-sigs/krew internal/index/validation/validate.go
 * ValidatePlugin, validatePlatform, pkg/constants, and its `validate-krew-manifest`, v0.5.
 */

/** Untyped, as it comes out of a YAML file. */
interface Manifest {
  readonly apiVersion?: unknown;
  readonly kind?: unknown;
  readonly metadata?: { readonly name?: unknown };
  readonly spec?: {
    readonly version?: unknown;
    readonly homepage?: unknown;
    readonly shortDescription?: unknown;
    readonly description?: unknown;
    readonly platforms?: readonly Platform[];
  };
}

interface Requirement {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[];
}

interface Platform {
  readonly uri?: unknown;
  readonly sha256?: unknown;
  readonly bin?: unknown;
  readonly files?: readonly { readonly from?: string; readonly to?: string }[];
  readonly selector?: {
    readonly matchLabels?: { readonly [key: string]: string };
    readonly matchExpressions?: readonly Requirement[];
  };
}

interface KrewRule {
  readonly rule: string;
  holds(manifest: Manifest): boolean;
}

const pairs = ["darwin", "linux", "windows"].flatMap((os) =>
  ["amd64", "arm64"].map((arch) => ({ os, arch })),
);
const windowsDevices = /^(con|prn|aux|nul|com\d|lpt\d)$/i;
const isText = (value: unknown): value is string => typeof value === "string" && value !== "";
const each = (manifest: Manifest, check: (platform: Platform) => boolean) =>
  (manifest.spec?.platforms ?? []).every(check);

function requirementsOf({ selector }: Platform): readonly Requirement[] {
  const labels = Object.entries(selector?.matchLabels ?? {});
  return [
    ...labels.map(([key, value]) => ({ key, operator: "In", values: [value] })),
    ...(selector?.matchExpressions ?? []),
  ];
}

function matches(platform: Platform, pair: { readonly [key: string]: string }): boolean {
  return requirementsOf(platform).every(({ key, operator, values = [] }) => {
    const isOne = values.includes(pair[key] ?? "");
    return operator === "In" ? isOne : operator === "NotIn" && !isOne;
  });
}

export const krewRules: readonly KrewRule[] = [
  {
    rule: "apiVersion and kind are krew's",
    holds: ({ apiVersion, kind }) =>
      apiVersion === "krew.googlecontainertools.github.com/v1alpha2" && kind === "Plugin",
  },
  {
    rule: "the name is one word, and no device of Windows",
    holds: ({ metadata }) =>
      isText(metadata?.name) && /^[\w-]+$/.test(metadata.name) && !windowsDevices.test(metadata.name),
  },
  {
    rule: "the name is lower-case kebab-case without kube or kubectl in front",
    holds: ({ metadata }) => /^(?!kube(ctl)?-)[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(String(metadata?.name)),
  },
  {
    rule: "the version is semantic, with a v",
    holds: ({ spec }) => /^v\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/.test(String(spec?.version)),
  },
  {
    rule: "the short description is one line of at most 107 characters, without a full stop",
    holds: ({ spec }) => isText(spec?.shortDescription) && /^[^\n]{1,106}[^\n.]$/.test(spec.shortDescription),
  },
  { rule: "there is a homepage", holds: ({ spec }) => /^https:\/\//.test(String(spec?.homepage)) },
  {
    rule: "there is a description, and it lists no flags",
    holds: ({ spec }) => isText(spec?.description) && !/(^|\s)--?[a-z]/m.test(spec.description),
  },
  { rule: "there is a platform", holds: ({ spec }) => (spec?.platforms ?? []).length > 0 },
  {
    rule: "a platform has a uri",
    holds: (manifest) => each(manifest, ({ uri }) => /^https:\/\//.test(String(uri))),
  },
  {
    rule: "the uri holds the version",
    holds: (manifest) =>
      each(manifest, ({ uri }) => String(uri).includes(`/${String(manifest.spec?.version)}/`)),
  },
  {
    rule: "a platform has a sha256 of 64 lower-case hexadecimal digits",
    holds: (manifest) => each(manifest, ({ sha256 }) => /^[0-9a-f]{64}$/.test(String(sha256))),
  },
  {
    rule: "bin is a clean path inside the archive, and no script on Windows",
    holds: (manifest) =>
      each(manifest, (platform) => {
        const bin = String(platform.bin);
        const isClean = isText(platform.bin) && !bin.startsWith("/") && !bin.split("/").includes("..");
        return isClean && (!matches(platform, { os: "windows", arch: "amd64" }) || bin.endsWith(".exe"));
      }),
  },
  {
    rule: "a selector is not empty, and asks for os and arch only",
    holds: (manifest) =>
      each(manifest, (platform) => {
        const requirements = requirementsOf(platform);
        return requirements.length > 0 && requirements.every(({ key }) => key === "os" || key === "arch");
      }),
  },
  {
    rule: "no two platforms are meant for the same machine, and each for some",
    holds: ({ spec }) => {
      const platforms = spec?.platforms ?? [];
      const counts = pairs.map((pair) => platforms.filter((platform) => matches(platform, pair)).length);
      return (
        counts.every((count) => count <= 1) &&
        platforms.every((platform) => pairs.some((pair) => matches(platform, pair)))
      );
    },
  },
  {
    rule: "files are left out, or each has a from and a clean to",
    holds: (manifest) =>
      each(
        manifest,
        ({ files }) =>
          files === undefined ||
          (files.length > 0 &&
            files.every(({ from, to }) => isText(from) && isText(to) && !to.split("/").includes(".."))),
      ),
  },
];
