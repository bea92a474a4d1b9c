import t from "tap";
import { judgeLater, laterLaws } from "./judge.ts";
import { sampleEvidence } from "./sample-evidence.ts";

/** The three chats of the sample. The second chat is closed, and removed later. */
function sample() {
  const before = sampleEvidence().stored;
  const { stored: later } = sampleEvidence();
  const closed = before.chats[1];
  if (closed === undefined) throw new Error("Expected the sample to have a second chat");
  Object.assign(closed.chat, { state: "closed" });
  later.chats.splice(1, 1);
  later.deliveries.webhook = [];
  return { stored: before, later, closed };
}

type Spoil = (evidence: ReturnType<typeof sample>) => unknown;

const broken: Readonly<Record<string, readonly (readonly [fault: string, spoil: Spoil])[]>> = {
  "a chat that is not closed stays, with all that was said in it": [
    ["chat 1, with_agent, is gone", ({ later }) => later.chats.shift()],
    ["chat 3, waiting, is gone", ({ later }) => later.chats.pop()],
    ['"kim 2" in chat 1, with_agent, is gone', ({ later }) => later.chats[0]?.messages.pop()],
  ],
  "a closed chat goes when its time is over, and nothing of it is left": [
    ["chat 2 is still there", ({ later, closed }) => later.chats.push(closed)],
    [
      "delivery d2 of chat 2 is still there",
      ({ later }) => later.deliveries.message.push({ id: "d2", chatId: "2" } as never),
    ],
  ],
};

t.test("the judge of the rows weeks later finds no violation in correct rows", async (t) => {
  t.strictSame(judgeLater(sample()), []);
});

t.test("the judge of the rows weeks later reports each promise that an error breaks", async (t) => {
  t.strictSame(
    Object.keys(broken),
    laterLaws.map(({ promise }) => promise),
    "each law can fail",
  );
  for (const [promise, ways] of Object.entries(broken)) {
    for (const [fault, spoil] of ways) {
      const evidence = sample();
      spoil(evidence);
      t.strictSame(judgeLater(evidence), [`${promise}: ${fault}`]);
    }
  }
});
