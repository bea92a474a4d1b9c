import { systemClock } from "../../core/clock.ts";
import type { Clock } from "../../ports/clock.ts";
import { answerJson } from "../http.ts";
import { openHttpServer } from "../http-server.ts";
import type { BotSetup, ParleyBots } from "./bot.ts";
import { Bot } from "./bot.ts";

/**
 * A bot provider. `POST {url}/hook/{token}` accepts the events of each of its bots, and `POST {url}/oauth/{clientId}` issues access
 * tokens.
 */
export interface BotProvider {
  readonly url: string;
  /** Returns the bot of a channel. Throws if the channel has no bot. */
  find(channelId: string): Bot;
  close(): Promise<void>;
}

/** Listens on a free port of this machine. `setups` maps channel ids to bots. */
export async function openBotProvider(
  setups: ReadonlyMap<string, BotSetup>,
  parley: ParleyBots,
  clock: Clock = systemClock,
): Promise<BotProvider> {
  const bots = [...setups].map(([channelId, setup]) => ({ channelId, setup, bot: new Bot(setup, parley, clock) }));
  const owns = (place: string, name: string, { token, account }: BotSetup): boolean =>
    place === "hook" ? token === name : account?.clientId === name;

  const server = await openHttpServer(async (path, request, response) => {
    const [, place = "", name = ""] = /^\/(hook|oauth)\/([\w-]+)$/.exec(path) ?? [];
    if (place === "") return answerJson(response, 404, error("not_found", "There is nothing here."));
    if (request.method !== "POST") return answerJson(response, 405, error("method_not_allowed", "Expected POST."));
    const bot = bots.find(({ setup }) => owns(place, name, setup))?.bot;
    if (bot === undefined) return answerJson(response, 401, error("invalid_client", "There is no such bot."));
    if (place === "hook") await bot.handleEvent(path, request, response);
    else await bot.handleTokenRequest(path, request, response);
  });
  return {
    url: server.url,
    find(channelId) {
      const found = bots.find((one) => one.channelId === channelId);
      if (found === undefined) throw new Error(`Expected a channel with a bot, got ${channelId}`);
      return found.bot;
    },
    close: () => server.close(),
  };
}

const error = (code: string, message: string) => ({ error: { code, message } });
