import { DeskApi } from "../system/harness/people/desk-api.ts";
import type { Installation } from "../system/harness/service/installation.ts";

/** Returns, by client, the texts of every chat that the desk's API lists, in order. */
export async function storedTexts({ url }: Pick<Installation, "url">): Promise<ReadonlyMap<string, readonly string[]>> {
  const api = await DeskApi.logIn(url);
  const texts = new Map<string, readonly string[]>();
  for (const { id, client } of await api.chats()) {
    const messages = await api.messages(id);
    texts.set(client.id, [...(texts.get(client.id) ?? []), ...messages.map(({ text }) => text)]);
  }
  return texts;
}
