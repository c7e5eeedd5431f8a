/** A cluster's own etcd, over its JSON gateway. */
interface Pair {
  readonly key: string;
  readonly value: string;
}

const coded = (text: string) => Buffer.from(text, "utf8").toString("base64");
const decoded = (text: string) => Buffer.from(text, "base64").toString("utf8");

async function ask(etcd: string, call: string, body: object): Promise<unknown> {
  const answer = await fetch(`${etcd}/v3/kv/${call}`, { method: "POST", body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`etcd: ${call}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** Everything whose key begins like this. */
export async function stored(etcd: string, prefix: string): Promise<readonly Pair[]> {
  const end = `${prefix.slice(0, -1)}${String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1)}`;
  const { kvs = [] } = (await ask(etcd, "range", { key: coded(prefix), range_end: coded(end) })) as {
    readonly kvs?: readonly Pair[];
  };
  return kvs.map(({ key, value }) => ({ key: decoded(key), value: decoded(value) }));
}

export async function store(etcd: string, { key, value }: Pair): Promise<void> {
  await ask(etcd, "put", { key: coded(key), value: coded(value) });
}
