import type { Test } from "tap";
import { openCustomerSystem } from "../../../src/demo/cast/customer-system.ts";
import { DeskApi } from "../../system/harness/people/desk-api.ts";
import { channelPath, Installation, kim } from "../../system/harness/service/installation.ts";

const lee = { name: "Lee Agent", email: "lee@example.com", password: "a password of Lee" };

/** The service as a separate process that can be killed. Kim has the chat of one client, Lee the chat of another. */
export interface DroppingService {
  readonly url: string;
  readonly desks: readonly { readonly api: DeskApi; readonly chatId: string; readonly client: string }[];
  /** Sends a client's message, and retries until it is accepted. */
  say(client: string, text: string): Promise<void>;
  /** Kills the process and starts another. */
  restart(): Promise<void>;
}

export async function startDropping(t: Test): Promise<DroppingService> {
  const { url: customerUrl } = await openCustomerSystem(t);
  const options = { channel: { agents: [1, 2] }, agents: [{ ...lee, role: "agent" }] };
  const installation = await Installation.create(t, customerUrl, options);
  await installation.start();
  const say = async (client: string, text: string): Promise<void> => {
    const body = JSON.stringify({ sender: { id: client, name: client }, message: { type: "text", text } });
    const headers = { "idempotency-key": `${client}/${text}`.replaceAll(" ", "-") };
    for (let status = 0; status !== 200; ) {
      await installation.whenServing();
      const answer = fetch(installation.url + channelPath, { method: "POST", body, headers });
      // The process may be killed in the meantime.
      status = await answer.then(
        (response) => response.status,
        () => 0,
      );
      if (status >= 400 && status < 500) throw new Error(`Expected "${text}" to be taken, got status ${status}.`);
    }
  };
  const desks = await Promise.all(
    [kim, lee].map(async (account) => {
      const client = `Client of ${account.name}`;
      await say(client, `Client of ${account.name} writes.`);
      const api = await DeskApi.logIn(installation.url, account);
      const chat = (await api.chats()).find((one) => one.client.name === client);
      if (chat === undefined) throw new Error(`Expected a chat of ${client}, got none.`);
      await api.accept(chat.id);
      return { api, client, chatId: chat.id };
    }),
  );
  return {
    url: installation.url,
    desks,
    say,
    async restart() {
      await installation.kill();
      await installation.start();
    },
  };
}
