import t from "tap";
import type { AttemptRecord, DeliveryContext } from "../../machines/delivery/delivery.types.ts";
import type { AttemptFailure } from "../../machines/tells.ts";
import { asActorKey, asChannelId, asChatId, asDeliveryId } from "../../src/core/ids.ts";
import { explainState } from "../../src/inspect/why/explain.ts";
import type { Around, Seen } from "../../src/inspect/why/sentences.ts";
import { step } from "../browser/desk/conversation/conversation-world.ts";
import { startService } from "../harness/service.ts";
import { bot } from "../harness/service-config.ts";
import { answerBot, botPosts, createTeller } from "./why-world.ts";

/** A webhook in a state that takes days to reach. */
function lateWebhook(attempts: readonly AttemptFailure[], error: AttemptFailure): Seen<"delivery"> {
  const made = attempts.map(
    (failure, place): AttemptRecord => ({
      ...{ number: place + 1, startedAtMs: place * 3_600_000, durationMs: 100, httpStatus: 500, failure },
      ...{ address: null, answer: null, note: null },
    }),
  );
  const context: DeliveryContext = {
    ...{
      id: asDeliveryId("01"),
      chatId: asChatId("1"),
      channelId: asChannelId("MOBILEAPP1"),
      messageSeq: 0,
      messageId: null,
    },
    ...{
      cargo: { kind: "webhook" as const, event: "chat_finished" as const },
      isInFront: false,
      recipient: null,
      attempts: made,
    },
    ...{ seriesOffset: 0, error, cancellation: null, createdAtMs: 0 },
  };
  return { kind: "delivery", id: "01", state: "failed", sinceMs: null, deadlines: [], context, steps: [] };
}

const alone: Around = { find: () => undefined, agentName: () => undefined, channelName: () => "Shop" };

t.test("the sentence of a webhook that will not arrive names the remedy", async (t) => {
  const http: AttemptFailure = {
    kind: "http_status",
    code: "http_status",
    message: "The receiver answered HTTP 500.",
  };
  const refused = { kind: "error_answer", code: "error_answer", message: "No such client" } as const;
  const noUrl = { kind: "no_target", code: "no_target", message: "The channel has no webhook URL any more." } as const;
  const answer = (attempts: readonly AttemptFailure[], error: AttemptFailure): readonly (string | undefined)[] => {
    const why = explainState(lateWebhook(attempts, error), alone, 0);
    return [why?.sentence, why?.questions[0]?.sentence];
  };
  const about = "It is the webhook chat_finished of chat 1.";
  const tenTimes = "the owner’s server answered HTTP 500, 10 times within 9 h";
  const all = Array.from({ length: 10 }, () => http);
  t.same(answer(all, http), [
    `Failed: ${tenTimes}. ${about}`,
    `All 10 attempts failed: ${tenTimes}. It is a dead letter until somebody replays it.`,
  ]);
  const final = "the owner’s server answered “No such client”, and that answer is final";
  t.same(answer([refused], refused), [`Failed: ${final}. ${about}`, `It arrived, but ${final}. It can be replayed.`]);
  const noneLeft = "the channel has no webhook URL any more";
  const advice = "Enter the URL in the settings of Shop, then replay the delivery.";
  t.same(answer([], noUrl), [`Failed: ${noneLeft}. ${about}`, `It was not sent: ${noneLeft}. ${advice}`]);
  const once = `${noneLeft}; earlier attempts: the owner’s server answered HTTP 500`;
  t.same(answer([http], noUrl), [`Failed: ${once}. ${about}`, `It was not sent: ${once}. ${advice}`]);
});

t.test("without a stored step, the sentence uses only the stored state", async (t) => {
  const service = await startService(t, { channels: { MOBILEAPP1: { bot } } });
  await service.say("7", "Hello");
  await answerBot(service);
  await botPosts(service, { event: "INVITE_AGENT", chat_id: "1" });
  await step(service, "kim", "accept");
  for (const actor of ["chat/1", "bot/1"] as const) {
    const key = asActorKey(actor);
    const row = await service.store.read("actor", [key]);
    if (row === undefined) throw new Error(`Expected ${actor} to be stored`);
    await service.store.commit({}, () => [{ table: "actor", key: [key], row: { ...row, historyAt: 0, sinceMs: 0 } }]);
  }
  const tell = createTeller(t, new Set());
  await tell(service, "chat/1", "With Kim.", [
    "Why did the bot hand over? The step of the hand-over is not stored any more.",
  ]);
  await tell(service, "bot/1", "An agent accepted the chat. Only agents see what the bot writes now.", [
    "Why did the bot hand over? The step of the hand-over is not stored any more.",
  ]);
});
