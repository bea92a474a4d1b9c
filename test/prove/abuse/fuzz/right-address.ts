import { validValue } from "../make/valid-value.ts";
import type { Random } from "../random.ts";
import type { Operation } from "./operations.ts";
import { rightFields } from "./right-bodies.ts";

type Values = readonly [string, ...string[]];

/** Objects for operations that need a special one: a waiting chat, a closed chat, or an object that no other operation needs. */
const ownValues: Readonly<Record<string, Readonly<Record<string, Values>>>> = {
  "POST /api/chats/:id/accept": { id: ["bobChat", "annChat"] },
  "POST /api/chats/:id/reopen": { id: ["cydChat"] },
  "POST /api/chats/:id/close": { id: ["halChat"] },
  "POST /api/chats/:id/transfer": { id: ["gusChat"] },
  "POST /api/chats/:id/assign": { id: ["ivyChat"] },
  "POST /api/chats/:id/call": { id: ["annChat"] },
  "POST /api/chats/:id/dismiss-failed": { id: ["janChat"] },
  "DELETE /api/canned-replies/:id": { id: ["doomedReply"] },
  "DELETE /api/webhook-endpoints/:name": { name: ["doomedEndpoint"] },
  "DELETE /api/channels/:id/webhooks/endpoints/:name": { name: ["doomedEndpoint"] },
  "PATCH /api/channels/:id": { id: ["victimChannel"] },
  "DELETE /api/channels/:id": { id: ["doomedChannel"] },
  "POST /api/channels/:id/random": { id: ["victimChannel"] },
  "POST /api/channels/:id/identity/secret": { id: ["widget"] },
  "POST /api/channels/:id/bot": { id: ["victimChannel"] },
  "POST /api/channels/:id/bot/secret": { id: ["botChannel"] },
  "PATCH /api/providers/:id": { id: ["victimProvider"] },
  "DELETE /api/providers/:id": { id: ["doomedProvider"] },
  "PATCH /api/agents/:id": { id: ["victimAgent"] },
  "DELETE /api/agents/:id": { id: ["victimAgent"] },
  "DELETE /api/departments/:id": { id: ["doomedDepartment"] },
  "PUT /api/channels/:id/bot/photo": { id: ["botChannel"] },
  "DELETE /api/channels/:id/bot/photo": { id: ["botChannel"] },
  "DELETE /api/clients/:id": { id: ["doomedClient"] },
  "GET /api/agents/:id/picture": { id: ["pictured"] },
  "GET /api/chats/:id/messages/:seq/preview": { id: ["annChat"], seq: ["linkSeq"] },
};

/** The names of the values for each parameter, by the beginning of the pattern. The first match is used. */
const values: readonly (readonly [prefix: string, Readonly<Record<string, Values>>])[] = [
  ["/api/chats/", { id: ["annChat", "annChat", "visitorChat"], picture: ["picture"] }],
  ["/api/channels/", { id: ["channel"], name: ["endpoint"] }],
  ["/api/webhook-endpoints/", { name: ["endpoint"] }],
  ["/api/clients/", { id: ["client"] }],
  ["/api/agents/", { id: ["kimId"] }],
  ["/api/departments/", { id: ["department"] }],
  ["/api/providers/", { id: ["provider"] }],
  ["/api/sessions/", { id: ["spareSession"] }],
  ["/api/keys/", { id: ["doomedKey"] }],
  ["/api/canned-replies/", { id: ["canned"] }],
  ["/api/offline-messages/", { id: ["left"], answer: ["leftAnswer"] }],
  ["/api/deliveries/", { id: ["delivery"] }],
  ["/api/inspect/chats/", { id: ["annChat"] }],
  ["/api/inspect/actors/", { kind: ["kind"], id: ["annChat"] }],
  ["/api/inspect/charts/", { hash: ["chart"] }],
  ["/chat-api/", { random: ["random"], publicId: ["channel"] }],
  ["/bots/", { providerId: ["provider"], token: ["botToken"] }],
  ["/calls/", { gatewayToken: ["gatewayToken"] }],
  ["/widget/", { widget: ["widget"], id: ["widget"] }],
  ["/script/widget/", { id: ["widget"] }],
  ["/demo/", { id: ["widget"] }],
  ["/docs/api/", { page: ["apiPage"] }],
  ["/docs/decisions/", { page: ["decisionsPage"] }],
  ["/docs/", { page: ["docsPage"] }],
  ["/sample/", { channel: ["sample"], token: ["sampleToken"] }],
  ["/assets/", { folder: ["assetFolder"], version: ["assetVersion"], name: ["assetName"] }],
  ["/pictures/", { signature: ["signature"], address: ["pictureAddress"] }],
  ["/photos/", { token: ["photoToken"] }],
  ["/files/", { token: ["fileToken"], name: ["fileName"] }],
];

/** Parameters that continue a list: only a value from an answer is valid. */
const neverMade = new Set(["cursor"]);

/** Returns an address at which the operation finds its object, with a part of its query parameters. */
export function rightAddress(operation: Operation, random: Random): string {
  const { pattern, name, doc } = operation;
  const byPrefix = values.find(([prefix]) => pattern.startsWith(prefix))?.[1] ?? {};
  const path = pattern.replace(/:(\w+)/g, (_, parameter: string) => {
    const fitting = ownValues[name]?.[parameter] ?? byPrefix[parameter];
    if (fitting === undefined) throw new Error(`Expected a value for ${parameter} of ${pattern}, got none`);
    return `{{${random.pick(fitting)}}}`;
  });
  const query = (doc?.query ?? []).flatMap((parameter) => {
    if (neverMade.has(parameter.name) || !(parameter.isRequired === true || random.isChance(0.3))) return [];
    const value = rightFields[parameter.name] ?? validValue(parameter.schema, random, rightFields);
    return [`${parameter.name}=${encodeURIComponent(String(value))}`];
  });
  return query.length === 0 ? path : `${path}?${query.join("&")}`;
}
