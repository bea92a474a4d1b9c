import type { Gateway } from "../../../src/demo/cast/gateway.ts";
import { openGateway } from "../../../src/demo/cast/gateway.ts";
import type { OwnersServer } from "../../../src/demo/cast/owners-server.ts";
import { openOwnersServer, signingSecret } from "../../../src/demo/cast/owners-server.ts";
import type { Answer } from "../../../src/demo/cast/peer.ts";
import type { Ending } from "../../harness/temporary-folder.ts";
import { channelId, channelPath } from "../../system/harness/service/installation.ts";
import type { WorldConfig } from "../../system/harness/worlds/bot-world.ts";
import { BotWorld } from "../../system/harness/worlds/bot-world.ts";

export const widgetId = "WIDGET01";

/** Clients whose bots post into full lanes, and clients that an agent has accepted. */
export const full: readonly string[] = ["full"];
export const served: readonly string[] = ["served one", "served two"];

/** One service with all systems that can be connected to it, and an administrator's desk. */
export interface MixedWorld {
  /** Bots, the customer system, the desk and the service itself. */
  readonly bots: BotWorld;
  readonly gateway: Gateway;
  readonly receiver: OwnersServer;
  /** From this call on, every system responds at once. */
  recover(): void;
}

/** Opens the world. Until `recover`, the systems around the service fail and hang in every possible way. */
export async function openMixedWorld(t: Ending): Promise<MixedWorld> {
  let isDown = true;
  const answers: readonly Answer[] = ["ok", { status: 503 }, "close"];
  const script = (text: string): readonly Answer[] => {
    if (!isDown) return ["ok"];
    if (text.startsWith("bot")) return ["hang"];
    return [answers[Number(text.split(" ")[1]) % answers.length] ?? "ok", "ok"];
  };
  const gateway = await openGateway(t, (phone) => (isDown && phone.endsWith("0") ? "hang" : "ok"));
  const receiver = await openOwnersServer(t, ({ attempt, chatId }) =>
    isDown && attempt === 1 && Number(chatId) % 5 === 0 ? { status: 500 } : "ok",
  );
  const cases = Object.fromEntries([...full, ...served].map((client) => [client, {}]));
  const bots = await BotWorld.open(t, cases, script, (config, customerSystemUrl) =>
    withAllSurfaces(config, { customerSystemUrl, gatewayUrl: gateway.url, ownerUrl: receiver.url }),
  );
  return {
    bots,
    gateway,
    receiver,
    recover() {
      isDown = false;
    },
  };
}

interface Around {
  readonly customerSystemUrl: string;
  readonly gatewayUrl: string;
  readonly ownerUrl: string;
}

/**
 * Adds a channel without a bot, and a widget. Both have a webhook and calls. The file limits are high, because few visitors send as many
 * files as many visitors would.
 */
function withAllSurfaces(config: WorldConfig, { customerSystemUrl, gatewayUrl, ownerUrl }: Around): object {
  const owner = { agents: [1], webhooks: { url: ownerUrl, signingSecret } };
  const api = { id: channelId, kind: "api", name: "Mobile app", random: channelPath.split("/")[2] };
  const widget = { id: widgetId, kind: "widget", name: "Web site", callback: { enabled: true, balance: 100_000 } };
  return {
    ...config,
    agents: config.agents.map((agent, index) => ({ ...agent, phone: `+4420794600${index + 11}` })),
    channels: [...config.channels, { ...api, ...owner, webhookUrl: customerSystemUrl }, { ...widget, ...owner }],
    telephony: { gatewayUrl, token: "token-of-the-gateway" },
    limits: {
      ...config.limits,
      unansweredFilesMax: 1e6,
      unansweredFileBytesMax: 1e12,
      visitorFilesPerDay: 1e6,
      visitorFileBytesPerDay: 1e12,
      addressBytesPerDay: 1e12,
      addressChatsPerHour: 1e6,
      addressVisitorsPerHour: 1e6,
    },
  };
}
