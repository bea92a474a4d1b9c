import t from "tap";
import { asChannelId, asChatId, asConversationKey, asDeliveryId, asMessageId } from "../../../src/core/ids.ts";
import type { Result } from "../../../src/core/result.ts";
import { fail, ok } from "../../../src/core/result.ts";
import { createSampleBot } from "../../../src/domain/bot/sample-bot.ts";
import { startService } from "../../harness/service.ts";
import { bot } from "../../harness/service-config.ts";

t.test("[BOT-51] an answer that the service does not take is a failed attempt, which is made again", async (t) => {
  const service = await startService(t);
  const { directory, clock } = { directory: service.app.runtime.directory, clock: service.clock };
  const channelId = asChannelId("MOBILEAPP1");
  const id = asChatId("1");
  const chat = { id, channelId, conversation: asConversationKey("MOBILEAPP1/ann"), wasSent: true };
  const answers: Result<void>[] = [];
  const posted: string[] = [];
  const inbox = {
    receive: (...[, , , { requestId }, done]: Parameters<Parameters<typeof createSampleBot>[0]["receive"]>) => {
      posted.push(requestId);
      done(answers.shift() ?? ok(undefined));
    },
  };
  const tell = createSampleBot(inbox, () => ok(chat), directory, clock);
  const outcome = () =>
    tell({
      ...{ channelId, channelKind: "api", bot, eventId: asMessageId("e"), deliveryId: asDeliveryId("d") },
      ...{ event: { event: "AGENT_UNAVAILABLE", chatId: id, clientNumber: 1 }, attempt: 1, timeoutMs: 3_000 },
    });
  answers.push(fail("overloaded", "The service is overloaded. Try again."));
  t.match(await outcome(), {
    httpStatus: 503,
    failure: {
      kind: "http_status",
      code: "overloaded",
      message: "The service did not take the sample bot's answer: The service is overloaded. Try again.",
    },
  });
  t.match(await outcome(), { httpStatus: 200, failure: null });
  t.strictSame(posted, ["sample bot e-0", "sample bot e-0"], "the same id, so that it counts once");
  answers.push(fail("invalid_request", "There is no chat with the chat_id 1 any more."));
  t.match(await outcome(), { failure: null }, "a chat that is gone needs no answer");
});
