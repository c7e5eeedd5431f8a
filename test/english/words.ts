/** What pvguard does not say, and why. `not` looks at one text: a template with `{}` for its inserts, or a paragraph of a page. */
export interface Odd {
  readonly not: RegExp;
  readonly because: string;
}

export const oddWords: readonly Odd[] = [
  { not: /\bany ?more\b/i, because: "say what is true now: `no longer exists`, `has been deleted`" },
  { not: /\banew\b/i, because: "again" },
  {
    not: /\b(?:nobody|somebody|no one|someone)\b/i,
    because: "name the controller, the driver or the person",
  },
  { not: /\bwhoever\b/i, because: "name who it is" },
  {
    not: /\blets? (?:it |them |the \w+ )?go\b|\bletting go\b/i,
    because: "a controller releases an object or removes its finalizer",
  },
  {
    not: /\b(?:it|claim|volume|pod|disk|object|namespace|snapshot|content|attachment|finalizer|\{\}) goes\b(?! (?:back|on|to|into|through|over))/i,
    because: "an object is deleted or disappears",
  },
  {
    not: /\bgoes by itself\b|\bgoes with (?:it|its|the|them)\b/i,
    because: "is deleted with, without further action",
  },
  {
    not: /\bthe data lives?\b|\bwhere (?:it|the data) lived\b|\bdata lived\b/i,
    because: "data is on a disk or a node",
  },
  { not: /\blives and\b|\bthat lives\b|\bstill lives\b/i, because: "an object exists" },
  { not: /\bmust be said\b/i, because: "leave it out" },
  { not: /\bof today\b|\bof before\b/i, because: "current, former" },
  {
    not: /\bis (?:Terminating|Released|Pending|Lost|Failed|Available|Bound) for (?:\{\}|\d)/,
    because: "has been … for",
  },
  { not: /Nothing found in/, because: "No problems found" },
  { not: /\bby hand\b/i, because: "manually" },
  { not: /\btake[sn]? (?:it |them |that )?back\b|\btaken back\b/i, because: "undone" },
  { not: /\bfor (?:good|ever)\b/i, because: "permanently, or the fact itself" },
  { not: /\bstand for\b/i, because: "vouch for, or the fact itself" },
  { not: /\bwell as far as\b|\bis not well\b|\bare not well\b|\bis well\b/i, because: "healthy" },
  { not: /\bof course\b|\bsimply\b|\bjust\b/i, because: "filler" },
  { not: /\bnothing is there\b|\bis there no more\b/i, because: "does not exist" },
  { not: /\bis not (?:there|in the API)\b/i, because: "does not exist" },
  {
    not: /\bsuch an? (?:claim|volume|pod|object|snapshot|node)\b/i,
    because: "a claim like this, or this claim",
  },
  { not: /\bis tried again\b|\btried anew\b/i, because: "the controller retries" },
  { not: /\bmended?\b|\bto mend\b/i, because: "fix, repair" },
  { not: /\bwhereupon\b|\bthereupon\b|\bhence\b|\bthus\b/i, because: "so, then" },
  { not: /\bin trouble\b|\bin vain\b|\bwithout a word\b/i, because: "rhetoric: state the fact" },
];

/** A longer sentence is read twice. */
export const mostWords = 30;
