import type { Test } from "tap";
import { Errors } from "typebox/value";
import type { WebhookEventName } from "../../machines/tells.ts";
import { everyWebhookSchema } from "../../src/codec/c-webhook/webhook-schemas.ts";
import { asChannelId, clientConversation } from "../../src/core/ids.ts";
import type { ActorEvent, Target } from "../../src/domain/effects.ts";
import { channelPath } from "../harness/customer.ts";
import type { ApiAnswer, Service, ServiceOptions } from "../harness/service.ts";
import { startService } from "../harness/service.ts";
import type { AgentName } from "../harness/service-config.ts";
import { agents, password, webhooks } from "../harness/service-config.ts";

const departments = [
  { id: 3, name: "Repairs" },
  { id: 4, name: "Sales" },
];
export const kim = { id: 1, name: "Kim", email: "kim@example.com", phone: "+442079460012" };
export const lee = { id: 2, name: "Lee", email: "lee@example.com", phone: "" };
export const ada = { id: 4, name: "Ada", email: "ada@example.com", phone: "" };

/** Kim has a phone and belongs to Repairs and Sales, Lee to a department that does not exist and to Sales, Ada to none. */
const team = [
  { ...agents.kim, phone: kim.phone, departmentIds: [3, 4] },
  { ...agents.lee, departmentIds: [9, 4] },
  agents.max,
  agents.ada,
];

export const start = (t: Test, options: ServiceOptions = {}): Promise<Service> =>
  startService(t, {
    channels: { MOBILEAPP1: { webhooks } },
    ...options,
    config: { departments, agents: team.map((profile) => ({ profile, password })), ...options.config },
  });

export type Body = Readonly<Record<string, unknown>> & { readonly event_name: WebhookEventName };
export const parse = (bytes: Uint8Array): Body => JSON.parse(Buffer.from(bytes).toString());

/** Changes of a visitor are sent after a second. Source: WH-16. */
const updateMs = 1_000;

/** Answers every event that was sent and returns all of them, in order. Each must match its description. */
export async function told(t: Test, service: Service): Promise<readonly Body[]> {
  await service.pass(updateMs);
  for (const report of service.reports) {
    report.answer();
    await service.settle();
  }
  const bodies = service.reports.map(({ body }) => parse(body));
  for (const body of bodies) t.strictSame([...Errors(everyWebhookSchema[body.event_name], body)], [], body.event_name);
  return bodies;
}

/** Returns the newest event of this name. */
export async function lastTold(t: Test, service: Service, name: WebhookEventName): Promise<Body> {
  const body = (await told(t, service)).findLast(({ event_name }) => event_name === name);
  if (body === undefined) throw new Error(`Expected ${name} to be told`);
  return body;
}

/** Does a step of an agent in a chat; the answer must be 200 or 202. */
export async function step(service: Service, name: AgentName, path: string, body?: unknown): Promise<ApiAnswer> {
  const token = await service.logIn(name);
  const answer = await service.call("POST", `/api/chats/${path}`, { token, body });
  if (answer.status > 202) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer;
}

export async function write(service: Service, message: object, sender: object = { id: "7" }): Promise<void> {
  const answer = await service.call("POST", channelPath(service), { body: { sender, message } });
  if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
}

export const post = async (service: Service, target: Target, event: ActorEvent): Promise<void> => {
  const outcome = await service.app.runtime.post.send({ target, event, cause: "test" });
  if (!outcome.ok) throw new Error(outcome.failure.message);
};
export const channelId = asChannelId("MOBILEAPP1");
export const clientOf = (senderId = "7"): Target => ({
  kind: "sought",
  conversation: clientConversation(channelId, senderId),
  channelId,
  senderId,
  senderIdKind: "string",
});

/** The fields of a visitor of whom nothing is known. */
export const noVisitor = { name: "", email: "", phone: "", description: "", social: {} };
export const noSession = {
  geoip: {
    region_code: "",
    country: "",
    country_code: "",
    region: "",
    city: "",
    latitude: "",
    longitude: "",
    organization: "",
  },
  utm: "",
  utm_json: { source: "", campaign: "", content: "", medium: "", term: "" },
  ip_addr: "",
  user_agent: "",
};
export const noPage = { url: "", title: "" };
