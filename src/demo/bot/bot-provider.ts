import { systemClock } from "../../core/clock.ts";
import type { Clock } from "../../ports/clock.ts";
import { answerJson } from "../http.ts";
import { openHttpServer } from "../http-server.ts";
import type { BotSetup, ParleyBots } from "./bot.ts";
import { Bot } from "./bot.ts";

/** A bot provider: `POST {url}/hook/{token}` for the events of each of its bots, `POST {url}/oauth/{clientId}` for access tokens. */
export interface BotProvider {
  readonly url: string;
  readonly bots: readonly Bot[];
  close(): Promise<void>;
}

/** Listens on a free port of this machine; the bots stand in the order of their setups. */
export async function openBotProvider(
  setups: readonly BotSetup[],
  parley: ParleyBots,
  clock: Clock = systemClock,
): Promise<BotProvider> {
  const bots = setups.map((setup) => new Bot(setup, parley, clock));
  const find = (fits: (setup: BotSetup) => boolean): Bot | undefined => bots[setups.findIndex(fits)];

  const server = await openHttpServer(async (path, request, response) => {
    const [, place = "", name = ""] = /^\/(hook|oauth)\/([\w-]+)$/.exec(path) ?? [];
    if (place === "") return answerJson(response, 404, error("not_found", "There is nothing here."));
    if (request.method !== "POST") return answerJson(response, 405, error("method_not_allowed", "Expected POST."));
    const bot =
      place === "hook" ? find(({ token }) => token === name) : find(({ account }) => account?.clientId === name);
    if (bot === undefined) return answerJson(response, 401, error("invalid_client", "There is no such bot."));
    if (place === "hook") await bot.handleEvent(path, request, response);
    else await bot.handleTokenRequest(path, request, response);
  });
  return { url: server.url, bots, close: () => server.close() };
}

const error = (code: string, message: string) => ({ error: { code, message } });
