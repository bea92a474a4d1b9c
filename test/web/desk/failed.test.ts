import t from "tap";
import type { DeskChat } from "../../../src/codec/desk/desk.ts";
import type { Duty } from "../../../src/web/desk/shell/failed.ts";
import { canSendAgain, failedWords, failsFor, isInFailed } from "../../../src/web/desk/shell/failed.ts";
import { chatOf } from "./inbox-chats.ts";

const kim = { id: 1, name: "Kim" };
const lee = { id: 2, name: "Lee" };
const kimAmong = (...present: readonly number[]): Duty => ({
  me: { id: kim.id, role: "agent" },
  present: new Set(present),
  testChannelIds: new Set(["TESTCHAN01"]),
});
const ada: Duty = { me: { id: 3, role: "admin" }, present: new Set([lee.id]), testChannelIds: new Set(["TESTCHAN01"]) };

const failed = (agentId: number | null, count = 1): NonNullable<DeskChat["failed"]> => ({
  count,
  since: 1,
  at: 1,
  seq: 2,
  deliveryId: "d1",
  agentId,
  error: { code: "5", message: "Mailbox is full" },
  deliveryIds: ["d1"],
});

t.test(
  "a failed message concerns its writer while the writer has the chat and is present, and otherwise all agents",
  async (t) => {
    const ofLee: DeskChat = { ...chatOf("1", { state: "with_agent", agent: lee }), failed: failed(lee.id) };
    t.equal(failsFor(ofLee, kimAmong(1, 2)), false);
    t.equal(failsFor(ofLee, kimAmong(1)), true, "Lee is not present");
    t.equal(failsFor({ ...ofLee, agent: kim }, kimAmong(1, 2)), true, "Lee has passed the chat on");
    t.equal(failsFor({ ...ofLee, agent: null }, kimAmong(1, 2)), true, "nobody has the chat");
    t.equal(failsFor({ ...ofLee, failed: failed(null) }, kimAmong(1, 2)), true, "no agent wrote the message");
    t.equal(failsFor({ ...ofLee, failed: null }, kimAmong(1)), false);
    t.equal(
      failsFor({ ...ofLee, state: "blocked" }, kimAmong(1)),
      false,
      "a failed message to a blocked client concerns no agent",
    );
    const ofTest = { ...ofLee, channelId: "TESTCHAN01" };
    t.equal(failsFor(ofTest, kimAmong(1)), false, "[CH-61] a failed message of a test channel concerns nobody");
    t.equal(isInFailed(ofTest, ada), false);
  },
);

t.test("administrators see every failed message in the view and may send it again", async (t) => {
  const ofLee: DeskChat = { ...chatOf("1", { state: "with_agent", agent: lee }), failed: failed(lee.id) };
  t.equal(failsFor(ofLee, ada), false);
  t.equal(isInFailed(ofLee, ada), true);
  t.equal(isInFailed({ ...ofLee, failed: null }, ada), false);
  t.equal(isInFailed({ ...ofLee, state: "blocked" }, ada), false);
  t.equal(isInFailed(ofLee, kimAmong(1, 2)), false);
  t.equal(canSendAgain(ofLee, ada), true);
  t.equal(canSendAgain(ofLee, kimAmong(1, 2)), false);
  t.equal(canSendAgain(ofLee, kimAmong(1)), true);
  t.equal(canSendAgain({ ...ofLee, agent: null }, kimAmong(1, 2)), true);
});

t.test("a notice names the undelivered message, the client and the reason", async (t) => {
  const mia = chatOf("1", { name: "Mia" });
  t.equal(failedWords({ ...mia, failed: failed(1) }), "A message to Mia was not delivered: Mailbox is full");
  t.equal(failedWords({ ...mia, failed: failed(1, 3) }), "3 messages to Mia were not delivered: Mailbox is full");
  t.equal(failedWords({ ...mia, failed: { ...failed(1), error: null } }), "A message to Mia was not delivered.");
  t.equal(failedWords(mia), "");
});
