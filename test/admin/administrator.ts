import type { Test } from "tap";
import type { ChannelTestAnswer } from "../../src/codec/admin/admin-channel-test.ts";
import type { AgentAnswer, DepartmentAnswer, ProviderAnswer } from "../../src/codec/admin/admin-people.ts";
import type { WebhooksAnswer } from "../../src/codec/admin/admin-webhooks.ts";
import type { ApiChannelAnswer } from "../../src/codec/admin/channel-answer.ts";
import type { Service } from "../harness/service.ts";
import type { AgentName } from "../harness/service-config.ts";
import { assertDescribed, readDescription } from "./described.ts";

/** The fields that an answer of administration can have; the call decides which of them are present. */
export interface AdminBody {
  /** The channel of a widget; read by its keys. */
  readonly channel: ApiChannelAnswer;
  readonly channels: readonly ApiChannelAnswer[];
  readonly signingSecret?: string;
  readonly endpoints: WebhooksAnswer["endpoints"];
  readonly test: ChannelTestAnswer;
  readonly agent: AgentAnswer;
  readonly agents: readonly AgentAnswer[];
  readonly password?: string;
  readonly mailed?: boolean;
  readonly department: DepartmentAnswer;
  readonly departments: readonly DepartmentAnswer[];
  readonly provider: ProviderAnswer;
  readonly providers: readonly ProviderAnswer[];
  readonly cursor: string | null;
  readonly error: { readonly code: string; readonly message: string };
}

export interface AdminAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: AdminBody;
}

export type Ask = (method: string, path: string, body?: unknown) => Promise<AdminAnswer>;

/** Calls the API as an agent, by default as an administrator. Every answer must match its description. */
export async function asAgent(t: Test, service: Service, name: AgentName = "ada"): Promise<Ask> {
  const token = await service.logIn(name);
  const description = await readDescription(service);
  return async (method, path, body) => {
    const answer = await service.call(method, path, { token, ...(body === undefined ? {} : { body }) });
    assertDescribed(t, description, method, path, answer);
    const told: unknown = answer.body;
    return { status: answer.status, headers: answer.headers, body: told as AdminBody };
  };
}

/** A channel with only its required fields. */
export const newChannel = {
  name: "Shop app",
  webhookUrl: "https://shop.example.com/hook",
  agents: [1],
};
