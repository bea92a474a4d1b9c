import { at, textAt } from "../json.ts";
import { nowMs, passed } from "../time.ts";
import type { CustomerSystem } from "./customer-system.ts";
import type { Customer } from "./customers.ts";
import type { ThreeNodes } from "./three-nodes.ts";

/** The counts at the end of the demo. */
export interface Verdict {
  /** The number of customers' messages that were answered 200. `answered` is the number of answers that customers received. */
  readonly said: number;
  readonly answered: number;
  /** One line for each error. */
  readonly wrong: readonly string[];
}

const settledWithinMs = 60_000;
const lookEveryMs = 500;
const pageRows = 100;

/** Waits until every customer has an answer to each message. Then compares the sent, stored and received messages. */
export async function judge(
  customers: { readonly ofAgents: readonly Customer[]; readonly ofBot: readonly Customer[] },
  system: CustomerSystem,
  nodes: ThreeNodes,
  token: string,
): Promise<Verdict> {
  const all = [...customers.ofAgents, ...customers.ofBot];
  const told = ({ id }: Customer): readonly string[] => system.told.get(id) ?? [];
  const untilMs = nowMs() + settledWithinMs;
  while (all.some((one) => told(one).length < one.said.length) && nowMs() < untilMs) await passed(lookEveryMs);
  const wrong: string[] = [];
  const stored = await readStored(nodes, token);
  for (const one of all)
    wrong.push(...compare(`messages of ${one.id} that are stored`, stored.get(one.id) ?? [], one.said));
  for (const one of customers.ofAgents) {
    const expected = one.said.map((text) => `re: ${text}`);
    wrong.push(...compare(`answers that ${one.id} received`, told(one), expected));
  }
  for (const one of customers.ofBot) {
    const missing = one.said.length - told(one).length;
    if (missing > 0) wrong.push(`answers of the bot to ${one.id}: ${missing} are missing`);
  }
  return {
    said: all.reduce((sum, { said }) => sum + said.length, 0),
    answered: all.reduce((sum, one) => sum + told(one).length, 0),
    wrong,
  };
}

/** Reads the stored messages of each customer, in the order of the chats and their messages. */
async function readStored(nodes: ThreeNodes, token: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const texts = new Map<string, string[]>();
  for (const { id, client } of await readAll(nodes, token, "/api/chats?", "chats")) {
    const messages = await readAll(nodes, token, `/api/chats/${String(id)}/messages?`, "messages");
    const own = messages.filter(({ from }) => from === "client").map(({ text }) => String(text));
    const customer = textAt(client, "id");
    texts.set(customer, [...own, ...(texts.get(customer) ?? [])]);
  }
  return texts;
}

type Item = Readonly<Record<string, unknown>>;

async function readAll(nodes: ThreeNodes, token: string, path: string, name: string): Promise<readonly Item[]> {
  const items: Item[] = [];
  for (let more = ""; ; ) {
    const { body } = await nodes.call({ method: "GET", path: `${path}limit=${pageRows}${more}`, token });
    const page = at(body, name);
    if (Array.isArray(page)) items.push(...page);
    const last = items.at(-1);
    const cursor = textAt(body, "cursor");
    if (!Array.isArray(page) || page.length === 0 || last === undefined) return items;
    if (name === "messages") more = `&after=${String(last["seq"])}`;
    else if (cursor === "") return items;
    else more = `&cursor=${encodeURIComponent(cursor)}`;
  }
}

/** Compares two lists that should be equal, and describes the first difference. */
function compare(what: string, got: readonly string[], expected: readonly string[]): readonly string[] {
  const index = expected.findIndex((text, place) => got[place] !== text);
  if (index < 0 && got.length === expected.length) return [];
  const place = index < 0 ? expected.length : index;
  return [
    `${what}: expected ${expected.length}, got ${got.length}; at ${place + 1} expected ${expected[place]}, got ${got[place]}`,
  ];
}
