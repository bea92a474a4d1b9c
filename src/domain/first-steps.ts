import type { ChannelSettings } from "../../machines/channel/channel.types.ts";
import type { ChatMessage } from "../../machines/chat/message.types.ts";
import type { AgentId } from "../../machines/ids.ts";
import type { FirstSteps } from "../codec/admin/first-steps.ts";
import { chatStates } from "../codec/desk/desk-schemas.ts";
import { asConversationKey } from "../core/ids.ts";
import { scanKeys, undamagedLater } from "../core/rows/damaged-rows.ts";
import type { DurableRows, ScannedRows, Store } from "../ports/store.ts";
import { readDelivery } from "./delivery/delivery-actor.ts";
import type { Directory } from "./directory.ts";

/** The maximum of rows of each kind that are searched while a fact is unknown. After that, nothing is searched. */
const chatsLookedAtMax = 20;
const messagesLookedAtMax = 50;
const widgetsLookedAtMax = 20;
const visitorsLookedAtMax = 50;

export interface FirstStepsReader {
  /** Reads only few rows, because a step that is done stays done. */
  read(): Promise<FirstSteps["steps"]>;
  /** Whether there are at most this many chats. */
  hasAtMost(chats: number): Promise<boolean>;
  /**
   * Whether this administrator's desk shows the first steps; `undefined` before the choice. The choice has no effect on other
   * desks.
   */
  isChosen(agentId: AgentId): Promise<boolean | undefined>;
  /** Durable when it resolves. */
  choose(agentId: AgentId, isShown: boolean): Promise<void>;
}

export function createFirstSteps({
  store,
  directory,
}: {
  readonly store: Store;
  readonly directory: Directory;
}): FirstStepsReader {
  const settingsOf = (): readonly ChannelSettings[] => directory.channels().map(({ settings }) => settings);
  const isAnswered = createOnce(async () => hasAnswer(store));
  const isInstalled = createOnce(() => hasVisitor(store, settingsOf()));
  return {
    hasAtMost: async (chats) => (await newestChats(store, chats + 1)).length <= chats,
    async isChosen(agentId) {
      const chosen = await undamagedLater(() => store.read("fact", factOf(agentId)));
      return chosen === undefined ? undefined : chosen.text === "shown";
    },
    choose: (agentId, isShown) =>
      store.commit({}, () => [{ table: "fact", key: factOf(agentId), row: { text: isShown ? "shown" : "hidden" } }]),
    async read() {
      const channels = settingsOf();
      return {
        written: (await newestChats(store, 1)).length > 0,
        answered: await isAnswered(),
        connected: channels.some(hasSystem),
        installed: await isInstalled(),
        colleague: directory.agents().length > 1,
        bot: channels.some(({ bot }) => bot !== null),
      };
    },
  };
}

const factOf = (id: AgentId): readonly [string] => [`first-steps-of-${id}`];

/** Calls `ask` until it returns true, then never again. */
function createOnce(ask: () => Promise<boolean>): () => Promise<boolean> {
  let isSo = false;
  return async () => {
    isSo ||= await ask();
    return isSo;
  };
}

/** A host name below `.invalid` belongs to nobody. The sample customer has such a name. Source: RFC 2606. */
const hasSystem = ({ kind, webhookUrl }: ChannelSettings): boolean =>
  kind === "api" && URL.parse(webhookUrl)?.hostname.endsWith(".invalid") === false;

/** The numbers of the newest chats. Numbers have gaps where a copy of the store was used. */
async function newestChats(store: ScannedRows, limit: number): Promise<readonly number[]> {
  const numbersIn = async (state: string): Promise<readonly number[]> =>
    (await scanKeys(store, "chatState", { prefix: [state], reverse: true, limit })).map(({ key }) => key[1]);
  const numbers = (await Promise.all(chatStates.map(numbersIn))).flat();
  return numbers.sort((left, right) => right - left).slice(0, limit);
}

async function hasAnswer(store: DurableRows & ScannedRows): Promise<boolean> {
  for (const chat of await newestChats(store, chatsLookedAtMax)) {
    const range = { prefix: [chat], reverse: true, limit: messagesLookedAtMax, onDamaged: () => null };
    const page = await store.scan("message", range);
    const arrived = await Promise.all(page.map(({ row }) => undamagedLater(() => hasArrived(store, row))));
    if (arrived.includes(true)) return true;
  }
  return false;
}

/** A message to a widget's visitor has no delivery. */
async function hasArrived(store: DurableRows, { from, content, deliveryId }: ChatMessage): Promise<boolean> {
  if (from !== "agent" || content.type === "note") return false;
  return deliveryId === null || (await readDelivery(store.durable, deliveryId))?.state === "delivered";
}

async function hasVisitor(store: ScannedRows, channels: readonly ChannelSettings[]): Promise<boolean> {
  const widgets = channels.filter(({ kind }) => kind === "widget").slice(0, widgetsLookedAtMax);
  for (const { id } of widgets) {
    // "0" comes right after "/".
    const after = [asConversationKey(`client/${id}/`)] as const;
    const range = { after, until: [`client/${id}0`], limit: visitorsLookedAtMax, onDamaged: () => null };
    const page = await store.scan("client", range);
    if (page.some(({ row }) => isElsewhere(row.client.url, id))) return true;
  }
  return false;
}

function isElsewhere(address: string | null, id: string): boolean {
  const url = URL.parse(address ?? "");
  return url !== null && url.pathname.replace(/\/$/, "") !== `/demo/${id}`;
}
