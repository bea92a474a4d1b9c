import type { DeskAgent, DeskChat } from "../../../codec/desk/desk.ts";
import type { DeskSurroundings } from "../../../codec/desk/desk-surroundings.ts";
import { textsOf } from "../../shared/language/texts.ts";
import { failures } from "../texts/en/failures.ts";

const text = textsOf("failures", failures);

/** Who deals with messages that failed. An agent is present who has a live desk and is set available. */
export interface Duty {
  readonly me: Pick<DeskAgent, "id" | "role">;
  readonly present: ReadonlySet<number>;
}

export const dutyOf = ({ agent, agents }: Pick<DeskSurroundings, "agent" | "agents">): Duty => ({
  me: agent,
  present: new Set(agents.filter(({ available }) => available).map(({ id }) => id)),
});

/** The agent who wrote what failed, still has the chat and is present; null: everybody on the channel. */
const ownerOf = ({ failed, agent }: Pick<DeskChat, "failed" | "agent">, { present }: Duty): number | null =>
  failed !== null && failed.agentId !== null && failed.agentId === agent?.id && present.has(agent.id) ? agent.id : null;

/** Whether this agent is told of it. What a client on the blacklist did not get is nobody's concern. Source: WH-20. */
export function failsFor(chat: Pick<DeskChat, "failed" | "agent" | "state">, duty: Duty): boolean {
  if (chat.failed === null || chat.state === "blocked") return false;
  const owner = ownerOf(chat, duty);
  return owner === null || owner === duty.me.id;
}

/** Whether it stands in this agent's view of failures: administrators look after all of them. */
export const isInFailed = (chat: Pick<DeskChat, "failed" | "agent" | "state">, duty: Duty): boolean =>
  failsFor(chat, duty) || (duty.me.role === "admin" && chat.failed !== null && chat.state !== "blocked");

/** As the service decides it: its agent's, anybody's when no present agent has the chat, an administrator's. */
export const canSendAgain = ({ agent }: Pick<DeskChat, "agent">, { me, present }: Duty): boolean =>
  me.role === "admin" || agent === null || agent.id === me.id || !present.has(agent.id);

/** "A message to Mia was not delivered: Mailbox is full" */
export function failedWords({ client: { name }, failed }: Pick<DeskChat, "client" | "failed">): string {
  if (failed === null) return "";
  const { count: n, error } = failed;
  return error === null ? text("messages", { n, name }) : text("messagesWhy", { n, name, reason: error.message });
}
