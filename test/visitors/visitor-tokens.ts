import { createServer } from "node:http";
import type { JWTPayload } from "jose";
import { SignJWT } from "jose";
import type { Test } from "tap";
import type { IdentitySettings } from "../../machines/channel/channel.types.ts";
import { serveOnLoopback } from "../../src/demo/cast/peer.ts";
import type { Service } from "../harness/service.ts";
import type { ChannelChange } from "./visitor-channel.ts";
import { asWidget, widget } from "./visitor-channel.ts";

export const identitySecret = "idsec_a-secret-of-the-shop-for-its-tokens";

/** `MOBILEAPP1` as a widget whose visitors can prove who they are. */
export const withIdentity = (
  identity: Partial<IdentitySettings> = {},
  change: ChannelChange = {},
): { readonly MOBILEAPP1: ChannelChange } =>
  asWidget({
    webhooks: null,
    widget: { ...widget, identity: { secret: identitySecret, previousSecret: null, jwksUrl: null, ...identity } },
    ...change,
  });

/** The claims of a token that is valid now; `undefined` leaves a claim out. */
export const claimsNow = (service: Pick<Service, "clock">, changes: object = {}): JWTPayload => {
  const exp = service.clock.nowMs() / 1_000 + 300;
  return JSON.parse(JSON.stringify({ sub: "4711", aud: "MOBILEAPP1", exp: Math.floor(exp), ...changes }));
};

type Key = Parameters<SignJWT["sign"]>[0];

export const sign = (claims: JWTPayload, key: string | Key = identitySecret, header: object = {}): Promise<string> =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: "HS256", ...header })
    .sign(typeof key === "string" ? new TextEncoder().encode(key) : key);

/** An identity provider that answers its public keys. */
export interface KeyServer {
  readonly url: string;
  /** The number of requests until now. */
  asked: number;
  /** Status and body of the next answers. */
  answer: readonly [status: number, body: string];
}

export async function openKeyServer(t: Test, keys: readonly object[]): Promise<KeyServer> {
  const server = createServer((_request, response) => {
    keyServer.asked += 1;
    const [status, body] = keyServer.answer;
    response.writeHead(status, { "content-type": "application/json" }).end(body);
  });
  const origin = await serveOnLoopback(t, server);
  const keyServer: KeyServer = {
    url: `${origin}/keys?tenant=1`,
    asked: 0,
    answer: [200, JSON.stringify({ keys })],
  };
  return keyServer;
}
