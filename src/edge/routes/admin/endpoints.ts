import type { TProperties } from "typebox";
import Type from "typebox";
import type { WebhookEndpoint } from "../../../../machines/channel/channel.types.ts";
import type { EndpointChange, ListedEndpoint } from "../../../codec/admin/admin-webhooks.ts";
import {
  endpointChange,
  endpointCreation,
  endpointsAnswer,
  endpointsRequest,
  parseEndpointChange,
  parseEndpointCreation,
  parseEndpointsRequest,
  toChangedEndpoints,
  toEndpointsAnswer,
  toListedEndpoint,
} from "../../../codec/admin/admin-webhooks.ts";
import { restoreSignIn } from "../../../codec/admin/masked-sign-in.ts";
import { endpointsMax } from "../../../codec/settings/channel-schema.ts";
import type { OneAtATime } from "../../../core/one-at-a-time.ts";
import { newSigningSecret } from "../../../core/random/signing-secret.ts";
import type { Result } from "../../../core/result.ts";
import { fail, ok } from "../../../core/result.ts";
import type { SharedEndpoints } from "../../../domain/webhooks/shared-endpoints.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { Operation } from "../operation.ts";
import { operation } from "../operation.ts";
import type { ChannelRecords } from "./channel-records.ts";
import { channelBody } from "./channel-records.ts";
import type { CheckSavedTarget } from "./declared.ts";
import { bodyOf, inTurn, missing } from "./records.ts";

interface Endpoints {
  readonly shared: SharedEndpoints;
  readonly records: ChannelRecords;
  readonly checkTarget: CheckSavedTarget;
  readonly clock: Clock;
  readonly oneAtATime: OneAtATime;
}

/** The endpoints that get events of every channel, and the endpoints of one channel. Source: WH-43. */
export const endpointOperations = (endpoints: Endpoints): readonly Operation[] => [
  getEndpoints(endpoints),
  addEndpoint(endpoints, sharedPlace(endpoints)),
  changeEndpoints(endpoints),
  addEndpoint(endpoints, channelPlace(endpoints)),
  ...[sharedPlace(endpoints), channelPlace(endpoints)].flatMap((place) => [
    changeEndpoint(endpoints, place),
    removeEndpoint(endpoints, place),
    renewSecret(endpoints, place),
  ]),
];

const access = { access: "administrator", scope: "administration", gate: "load" } as const;
const sharedPath = "/api/webhook-endpoints";
const common = { ...access, tag: "Operations", path: sharedPath, answersSecrets: true } as const;

const getEndpoints = ({ shared, clock }: Endpoints): Operation =>
  operation({
    ...common,
    method: "get",
    id: "getWebhookEndpoints",
    summary: "Lists the endpoints that get events of every channel.",
    answer: { status: 200, description: "The endpoints.", schema: endpointsAnswer },
    handle: () => ok(toEndpointsAnswer(shared.list(), clock.nowMs())),
  });

/** Applies from the next event and attempt on. Source: WH-43, AUTH-06. */
const changeEndpoints = (endpoints: Endpoints): Operation =>
  operation({
    ...common,
    method: "put",
    id: "setWebhookEndpoints",
    summary: "Replaces the endpoints that get events of every channel. An endpoint of the same name keeps its secret.",
    body: { schema: endpointsRequest, parse: parseEndpointsRequest },
    answer: { status: 200, description: "The endpoints as they are now.", schema: endpointsAnswer },
    async handle({ exchange, body }) {
      for (const [index, { url }] of (body.endpoints ?? []).entries()) {
        const refused = await refuseTarget(endpoints, `endpoints[${index}].url`, url);
        if (refused !== null) return refused;
      }
      return inTurn(endpoints.oneAtATime, exchange, () =>
        changeShared(endpoints, (before) => ok(body.endpoints ?? before.map(toListedEndpoint))),
      );
    },
  });

/** Why events may not be sent to this address. Plain http is allowed. */
async function refuseTarget({ checkTarget }: Endpoints, field: string, url: string): Promise<Result<never> | null> {
  const refused = await checkTarget(url, { allowHttp: true });
  return refused && fail(refused.code, `Field ${field} must be a permitted target. ${refused.message}`);
}

/** Makes the list of a change from the present endpoints. */
type Decide = (before: readonly WebhookEndpoint[]) => Result<ListedEndpoint[]>;

async function changeShared({ shared, clock }: Endpoints, decide: Decide) {
  const nowMs = clock.nowMs();
  const changed = await shared.change((before) => {
    const wanted = decide(before);
    return wanted.ok ? toChangedEndpoints(before, wanted.value, "endpoints", nowMs) : wanted;
  });
  return changed.ok ? ok(toEndpointsAnswer(changed.value, nowMs)) : changed;
}

/** Where endpoints belong to: all channels, or one. */
interface Place {
  readonly tag: "Operations" | "Channels";
  readonly path: string;
  /** What the names of its operations end with. */
  readonly id: "WebhookEndpoint" | "ChannelEndpoint";
  readonly whose: string;
  /** The keys of its answers. */
  readonly answer: TProperties;
  /** `parameters` has the channel's id, if the path has one, and perhaps the name of an endpoint. */
  change(parameters: readonly string[], decide: Decide): Promise<Result<object>>;
}

const sharedPlace = (endpoints: Endpoints): Place => ({
  tag: "Operations",
  path: sharedPath,
  id: "WebhookEndpoint",
  whose: "of all channels",
  answer: endpointsAnswer.properties,
  change: (_parameters, decide) => changeShared(endpoints, decide),
});

const channelPlace = ({ records }: Endpoints): Place => ({
  tag: "Channels",
  path: "/api/channels/:id/webhooks/endpoints",
  id: "ChannelEndpoint",
  whose: "of the channel",
  answer: channelBody.properties,
  async change([id = ""], decide) {
    const settings = records.find(id)?.settings;
    if (settings === undefined) return missing("channel");
    const wanted = decide(settings.webhooks?.endpoints ?? []);
    if (!wanted.ok) return wanted;
    // Webhooks without a URL and without endpoints are no webhooks.
    const isNone = wanted.value.length === 0 && (settings.webhooks?.url ?? "") === "";
    return records.change(settings, { webhooks: isNone ? null : { endpoints: wanted.value } });
  },
});

/** The secret is returned only in this answer. Source: WH-43, AUTH-14. */
const addEndpoint = (endpoints: Endpoints, { tag, path, id, whose, answer, change }: Place): Operation =>
  operation({
    ...access,
    ...{ tag, path, answersSecrets: true },
    method: "post",
    id: `add${id}`,
    summary: `Adds an endpoint ${whose}. If no secret is given, the service makes one.`,
    body: { schema: endpointCreation, parse: parseEndpointCreation },
    answer: {
      status: 201,
      description: "The secret that the service made, which is never answered again, and the endpoints.",
      schema: bodyOf({
        signingSecret: Type.Union([Type.String(), Type.Null()], {
          description: "whsec_ and base64: what the receiver checks signatures with. Null if the request had it.",
        }),
        ...answer,
      }),
    },
    failures: ["conflict"],
    async handle({ exchange, parameters, body }) {
      const { name, url } = body;
      const whole = restoreSignIn("url", url, undefined);
      if (!whole.ok) return whole;
      const refused = await refuseTarget(endpoints, "url", url);
      if (refused !== null) return refused;
      const made = body.signingSecret === undefined ? newSigningSecret() : null;
      const added = made === null ? body : { ...body, signingSecret: made };
      const saved = await inTurn(endpoints.oneAtATime, exchange, () =>
        change(parameters, (before) => {
          if (before.some((one) => one.name === name))
            return fail(
              "conflict",
              `Field name must be another one: there is already an endpoint ${whose} with this name.`,
            );
          if (before.length === endpointsMax)
            return fail("conflict", `There are already ${endpointsMax} endpoints ${whose}. Remove one first.`);
          return ok([...before.map(toListedEndpoint), added]);
        }),
      );
      return saved.ok ? ok({ signingSecret: made, ...saved.value }) : saved;
    },
  });

/** Of two changes at the same time, the last one wins field by field. Source: WH-43. */
const changeEndpoint = (endpoints: Endpoints, { tag, path, id, whose, answer, change }: Place): Operation =>
  operation({
    ...access,
    ...{ tag, path: `${path}/:name`, answersSecrets: true },
    method: "patch",
    id: `change${id}`,
    summary: `Changes the given fields of an endpoint ${whose}.`,
    body: { schema: endpointChange, parse: parseEndpointChange },
    answer: { status: 200, description: "The endpoints as they are now.", schema: bodyOf(answer) },
    async handle({ exchange, parameters, body }) {
      const refused = body.url === undefined ? null : await refuseTarget(endpoints, "url", body.url);
      if (refused !== null) return refused;
      return inTurn(endpoints.oneAtATime, exchange, () =>
        change(parameters, (before) => withChange(before, nameIn(parameters), body)),
      );
    },
  });

/** What waits for the endpoint becomes a dead letter at its next attempt. Source: WH-43. */
const removeEndpoint = ({ oneAtATime }: Endpoints, { tag, path, id, whose, answer, change }: Place): Operation =>
  operation({
    ...access,
    ...{ tag, path: `${path}/:name`, answersSecrets: true },
    method: "delete",
    id: `remove${id}`,
    summary: `Removes an endpoint ${whose}.`,
    answer: { status: 200, description: "The endpoints as they are now.", schema: bodyOf(answer) },
    handle: ({ exchange, parameters }) =>
      inTurn(oneAtATime, exchange, () =>
        change(parameters, (before) => {
          const others = before.filter(({ name }) => name !== nameIn(parameters));
          return others.length === before.length ? missing("endpoint") : ok(others.map(toListedEndpoint));
        }),
      ),
  });

/** The endpoint's name ends the path. */
const nameIn = (parameters: readonly string[]): string | undefined => parameters.at(-1);

function withChange(
  before: readonly WebhookEndpoint[],
  name: string | undefined,
  change: EndpointChange,
): ReturnType<Decide> {
  const known = before.find((one) => one.name === name);
  if (known === undefined) return missing("endpoint");
  const address = restoreSignIn("url", change.url ?? known.url, known.url);
  if (!address.ok) return address;
  return ok(
    before.map((one) => ({ ...toListedEndpoint(one), ...(one === known && { ...change, url: address.value }) })),
  );
}

/** The previous secret signs too for one day. Source: WH-40, WH-43, AUTH-14. */
const renewSecret = ({ oneAtATime }: Endpoints, { tag, path, id, whose, answer, change }: Place): Operation =>
  operation({
    ...access,
    ...{ tag, path: `${path}/:name/secret` },
    method: "post",
    id: `renew${id}Secret`,
    summary: `Creates a new signing secret for an endpoint ${whose}. For 24 hours, the old secret signs too.`,
    answer: {
      status: 200,
      description: "The secret, which is never answered again, and the endpoints.",
      schema: bodyOf({
        signingSecret: Type.String({ description: "whsec_ and base64: what the receiver checks signatures with." }),
        ...answer,
      }),
    },
    handle: ({ exchange, parameters }) =>
      inTurn(oneAtATime, exchange, async () => {
        const signingSecret = newSigningSecret();
        const saved = await change(parameters, (before) => withChange(before, nameIn(parameters), { signingSecret }));
        return saved.ok ? ok({ signingSecret, ...saved.value }) : saved;
      }),
  });
