import { scopes } from "../../src/codec/settings/api-key-bounds.ts";
import type { WireRequest } from "../prove/abuse/wire/wire-request.ts";
import { keyFactOf } from "../prove/abuse/world/open-world.ts";

/** Secrets in addresses. An actor that knows such a secret has access. */
const addressSecrets = [
  "random",
  "botToken",
  "gatewayToken",
  "sampleToken",
  "fileToken",
  "photoToken",
  "signature",
] as const;
type AddressSecret = (typeof addressSecrets)[number];

export interface Actor {
  readonly name: string;
  /** The name of the actor's secret in the world. For `evil` it is sent as a cookie from another web site's page. */
  readonly bearer?: string;
  readonly cookie?: "own" | "evil";
  readonly knows: readonly AddressSecret[];
  /** The texts that the actor sends instead of the right ones. */
  readonly swaps?: readonly (readonly [from: string | RegExp, to: string])[];
}

/** Secrets in addresses that every person in a chat sees. */
const shown = ["fileToken", "photoToken", "signature"] as const;

/**
 * All kinds of users, from one who knows nothing to one who may do everything. Kim has the chats, Lee works on the same channel,
 * Max on another one. Ada is the administrator, and
 * has an API key for each scope, and one for another channel than Kim's. The client `kay` is on the blacklist.
 */
export const actors: readonly Actor[] = [
  { name: "nobody", knows: [] },
  { name: "expired", bearer: "gone", knows: [] },
  { name: "visitor", bearer: "visitor", knows: shown },
  { name: "customer", knows: ["random", "sampleToken", ...shown] },
  { name: "blocked", knows: ["random"], swaps: [[/"id":"s\d+"/, '"id":"kay"']] },
  // It uses its own secret at the address of another channel.
  { name: "neighbour", knows: ["random", "sampleToken"], swaps: [[/\{\{(channel|sample)\}\}/, "{{victimChannel}}"]] },
  { name: "otherbot", knows: ["botToken"], swaps: [["{{provider}}", "{{victimProvider}}"]] },
  { name: "bot", knows: ["botToken"] },
  { name: "gateway", knows: ["gatewayToken"] },
  { name: "operator", bearer: "operatorToken", knows: [] },
  { name: "evilpage", bearer: "ada", cookie: "evil", knows: [] },
  { name: "max", bearer: "max", knows: shown },
  { name: "lee", bearer: "lee", knows: shown },
  { name: "kim", bearer: "kim", knows: shown },
  { name: "kimpage", bearer: "kim", cookie: "own", knows: shown },
  { name: "ada", bearer: "ada", knows: [...addressSecrets] },
  ...[...scopes, "other channel"].map(
    (scope): Actor => ({ name: `key ${scope}`, bearer: keyFactOf(scope), knows: [] }),
  ),
];

/**
 * Returns the request as the actor can send it: with the actor's own secret, and with made-up texts for secrets that the actor
 * does not know.
 */
export function sentBy({ bearer, cookie, knows, swaps = [] }: Actor, request: WireRequest, port: number): WireRequest {
  const headers = request.headers.filter(([name]) => name !== "Authorization" && name !== "Origin");
  const own = bearer === undefined ? [] : carried(bearer, cookie, port);
  const target = addressSecrets
    .filter((secret) => !knows.includes(secret))
    .reduce((path, secret) => path.replace(`{{${secret}}}`, "m4deUpm4deUpm4deUpm4de"), request.target);
  const swapped = (text: string): string => swaps.reduce((whole, [from, to]) => whole.replace(from, to), text);
  const body = request.body === null ? null : swapped(request.body);
  return { ...request, target: swapped(target), headers: [...headers, ...own], body };
}

function carried(bearer: string, cookie: Actor["cookie"], port: number): WireRequest["headers"] {
  if (cookie === undefined) return [["Authorization", `Bearer {{${bearer}}}`]];
  const host = `127.0.0.1:${port}`;
  const origin = cookie === "own" ? `http://${host}` : "https://evil.example.com";
  return [
    ["Cookie", `parley_session={{${bearer}}}`],
    ["Host", host],
    ["Origin", origin],
    ["Sec-Fetch-Site", cookie === "own" ? "same-origin" : "cross-site"],
  ];
}
