/** Something that could stand at the cursor. */
export interface Candidate {
  readonly text: string;
  readonly about?: string;
}

/** What the shell is told. `space`: whether a space may follow. `files`: whether to offer file names instead. */
export interface Offer {
  readonly candidates: readonly Candidate[];
  readonly space: "after" | "none";
  readonly files: "offered" | "none";
}

export const noOffer: Offer = { candidates: [], space: "after", files: "none" };

/** The shell knows them itself. */
export const fileNames: Offer = { candidates: [], space: "after", files: "offered" };

export function offer(candidates: readonly Candidate[], space: Offer["space"] = "after"): Offer {
  return { candidates, space, files: "none" };
}

/** As spf13/cobra completions.go names them: 2 no space, 4 no file completion. */
const noSpace = 2;
const noFiles = 4;

/** The lines that kubectl reads: candidates that begin as typed, and a bit mask. */
export function offerLines({ candidates, space, files }: Offer, typed: string): string {
  const lines = candidates
    .filter(({ text }) => text.startsWith(typed) && isOneWord(text))
    .map(({ text, about }) => (about === undefined ? `${text}\n` : `${text}\t${about}\n`));
  const mask = (space === "none" ? noSpace : 0) | (files === "none" ? noFiles : 0);
  return `${lines.join("")}:${mask}\n`;
}

/** Names from a cluster go into a command line: anything that a shell could take for more than a name is left out. */
function isOneWord(text: string): boolean {
  return /^[A-Za-z0-9._:@/=,-]+$/.test(text);
}
