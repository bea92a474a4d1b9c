import type { DeskAgent, DeskChat } from "../../../codec/desk/desk.ts";
import type { DeskSurroundings } from "../../../codec/desk/desk-surroundings.ts";
import { textsOf } from "../../shared/language/texts.ts";
import { failures } from "../texts/en/failures.ts";

const text = textsOf("failures", failures);

/** Decides who handles failed messages. An agent is present with a live desk and the switch set to available. */
export interface Duty {
  readonly me: { readonly id: number; readonly role: DeskAgent["role"] };
  readonly present: ReadonlySet<number>;
  /** The test channels, whose failures are nobody's. Source: CH-61. */
  readonly testChannelIds: ReadonlySet<string>;
}

export const dutyOf = ({ agent, agents, channels }: DeskSurroundings): Duty => ({
  me: agent,
  present: new Set(agents.filter(({ available }) => available).map(({ id }) => id)),
  testChannelIds: new Set(channels.filter(({ test }) => test).map(({ id }) => id)),
});

/** The author of the failed message, if that agent still has the chat and is present; null: all agents of the channel. */
const ownerOf = ({ failed, agent }: DeskChat, { present }: Duty): number | null =>
  failed !== null && failed.agentId !== null && failed.agentId === agent?.id && present.has(agent.id) ? agent.id : null;

const isToBeHandled = ({ failed, state, channelId }: DeskChat, { testChannelIds }: Duty): boolean =>
  failed !== null && state !== "blocked" && !testChannelIds.has(channelId);

/** Whether this agent is notified. Failed messages to blacklisted clients are ignored. Source: WH-20. */
export function failsFor(chat: DeskChat, duty: Duty): boolean {
  if (!isToBeHandled(chat, duty)) return false;
  const owner = ownerOf(chat, duty);
  return owner === null || owner === duty.me.id;
}

/** Whether the chat is in this agent's view of failures: administrators see all of them. */
export const isInFailed = (chat: DeskChat, duty: Duty): boolean =>
  failsFor(chat, duty) || (duty.me.role === "admin" && isToBeHandled(chat, duty));

/** The same rule as in the service: the chat's agent, any agent when no present agent has the chat, or an administrator. */
export const canSendAgain = ({ agent }: DeskChat, { me, present }: Duty): boolean =>
  me.role === "admin" || agent === null || agent.id === me.id || !present.has(agent.id);

/** "A message to Mia was not delivered: Mailbox is full" */
export function failedWords({ client: { name }, failed }: DeskChat): string {
  if (failed === null) return "";
  const { count: n, error } = failed;
  return error === null ? text("messages", { n, name }) : text("messagesWhy", { n, name, reason: error.message });
}
