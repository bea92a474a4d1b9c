import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";

const shopChannel = "CLUSTERSHO";
const botChannel = "CLUSTERBOT";
export const botProvider = "demo-bots";

/** Two agents, one channel whose customers they answer, and one channel whose customers a bot answers. */
export interface ClusterConfig {
  readonly agents: readonly { readonly email: string; readonly password: string }[];
  readonly botToken: string;
  /** The paths to which customers of the shop and of the bot write. */
  readonly shopPath: string;
  readonly botPath: string;
  write(file: string, customerSystemUrl: string, botUrl: string): void;
}

const newSecret = (): string => randomBytes(24).toString("base64url");

export function createClusterConfig(): ClusterConfig {
  const agents = ["kim", "lee"].map((name) => ({ email: `${name}@demo.example`, password: newSecret() }));
  const [shopSecret, botSecret, botToken] = [newSecret(), newSecret(), newSecret()];
  return {
    agents,
    botToken,
    shopPath: `/chat-api/${shopSecret}/${shopChannel}`,
    botPath: `/chat-api/${botSecret}/${botChannel}`,
    write(file, customerSystemUrl, botUrl) {
      const channel = { kind: "api", webhookUrl: `${customerSystemUrl}/parley`, agents: [1, 2] };
      const bot = { provider: botProvider, endpoint: `${botUrl}/events`, token: botToken };
      const config = {
        agents: agents.map((agent, index) => ({
          id: index + 1,
          name: agent.email.slice(0, 3),
          role: "admin",
          ...agent,
        })),
        providers: [{ id: botProvider, name: "Demo bots" }],
        channels: [
          { ...channel, id: shopChannel, name: "Shop", random: shopSecret },
          { ...channel, id: botChannel, name: "Shop with a bot", random: botSecret, bot },
        ],
        outbound: { allow: ["127.0.0.0/8"], allowHttp: true },
      };
      writeFileSync(file, JSON.stringify(config));
    },
  };
}
