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
import type { EndpointPools, PoolOptions } from "./request/endpoint-pools.ts";
import { createEndpointPools } from "./request/endpoint-pools.ts";
import { OutboundClosedError } from "./request/explain-error.ts";
import { OutboundThread } from "./request/outbound-thread.ts";
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
  readonly log: Log;
  /** The same log without a search for secrets, for log entries that cannot hold any. Defaults to `log`. */
  readonly plainLog?: Log;
  /** Stores access tokens before a bot receives one. Source: AUTH-10. */
  readonly knownTokens: KnownTokens;
  /** Shares access tokens between several processes. Absent for a single process. */
  readonly sharedTokens?: SharedTokens | undefined;
  /** Checks targets. Created from `policy` when absent. */
  readonly guard?: AddressGuard;
  /** PEM of authorities that are trusted instead of the system's. */
  readonly certificateAuthorities?: string;
  /** Whether attempts have their connections in another thread. The guard must use the names of the network. */
  readonly hasThread?: boolean;
}

/** A channel requests one access token at a time, or two while its credentials change. */
const tokenConnectionsMax = 2;

/** The time of an attempt. Source: WH-35. */
const webhookConnectTimeoutMs = 10_000;

/**
 * Sends agents' messages and typing notices to customer systems, and events to bots and owners' servers, over HTTP/1.1. The time limit covers
 * the wait for a connection, connecting, sending and reading. It never follows a redirect, and retries only after a bot refused an access token.
 * Source: DEL-03, DEL-07, DEL-16, DEL-20, BOT-17, AUTH-03 to AUTH-06, AUTH-11, VER-01.
 */
export function createOutbound(options: OutboundOptions): Outbound {
  const { clock, limits, log, plainLog = log, certificateAuthorities } = options;
  const guard = options.guard ?? createAddressGuard(options.policy);
  const thread = options.hasThread === true ? new OutboundThread(guard, clock) : null;
  const allPools: EndpointPools[] = [];
  const openPools = (connectionsMax: number, changes: Partial<PoolOptions> = {}, inThread = thread): EndpointPools => {
    const settings = { connectionsMax, answerBytesMax: limits.answerBytesMax, certificateAuthorities, ...changes };
    const pools = createEndpointPools(guard, settings, inThread?.open(settings));
    allPools.push(pools);
    return pools;
  };
  // Retries of chats that hang have separate connections, so that first attempts are not held up. Source: DEL-19.
  const openAttemptPools = (changes?: Partial<PoolOptions>) => ({
    first: openPools(limits.endpointConnectionsMax, changes),
    retry: openPools(limits.endpointConnectionsMax, changes),
  });
  const asker = createAsker(clock);
  const tokens = createOauthTokens({
    asker,
    guard,
    clock,
    log,
    shared: options.sharedTokens,
    known: options.knownTokens,
    pools: openPools(tokenConnectionsMax, {}, null),
  });
  // Typing notices have separate connections, so that none waits for a message. They stay in this thread, which knows until the last moment
  // whether one is wanted. Source: DEL-20, DEL-21.
  const noticePools = openPools(limits.noticeConnectionsMax, {}, null);
  const customers = createCustomerRequests({
    asker,
    guard,
    clock,
    log,
    plainLog,
    pools: openAttemptPools(),
    noticePools,
  });
  const bots = createBotRequests({ asker, guard, clock, log, plainLog, pools: openAttemptPools(), tokens });
  const webhookPools = openAttemptPools({
    answerBytesMax: limits.webhookAnswerBytesMax,
    connectTimeoutMs: webhookConnectTimeoutMs,
    allowHttp: true,
  });
  const owners = createWebhookRequests({ asker, guard, clock, log, plainLog, pools: webhookPools });
  thread?.start();
  return {
    attempt: customers.attempt,
    notify: customers.notify,
    tellBot: bots.tellBot,
    report: owners.report,
    async close() {
      asker.close();
      const reason = new OutboundClosedError();
      await Promise.all(allPools.map((pools) => pools.destroy(reason)));
      await thread?.close(reason);
      await tokens.whenQuiet();
    },
  };
}
