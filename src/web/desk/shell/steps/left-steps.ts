import type { DeskOfflineMessage } from "../../../../codec/desk/desk-offline.ts";
import type { Answer } from "../../../shared/api/api.ts";
import type { Desk } from "../../data/desk.ts";
import { putLeft } from "./left-open.ts";

type LeftAnswer = Answer<{ readonly offlineMessage: DeskOfflineMessage }>;

const placeOf = (id: string): string => `/api/offline-messages/${id}`;

/** Changes the owner or the state of a left message. The rail and the chats show the change too. */
export const changeLeft = async (
  { api }: Pick<Desk, "api">,
  id: string,
  body: { readonly ownerId?: number | null; readonly done?: boolean },
): Promise<LeftAnswer> => told(await api.send("PATCH", placeOf(id), { body }));

/** `key` makes a repeat harmless: one mail goes out. */
export const answerLeft = async (
  { api }: Pick<Desk, "api">,
  id: string,
  body: { readonly subject: string; readonly text: string },
  key: string,
): Promise<LeftAnswer> =>
  told(await api.send("POST", `${placeOf(id)}/answers`, { body, headers: { "Idempotency-Key": key } }));

export const resendAnswer = async ({ api }: Pick<Desk, "api">, id: string, answerId: string): Promise<LeftAnswer> =>
  told(await api.send("POST", `${placeOf(id)}/answers/${answerId}/resend`));

function told(answer: LeftAnswer): LeftAnswer {
  if (answer.ok) putLeft(answer.value.offlineMessage);
  return answer;
}
