import type { ReadonlySignal } from "@preact/signals";
import { signal } from "@preact/signals";
import type { DeskChat } from "../../../../codec/desk/desk.ts";
import type { Answer } from "../../../shared/api/api.ts";
import { textsOf } from "../../../shared/language/texts.ts";
import type { ChatAnswer } from "../../data/answers.types.ts";
import type { Desk } from "../../data/desk.ts";
import { shell } from "../../texts/en/shell.ts";
import { tell, tellFailure } from "../notices.tsx";
import { go, placeOf } from "../route.ts";

const text = textsOf("shell", shell);

/**
 * An agent's actions on a chat, from any place in the desk. The service decides, and the desk shows the returned chat. Each
 * resolves with the answer. A notice shows a failure, except for `transferChat`, whose form shows it.
 */

const underWay = signal<ReadonlySet<string>>(new Set());

/** Chats with an action in progress, whose buttons wait. */
export const chatsUnderWay: ReadonlySignal<ReadonlySet<string>> = underWay;

let taking = 0;

/** Whether a chat is being accepted. Keys pressed meanwhile are text for its client, not commands. */
export const isTaking = (): boolean => taking > 0;

/** Accepts the chat for this agent. If another agent was faster, a notice names that agent. Source: BOT-43. */
export async function acceptChat(desk: Desk, chatId: string): Promise<Answer<DeskChat>> {
  taking += 1;
  const answer = await takeStep(desk, chatId, "accept").finally(() => {
    taking -= 1;
  });
  if (answer.ok || answer.failure.code !== "conflict") return withNotice(text("notYours"), answer);
  const now = await desk.chats.read(chatId);
  const holder = now.ok ? now.value.agent : null;
  if (holder === null) return withNotice(text("notYours"), answer);
  tell(text("hasChat", { name: holder.name }));
  return answer;
}

/** Closes the chat; the client's next message opens a new one. The notice offers to reopen it. Source: CH-23. */
export async function closeChat(desk: Desk, chatId: string): Promise<Answer<DeskChat>> {
  const answer = await takeStep(desk, chatId, "close");
  const reopen = { title: text("openAgain"), run: () => void reopenChat(desk, chatId) };
  if (answer.ok) tell(text("chatClosed"), "done", reopen);
  return withNotice(text("notClosed"), answer);
}

/** Reopens the chat for this agent and opens it in the inbox. */
export async function reopenChat(desk: Desk, chatId: string): Promise<Answer<DeskChat>> {
  const answer = await takeStep(desk, chatId, "reopen");
  if (answer.ok) go(placeOf(["inbox", "mine", chatId]));
  else void desk.chats.read(chatId);
  return withNotice(text("notReopened"), answer);
}

/** Offers the chat to another agent or department, with a note for them; the form shows a failure. */
export const transferChat = (
  desk: Desk,
  chatId: string,
  to: ({ readonly agentId: number } | { readonly departmentId: number }) & { readonly note?: string },
): Promise<Answer<DeskChat>> => takeStep(desk, chatId, "transfer", to);

/** Adds the client to the blacklist, or removes it. Source: WH-20. */
export async function blacklistChat(desk: Desk, chatId: string, value: boolean): Promise<Answer<DeskChat>> {
  const answer = await takeStep(desk, chatId, "blacklist", { value });
  return withNotice(text(value ? "notBlocked" : "stillBlocked"), answer);
}

/** Binds the chat to its card in the CRM. Source: WH-15. */
export const assignChat = async (desk: Desk, chatId: string): Promise<Answer<DeskChat>> =>
  withNotice(text("notAssigned"), await takeStep(desk, chatId, "assign"));

/** Dismisses the failed messages; failures after the shown ones stay. */
export async function dismissFailed(desk: Desk, { id, failed }: DeskChat): Promise<Answer<DeskChat>> {
  const answer = await takeStep(desk, id, "dismiss-failed", { deliveryId: failed?.deliveryId });
  // Another agent dismissed it, or it was delivered meanwhile.
  return answer.ok || answer.failure.code !== "conflict"
    ? withNotice(text("notDismissed"), answer)
    : desk.chats.read(id);
}

async function takeStep(desk: Desk, chatId: string, step: string, body?: object): Promise<Answer<DeskChat>> {
  underWay.value = new Set([...underWay.value, chatId]);
  const path = `/api/chats/${chatId}/${step}`;
  const show = desk.chats.ask();
  const answer = await desk.api.send<ChatAnswer>("POST", path, body === undefined ? {} : { body });
  underWay.value = new Set([...underWay.value].filter((id) => id !== chatId));
  if (!answer.ok) return answer;
  const { chat } = answer.value;
  show(chat);
  return { ok: true, value: chat };
}

function withNotice(what: string, answer: Answer<DeskChat>): Answer<DeskChat> {
  if (!answer.ok) tellFailure(what, answer.failure);
  return answer;
}
