import type { ParleyBots } from "./bot/bot.ts";
import type { ParleyService } from "./parley-client.ts";
import { callParley } from "./parley-client.ts";

/**
 * The bot's calls of surface B. A post without an answer is retried; the service accepts it once, because its id and key stay the same.
 * Source: BOT-05, BOT-32, DEL-29.
 */
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
