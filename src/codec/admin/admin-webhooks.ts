import type { Static } from "typebox";
import Type from "typebox";
import type { WebhookEndpoint, WebhookSettings } from "../../../machines/channel/channel.types.ts";
import type { Result } from "../../core/result.ts";
import { fail, ok } from "../../core/result.ts";
import { createBodyParser } from "../schema/body-parser.ts";
import { about } from "../schema/schema-parts.ts";
import { plainSecret } from "../schema/secret-schema.ts";
import {
  aboutEndpoint,
  aboutWebhooks,
  endpointFields,
  endpointList,
  orderedWaitDefaultMs,
  webhooksFields,
} from "../settings/channel-schema.ts";
import { endpointEvents, webhookEvents } from "../settings/webhook-events.ts";
import { changeGivenSecret, secretChange, secretsAnswer, toSecretsAnswer } from "../signatures/signing-secrets.ts";
import { missing, orNull } from "./admin-bot.ts";
import { maskSignIn, restoreSignIn } from "./masked-sign-in.ts";

const { url } = webhooksFields(plainSecret);
const signingSecret = secretChange("The secret that signs every event. Null: events are not signed.");

const endpoint = Type.Object({ ...endpointFields, signingSecret }, { additionalProperties: false, ...aboutEndpoint });
const endpoints = endpointList(endpoint);
export type ListedEndpoint = Static<typeof endpoint>;

/** A new endpoint of a channel, or of all channels. Source: WH-43. */
export const endpointCreation = Type.Object(
  {
    ...endpointFields,
    signingSecret: secretChange(
      "The secret that signs every event. Absent: the service makes one. Null: events are not signed.",
    ),
  },
  { $id: "EndpointCreation", additionalProperties: false, ...aboutEndpoint },
);
export const parseEndpointCreation = createBodyParser(endpointCreation);

/** A change of one endpoint: an absent field is not changed. Source: WH-43. */
const { name: _, ...changeable } = endpointFields;
export const endpointChange = Type.Object(
  { ...changeable, url: Type.Optional(changeable.url), signingSecret },
  { $id: "EndpointChange", additionalProperties: false, ...about("an object", "What is to change of an endpoint.") },
);
export type EndpointChange = Static<typeof endpointChange>;
export const parseEndpointChange = createBodyParser(endpointChange);

/** An endpoint as the lists of changes have it; its secret stays. */
export const toListedEndpoint = ({ name, url, events, paused, ordered, orderedWaitMs }: WebhookEndpoint) =>
  ({ name, url, events: [...events], paused, ordered, orderedWaitMs }) satisfies ListedEndpoint;

/** The developer webhooks of a new channel. Source: WH-01, WH-40, AUTH-14. */
export const webhooksCreation = orNull(
  Type.Object({ url: Type.Optional(url), signingSecret, endpoints }, { additionalProperties: false, ...aboutWebhooks }),
  "Null: none are told.",
);

/** A change of a channel's developer webhooks. `toChangedWebhooks` checks the fields that are required. */
export const webhooksChange = orNull(
  Type.Object(
    { url: Type.Optional(url), signingSecret, endpoints },
    {
      additionalProperties: false,
      ...aboutWebhooks,
      description: `${aboutWebhooks.description} Absent fields stay unchanged. After a change of the secret, events are signed with both secrets for 24 hours. A list of endpoints replaces the list; an endpoint of the same name keeps its secret.`,
    },
  ),
  "Null ends them.",
);

const endpointAnswer = Type.Object(
  {
    name: Type.String({ description: "The name of the endpoint." }),
    url: Type.String({ description: "The URL to which its events are posted." }),
    ...secretsAnswer,
    events: Type.Array(Type.Enum([...webhookEvents, ...endpointEvents]), { description: "The events that it gets." }),
    paused: Type.Boolean({ description: "Whether it gets no events for now." }),
    ordered: Type.Boolean({ description: "Whether the events of a chat wait for one that is retried." }),
    orderedWaitMs: Type.Integer({ description: "Milliseconds that they wait at most." }),
  },
  { $id: "WebhookEndpoint", additionalProperties: false, description: "One more receiver of events." },
);

/** Developer webhooks as administrators see them, without their secrets. Source: AUTH-14. */
export const webhooksAnswer = Type.Object(
  {
    url: Type.String({ description: 'The URL to which events are posted; "" if only endpoints get events.' }),
    ...secretsAnswer,
    endpoints: Type.Array(endpointAnswer, { description: "Further receivers of events." }),
  },
  {
    $id: "Webhooks",
    additionalProperties: false,
    description: "Developer webhooks. Their secrets are never answered.",
  },
);

export type WebhooksChange = NonNullable<Static<typeof webhooksChange>>;
export type WebhooksAnswer = Static<typeof webhooksAnswer>;

/** The webhooks with the given fields replaced. Fails with `invalid_request` if nobody would get events. Source: WH-40, WH-43. */
export function toChangedWebhooks(
  before: WebhookSettings | null,
  change: WebhooksChange | null,
  nowMs: number,
): Result<WebhookSettings | null> {
  if (change === null) return ok(null);
  const changed = toChangedEndpoints(before?.endpoints ?? [], change.endpoints, "webhooks.endpoints", nowMs);
  if (!changed.ok) return changed;
  const given = change.url ?? before?.url ?? "";
  if (given === "" && changed.value.length === 0) return missing("webhooks.url", url);
  const address = restoreSignIn("webhooks.url", given, before?.url);
  if (!address.ok) return address;
  const secrets = changeGivenSecret(before, change.signingSecret, nowMs);
  return ok({ url: address.value, ...secrets, endpoints: changed.value });
}

/** The endpoints that a list makes of those before. `at` names the list in failures. */
export function toChangedEndpoints(
  before: readonly WebhookEndpoint[],
  given: EndpointsRequest["endpoints"],
  at: string,
  nowMs: number,
): Result<readonly WebhookEndpoint[]> {
  if (given === undefined) return ok(before);
  const changed: WebhookEndpoint[] = [];
  for (const [index, entry] of given.entries()) {
    const { name, url: target, signingSecret: secret, events, paused, ordered, orderedWaitMs } = entry;
    const place = `${at}[${index}]`;
    const first = changed.findIndex((one) => one.name === name);
    if (first >= 0)
      return fail("invalid_request", `Field ${place}.name must differ from ${at}[${first}].name, got "${name}".`);
    const known = before.find((one) => one.name === name) ?? null;
    const address = restoreSignIn(`${place}.url`, target, known?.url);
    if (!address.ok) return address;
    changed.push({
      name,
      url: address.value,
      ...changeGivenSecret(known, secret, nowMs),
      events: events === undefined ? webhookEvents : [...new Set(events)],
      paused: paused ?? false,
      ordered: ordered ?? false,
      orderedWaitMs: orderedWaitMs ?? orderedWaitDefaultMs,
    });
  }
  return ok(changed);
}

export const toWebhooksAnswer = (webhooks: WebhookSettings | null, nowMs: number): WebhooksAnswer | null =>
  webhooks && {
    url: maskSignIn(webhooks.url),
    ...toSecretsAnswer(webhooks, nowMs),
    endpoints: webhooks.endpoints.map((one) => toEndpointAnswer(one, nowMs)),
  };

const toEndpointAnswer = (endpoint: WebhookEndpoint, nowMs: number): Static<typeof endpointAnswer> => ({
  name: endpoint.name,
  url: maskSignIn(endpoint.url),
  ...toSecretsAnswer(endpoint, nowMs),
  events: [...endpoint.events],
  paused: endpoint.paused,
  ordered: endpoint.ordered,
  orderedWaitMs: endpoint.orderedWaitMs,
});

/** `PUT /api/webhook-endpoints`. Source: WH-43. */
export const endpointsRequest = Type.Object(
  { endpoints },
  {
    $id: "WebhookEndpointsRequest",
    additionalProperties: false,
    ...about("an object", "The endpoints of every channel."),
  },
);
export type EndpointsRequest = Static<typeof endpointsRequest>;
export const parseEndpointsRequest = createBodyParser(endpointsRequest);

export const endpointsAnswer = Type.Object(
  { endpoints: Type.Array(endpointAnswer, { description: "The endpoints that get events of every channel." }) },
  { $id: "WebhookEndpoints", additionalProperties: false, description: "The endpoints of every channel." },
);

export const toEndpointsAnswer = (endpoints: readonly WebhookEndpoint[], nowMs: number) => ({
  endpoints: endpoints.map((one) => toEndpointAnswer(one, nowMs)),
});
