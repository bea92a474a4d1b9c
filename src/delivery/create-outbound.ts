import type { KnownTokens, SharedTokens } from "../ports/bot-access.ts";
import type { Clock } from "../ports/clock.ts";
import type { Log } from "../ports/log.ts";
import type { Outbound } from "../ports/outbound.ts";
import type { AddressGuard, OutboundPolicy } from "./address/address-guard.ts";
import { createAddressGuard } from "./address/address-guard.ts";
import { createBotRequests } from "./bot/bot-requests.ts";
import { createCustomerRequests } from "./customer/customer-requests.ts";
import { createOauthTokens } from "./oauth/oauth-tokens.ts";
import { createAsker } from "./request/ask.ts";
import type { EndpointPools } from "./request/endpoint-pools.ts";
import { createEndpointPools } from "./request/endpoint-pools.ts";
import { OutboundClosedError } from "./request/explain-error.ts";
import { createWebhookRequests } from "./webhook/webhook-requests.ts";

export interface OutboundOptions {
  readonly policy: OutboundPolicy;
  readonly limits: {
    readonly endpointConnectionsMax: number;
    readonly noticeConnectionsMax: number;
    readonly answerBytesMax: number;
    readonly webhookAnswerBytesMax: number;
  };
  readonly clock: Clock;
  readonly log: Pick<Log, "info" | "error">;
  /** The same log without a look at each field for secrets, for lines that can hold none; `log` when absent. */
  readonly plainLog?: Pick<Log, "info">;
  /** Where access tokens are noted before a bot is sent one. Source: AUTH-10. */
  readonly knownTokens: KnownTokens;
  /** Where several processes share access tokens; absent for one that is alone on its store. */
  readonly sharedTokens?: SharedTokens;
  /** Checks targets; made from `policy` when absent. */
  readonly guard?: AddressGuard;
  /** PEM of authorities to trust instead of the system's. */
  readonly certificateAuthorities?: string;
}

/** A channel asks for one access token at a time; two while its credentials change. */
const tokenConnectionsMax = 2;

interface PoolOptions {
  readonly connectTimeoutMs?: number;
  readonly allowHttp?: boolean;
}

/** As long as an attempt takes. Source: WH-35. */
const webhookConnectTimeoutMs = 10_000;

/**
 * Sends agents' messages and typing notices to customer systems, and events to bots and owners' servers, over HTTP/1.1. Waits for a
 * connection, connects, sends and reads within the time given; never follows a redirect, never repeats but for a bot's
 * refused access token. Source: DEL-03, DEL-07, DEL-16, DEL-20, BOT-17, AUTH-03 to AUTH-06, AUTH-11, VER-01.
 */
export function createOutbound(options: OutboundOptions): Outbound {
  const { clock, limits, log } = options;
  const guard = options.guard ?? createAddressGuard(options.policy);
  const allPools: EndpointPools[] = [];
  const openPools = (connectionsMax: number, more: PoolOptions = {}): EndpointPools => {
    const { certificateAuthorities } = options;
    const pools = createEndpointPools(guard, { connectionsMax, certificateAuthorities, ...more });
    allPools.push(pools);
    return pools;
  };
  // Chats that hang try again on connections of their own: they leave the others' to the others. Source: DEL-19.
  const openMessagePools = (more: PoolOptions = {}) => ({
    firstPools: openPools(limits.endpointConnectionsMax, more),
    retryPools: openPools(limits.endpointConnectionsMax, more),
  });
  const asker = createAsker(clock, limits.answerBytesMax);
  const webhookAsker = createAsker(clock, limits.webhookAnswerBytesMax);
  const shared = { asker, guard, clock, log, plainLog: options.plainLog ?? log };
  const tokens = createOauthTokens({
    ...shared,
    ...(options.sharedTokens && { shared: options.sharedTokens }),
    known: options.knownTokens,
    pools: openPools(tokenConnectionsMax),
  });
  // Beside the messages' own, so that a notice waits behind none. Source: DEL-20.
  const noticePools = openPools(limits.noticeConnectionsMax);
  return {
    ...createCustomerRequests({ ...shared, ...openMessagePools(), noticePools }),
    ...createBotRequests({ ...shared, ...openMessagePools(), tokens }),
    ...createWebhookRequests({
      ...shared,
      asker: webhookAsker,
      ...openMessagePools({ connectTimeoutMs: webhookConnectTimeoutMs, allowHttp: true }),
    }),
    async close() {
      asker.close();
      webhookAsker.close();
      const reason = new OutboundClosedError();
      await Promise.all(allPools.map((pools) => pools.destroy(reason)));
      await tokens.whenQuiet();
    },
  };
}
