import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";

export const shopChannel = "DEMOSHOP01";
export const failingChannel = "DEMOFLAKY1";
export const deadChannel = "DEMODEAD01";

/** The service's config file: one agent, three channels that lead to the sample customer system. */
export interface DemoConfig {
  readonly agent: { readonly email: string; readonly password: string };
  /** The secret part of a channel's address. */
  random(channelId: string): string;
  write(file: string, customerSystemUrl: string): void;
}

const channelNames: Readonly<Record<string, string>> = {
  [shopChannel]: "Sample shop",
  [failingChannel]: "Sample system that fails twice",
  [deadChannel]: "Sample system that is dead",
};

/** Makes up the secrets: every demo has its own. */
export function createDemoConfig(): DemoConfig {
  const agent = { email: "kim@demo.example", password: randomBytes(12).toString("base64url") };
  const randoms = new Map(Object.keys(channelNames).map((id) => [id, randomBytes(24).toString("base64url")]));
  const random = (channelId: string): string => randoms.get(channelId) ?? "";
  return {
    agent,
    random,
    write(file, customerSystemUrl) {
      const config = {
        agents: [{ id: 1, name: "Kim", ...agent, role: "agent" }],
        channels: Object.entries(channelNames).map(([id, name]) => ({
          id,
          kind: "api",
          name,
          random: random(id),
          webhookUrl: `${customerSystemUrl}/parley`,
          agents: [1],
        })),
        outbound: { allow: ["127.0.0.0/8"], allowHttp: true },
      };
      writeFileSync(file, `${JSON.stringify(config, null, 2)}\n`, { mode: 0o600 });
    },
  };
}
