import {
  channelTestAnswer,
  channelTestRequest,
  parseChannelTest,
  toChannelTestAnswer,
} from "../../../../codec/admin/admin-channel-test.ts";
import { createUlids } from "../../../../core/random/ulid.ts";
import { prepareTest, sendTest } from "../../../../domain/channel/channel-test.ts";
import { createRateLimiter } from "../../../limits/rate-limiter.ts";
import type { Handler, Route } from "../../../server/router.ts";
import { findAdministrator, signatureOf } from "../../desk/desk-caller.ts";
import { bodyOf } from "../admin-docs.ts";
import { answerJson, answerMissing, readAdminBody } from "../admin-exchange.ts";
import type { AdminParts } from "../admin-parts.ts";

/**
 * `POST /api/channels/{id}/test`: makes one attempt that is marked as a test, and answers when its outcome is known. It is not
 * retried. A channel is tested at most once a second. Source: DEL-28, LIM-03.
 */
export const channelTestRoute = (admin: AdminParts): Route => ({
  pattern: "/api/channels/:id/test",
  gate: "load",
  methods: { post: testChannel(admin) },
  docs: {
    post: {
      id: "testChannel",
      summary:
        "Sends one test to the customer system or the webhook URL, and returns the result. One test a second is possible.",
      tag: "Channels",
      access: "administrator",
      request: { schema: channelTestRequest },
      answer: {
        status: 200,
        description: "The result: delivered or not.",
        schema: bodyOf({ test: channelTestAnswer }),
      },
      failures: ["conflict"],
    },
  },
});

function testChannel(admin: AdminParts): Handler {
  const { runtime, store, outbound, previews, limits } = admin;
  const { clock, directory } = runtime;
  const rate = createRateLimiter({ perSecond: 1, burst: 1, bucketsMax: limits.rateBucketsMax, clock });
  const newUlid = createUlids();
  const parts = { outbound, previews, store, clock, newLogId: () => newUlid(clock.nowMs()) };
  return async (exchange, [id = ""]) => {
    const caller = findAdministrator(admin, exchange);
    if (caller === null) return;
    if (directory.find(id) === undefined) return answerMissing(exchange, "channel");
    const request = await readAdminBody(admin, exchange, parseChannelTest);
    if (request === null) return;
    const settings = directory.find(id)?.settings;
    if (settings === undefined) return answerMissing(exchange, "channel");
    const test = { settings, target: request.target, by: signatureOf(caller), cause: exchange.requestId };
    const errand = prepareTest(test, parts);
    if (!errand.ok) return exchange.answerFailure(errand.failure);
    const waitSeconds = rate.take(settings.id);
    if (waitSeconds > 0) return exchange.answerCode("rate_limited", waitSeconds);
    // The longest attempt takes 10 s. Source: WH-35.
    const tested = await exchange.untimed(sendTest(errand.value, parts));
    answerJson(exchange, 200, { test: toChannelTestAnswer(tested) });
  };
}
