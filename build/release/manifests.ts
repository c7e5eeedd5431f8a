/** How package managers are told of a release. */
import type { Platform } from "./platforms.ts";
import { archiveName, executableName } from "./platforms.ts";

/** Hexadecimal SHA-256 of each archive, by its name. */
export type Sums = ReadonlyMap<string, string>;

const releases = "https://github.com/pvguard/kubectl-pvguard/releases/download";

function sumOf(sums: Sums, archive: string): string {
  const sum = sums.get(archive);
  if (sum === undefined) throw new Error(`there is no sum of ${archive}`);
  return sum;
}

/** The manifest for krew-index: the template with the version, and the sum of each archive behind its address. */
export function krewManifest(template: string, version: string, sums: Sums): string {
  return template
    .replace(/^#.*\n/, "")
    .replaceAll(/(?<![a-z0-9])v\d+\.\d+\.\d+(?=[/_.]|$)/gm, version)
    .replaceAll(
      /^( +uri: .*\/([^/\n]+)\n +sha256: ).*$/gm,
      (_, before: string, archive: string) => `${before}"${sumOf(sums, archive)}"`,
    );
}

/** A formula for a tap of Homebrew. */
export function homebrewFormula(version: string, sums: Sums): string {
  const of = (os: Platform["os"], arch: Platform["arch"]) => {
    const archive = archiveName({ os, arch }, version);
    return `      url "${releases}/${version}/${archive}"\n      sha256 "${sumOf(sums, archive)}"`;
  };
  const on = (os: Platform["os"]) => `    on_arm do
${of(os, "arm64")}
    end
    on_intel do
${of(os, "amd64")}
    end`;
  const name = executableName({ os: "linux" });
  return `class KubectlPvguard < Formula
  desc "Explains why a Kubernetes volume or claim is stuck, and what becomes of the data"
  homepage "https://github.com/pvguard/kubectl-pvguard"
  version "${version.slice(1)}"
  license "Apache-2.0"

  on_macos do
${on("darwin")}
  end

  on_linux do
${on("linux")}
  end

  def install
    bin.install "${name}"
    # kubectl asks a program of this name for completion.
    bin.install_symlink "${name}" => "kubectl_complete-pvguard"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/${name} --version")
  end
end
`;
}
