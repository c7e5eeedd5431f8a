/** What an unmount error is about, as far as its words tell. */
export type UnmountTrouble = "busy" | "input-output" | "not-mounted" | "state-missing" | "nfs" | "other";

interface Sign {
  readonly trouble: UnmountTrouble;
  readonly matches: RegExp;
  /** What it means, for a person. */
  readonly meaning: string;
}

const signs: readonly Sign[] = [
  {
    trouble: "state-missing",
    matches: /vol_data\.json|volume data file/i,
    meaning: "the kubelet's own record of the mount is missing",
  },
  {
    trouble: "busy",
    matches: /target is busy|device or resource busy|EBUSY|device is busy/i,
    meaning: "a process or another mount on the node still has it open",
  },
  {
    trouble: "input-output",
    matches: /input\/output error|I\/O error/i,
    meaning: "the device is failing; data that was not written yet may be lost",
  },
  {
    trouble: "nfs",
    matches: /\bnfs\b|stale file handle/i,
    meaning: "the NFS server does not answer",
  },
  {
    trouble: "not-mounted",
    matches: /not mounted|volume .{0,80}not ?found|code = NotFound/i,
    meaning: "the driver treats unmounting a volume that is not mounted as an error",
  },
];

export function unmountTrouble(message: string): UnmountTrouble {
  return signs.find(({ matches }) => matches.test(message))?.trouble ?? "other";
}

export function meaningOf(trouble: UnmountTrouble): string | undefined {
  return signs.find((sign) => sign.trouble === trouble)?.meaning;
}
