import type { ContactChange } from "../../../../machines/chat/client.types.ts";
import type { Answer } from "../../shared/api/api.ts";
import type { ChatAnswer } from "../data/answers.types.ts";
import type { Desk } from "../data/desk.ts";

/** Changes the client's data. Never throws: the changed field shows the failure. */
export const changeContact = (desk: Desk, chatId: string, change: ContactChange): Promise<Answer<ChatAnswer>> =>
  shown(desk, () => desk.api.send<ChatAnswer>("PATCH", `/api/chats/${chatId}/contact`, { body: change }));

/** The gateway rings the agent, then the client. Source: CALL-06. */
export const callClient = (desk: Desk, chatId: string): Promise<Answer<ChatAnswer>> =>
  shown(desk, () => desk.api.send<ChatAnswer>("POST", `/api/chats/${chatId}/call`, { body: {} }));

async function shown({ chats }: Desk, send: () => Promise<Answer<ChatAnswer>>): Promise<Answer<ChatAnswer>> {
  const show = chats.ask();
  const answer = await send();
  if (answer.ok) show(answer.value.chat);
  return answer;
}
