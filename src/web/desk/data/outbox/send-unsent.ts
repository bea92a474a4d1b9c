import type { DeskMessage } from "../../../../codec/desk/desk.ts";
import type { Api, ApiFailure } from "../../../shared/api/api.ts";
import { isPassing } from "../../../shared/api/api.ts";
import type { Browser } from "../../../shared/browser/browser.types.ts";
import { textsOf } from "../../../shared/language/texts.ts";
import { parts } from "../../texts/en/parts.ts";
import type { MessageAnswer, MessagesPage } from "../answers.types.ts";
import type { Unsent } from "./outbox.ts";
import { isSame } from "./unsent-lines.ts";

const text = textsOf("parts", parts);

export type SendOutcome =
  | { readonly type: "taken"; readonly message: DeskMessage }
  | { readonly type: "refused"; readonly failure: ApiFailure }
  /** Temporary failure. `holds` names the lanes that would have the same failure; `session` means all lanes until the next login. */
  | { readonly type: "failed"; readonly holds: "lane" | "all" | "session" };

export interface SendParts {
  readonly agentId: number;
  readonly api: Api;
  readonly browser: Pick<Browser, "nowMs">;
}

/** The service knows a key for 24 hours; after that a repeat would be a second message. Source: DEL-29. */
export const keyKnownMs = 23 * 3_600_000;

const tooOld = (): ApiFailure => ({
  status: 0,
  code: "too_old",
  message: text("notSentForADay"),
  field: null,
  requestId: null,
});

/** Sends a message once. If the service may have forgotten the key, the message is searched and not sent. */
export async function sendUnsent(one: Unsent, { agentId, api, browser }: SendParts): Promise<SendOutcome> {
  const { id, chatId, isNote, content } = one;
  if (browser.nowMs() - one.atMs > keyKnownMs) return findSent(one, agentId, api);
  const answer = await api.send<MessageAnswer>("POST", `/api/chats/${chatId}/${isNote ? "note" : "messages"}`, {
    body: isNote ? { text: content.text } : content,
    headers: { "Idempotency-Key": id },
  });
  return answer.ok ? { type: "taken", message: answer.value.message } : outcomeOf(answer.failure);
}

/** Finds a message that the service already has, from an attempt whose response was lost. */
async function findSent(one: Unsent, agentId: number, api: Api): Promise<SendOutcome> {
  const page = await api.get<MessagesPage>(`/api/chats/${one.chatId}/messages?after=${one.afterSeq}`);
  if (!page.ok) return outcomeOf(page.failure);
  const message = page.value.messages.find((each) => isSame(one, each, agentId));
  return message === undefined ? { type: "refused", failure: tooOld() } : { type: "taken", message };
}

function outcomeOf(failure: ApiFailure): SendOutcome {
  if (failure.status === 401) return { type: "failed", holds: "session" };
  if (failure.status === 429) return { type: "failed", holds: "lane" };
  return isPassing(failure) ? { type: "failed", holds: "all" } : { type: "refused", failure };
}
