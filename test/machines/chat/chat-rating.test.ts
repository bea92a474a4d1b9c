import t from "tap";
import { asMessageId } from "../../../src/core/ids.ts";
import type { ActorEvent } from "../../../src/domain/effects.ts";
import { accepted, blacklist, play } from "./chat-report-steps.ts";
import { close, kim, publish, reply, reportRated, t0 } from "./chat-steps.ts";

t.test("[WJ-46] a closed chat can be rated for a day, and a comment is a line for the agents", async (t) => {
  const rated = (afterMs: number, text?: string): ActorEvent => ({
    type: "chat.rated",
    nowMs: t0 + afterMs,
    rate: "negative",
    ...(text !== undefined && { comment: { lineId: asMessageId("R1"), text } }),
  });
  const closed = [...accepted, close(kim)];
  const line = {
    type: "effect.message.store",
    message: {
      seq: 2,
      id: "R1",
      from: "system",
      content: { type: "event", text: "The client rated the chat negative: Too slow" },
    },
  };
  const open = play([...accepted, rated(97, "Too slow")]);
  t.match([open.state, open.last], ["with_agent", [line, reportRated(t0 + 97, "Too slow")]]);
  const over = play([...closed, rated(1_000)]);
  t.strictSame(
    [over.state, over.context.visit.rate, over.last],
    ["closed", "negative", [publish, reportRated(t0 + 1_000)]],
  );
  const withWords = play([...closed, rated(1_000, "Too slow")]);
  t.match(
    [withWords.state, withWords.context.visit.rate, withWords.last],
    ["closed", "negative", [line, reportRated(t0 + 1_000, "Too slow")]],
  );
  const refusal = { type: "effect.request.refuse", message: 'The chat is closed; "rate" is not possible any more.' };
  const dayMs = 24 * 60 * 60 * 1_000;
  t.equal(play([...closed, rated(dayMs)]).context.visit.rate, "negative");
  const late = play([...closed, rated(dayMs + 10_000, "Too slow")]);
  t.strictSame([late.context.visit.rate, late.last], [null, [refusal]]);
  const blocked = play([...accepted, blacklist(true), close(kim), rated(1_000, "Too slow")]);
  t.strictSame([blocked.context.visit.rate, blocked.last], [null, [refusal]]);
});

t.test(
  "[WJ-54] the highest seen message of a chat is kept, also after the end; nothing else of the chat changes",
  async (t) => {
    const seen = (seq: number): ActorEvent => ({ type: "messages.seen", nowMs: t0 + 2_000, seq });
    const published = [{ type: "effect.chat.publish" }];
    const given = [...accepted, reply(1), reply(2)];
    const before = play(given);
    const { context, last } = play([...given, seen(2)]);
    t.strictSame([context, last], [{ ...before.context, visit: { ...before.context.visit, seenSeq: 2 } }, published]);
    t.strictSame(play([...given, seen(3), seen(2)]).last, [], "a lower one");
    t.strictSame(play([...given, seen(3), seen(3)]).last, [], "the same once more");
    t.strictSame(play([...given, seen(4)]).last, [], "no message has this number");
    const over = play([...given, close(kim), seen(3)]);
    t.strictSame([over.state, over.context.visit.seenSeq, over.last], ["closed", 3, published]);
  },
);
