import type { ParleyBots } from "./bot/bot.ts";
import type { ParleyService } from "./parley-client.ts";
import { callParley } from "./parley-client.ts";

/** Surface B as a bot calls it: a post that got no answer is made again, and taken once by its id and key. Source: BOT-05, BOT-32, DEL-29. */
export const createBotPosts = (service: ParleyService, providerId: string): ParleyBots => ({
  post(token, event, accessToken, log) {
    const call = {
      method: "POST",
      path: `/bots/webhooks/${providerId}/${token}`,
      body: event,
      idempotencyKey: event.id,
      token: accessToken,
    } as const;
    return callParley(service, "bot", call, log);
  },
});
