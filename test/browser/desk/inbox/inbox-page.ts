import type { Locator, Page } from "playwright-core";
import type { Service } from "../../../harness/service.ts";
import type { AgentName } from "../../../harness/service-config.ts";

/** The actions and reads of the inbox tests. */

export const goTo = (page: Page, place: string): Promise<void> =>
  page.evaluate((hash) => {
    location.hash = hash;
  }, place);

/** The row of a client, by name. */
export const rowOf = (page: Page, name: string): Locator =>
  page.locator(".chat-item").filter({ has: page.locator(".row-name", { hasText: new RegExp(`^${name}$`) }) });

/** The texts of the rows for a screen reader, without the button. */
export const rowTexts = async (page: Page): Promise<readonly string[]> =>
  (await page.locator(".chat-row .row-text").allInnerTexts()).map((text) => text.replaceAll(/\s+/g, " ").trim());

/** Returns the newest chat of a client with this name, in any state. */
export async function chatIdOf(service: Service, name: string): Promise<string> {
  const token = await service.logIn("ada");
  const { body } = await service.call("GET", "/api/chats?limit=1000", { token });
  const found = body.chats.find(({ client }: { client: { name: string } }) => client.name === name);
  if (found === undefined) throw new Error(`Expected a chat of ${name}, got none.`);
  return found.id;
}

export async function acceptAs(service: Service, agent: AgentName, name: string): Promise<string> {
  const token = await service.logIn(agent);
  const chatId = await chatIdOf(service, name);
  const { status } = await service.call("POST", `/api/chats/${chatId}/accept`, { token });
  if (status !== 200) throw new Error(`Expected ${agent} to have the chat of ${name}, got status ${status}.`);
  return chatId;
}
