import fc from "fast-check";
import t from "tap";
import type { AgentSignature, MediaFields, OutwardContent } from "../../../machines/chat/message.types.ts";
import type { Recipient } from "../../../machines/tells.ts";
import { encodeAgentMessage, encodeTypingNotice } from "../../../src/codec/a-customer/agent-message.ts";
import { parseCustomerMessage } from "../../../src/codec/a-customer/customer-message.ts";
import { defaultLimits } from "../../../src/config/limits.ts";
import { asAgentId, asMessageId } from "../../../src/core/ids.ts";
import { fixtureNames, readFixture } from "../fixtures.ts";

const messageId = asMessageId("5d1c8f0e-6f3b-4c1e-9a57-0b7f1d2e4a11");
const agent: AgentSignature = { id: asAgentId(1), name: "Irina Vale", photo: null };
const hi: OutwardContent = { type: "text", text: "hi", media: null };
const recipient: Recipient = { senderId: "cust-7781", senderIdKind: "string" };

t.test("[CH-38, CH-41] the body of every example, byte for byte", async (t) => {
  for (const name of fixtureNames("a2-").filter((name) => !name.includes("type"))) {
    const expected = JSON.parse(readFixture(name).toString());
    const { type, id, text, ...media } = expected.message;
    const isText = type === "text";
    const kind = typeof expected.recipient.id === "number" ? "integer" : "string";
    const body = encodeAgentMessage({
      messageId: id,
      content: { type, text: text ?? "", media: isText ? null : (media satisfies MediaFields) },
      sender: { id: asAgentId(1), name: expected.sender.name, photo: expected.sender.photo ?? null },
      recipient: { senderId: String(expected.recipient.id), senderIdKind: kind },
    });
    t.equal(body, JSON.stringify(expected), name);
  }
});

t.test("[CH-45] the body of every typing notice, byte for byte", async (t) => {
  for (const name of fixtureNames("a2-type")) {
    const { sender, recipient: to, message } = JSON.parse(readFixture(name).toString());
    const body = encodeTypingNotice({
      state: message.type,
      sender: { id: asAgentId(1), name: sender.name, photo: sender.photo },
      recipient: { senderId: to.id, senderIdKind: "string" },
    });
    t.equal(body, JSON.stringify({ sender, recipient: to, message }), name);
    const integer = { senderId: "9007199254740993", senderIdKind: "integer" } as const;
    t.equal(
      encodeTypingNotice({ state: message.type, sender: agent, recipient: integer }),
      `{"sender":{"name":"Irina Vale"},"recipient":{"id":9007199254740993},"message":{"type":"${message.type}"}}`,
    );
  }
});

t.test("[CH-39] the photo key is present only with an avatar", async (t) => {
  const without = encodeAgentMessage({ messageId, content: hi, sender: agent, recipient });
  t.strictSame(JSON.parse(without).sender, { name: "Irina Vale" });
  const photo = "https://chat.example/a.png";
  const having = encodeAgentMessage({ messageId, content: hi, sender: { ...agent, photo }, recipient });
  t.strictSame(JSON.parse(having).sender, { name: "Irina Vale", photo });
});

t.test("[CH-42] text of 10 000 characters is not cut", async (t) => {
  const text = "ä".repeat(10_000);
  const body = encodeAgentMessage({ messageId, content: { ...hi, text }, sender: agent, recipient });
  t.equal(JSON.parse(body).message.text, text);
});

t.test("[CH-26, CH-40] an id is sent back with its original type and digits", async (t) => {
  const ids = [
    "7",
    "-7",
    "9007199254740993",
    "123456789012345678901234567890",
    '"7"',
    '"007"',
    '"a\\"\\\\\\n😀"',
    '" "',
  ];
  for (const id of ids.slice(0, -1)) {
    const body = Buffer.from(`{"sender":{"id":${id}},"message":{"type":"text","text":"hi"}}`);
    const read = parseCustomerMessage(body, defaultLimits);
    if (!read.ok || read.value.kind !== "message") {
      t.fail(`${id} was not read`);
      continue;
    }
    const { senderId, sender } = read.value;
    const to = { senderId, senderIdKind: sender.senderIdKind };
    const sent = encodeAgentMessage({ messageId, content: hi, sender: agent, recipient: to });
    t.match(sent, `"recipient":{"id":${id}},`, id);
  }
});

t.test("[CH-40] a text that is no integer is never written without quotes", async (t) => {
  for (const senderId of ["007", "1.5", "1e3", '1},"x":{', "-0", ""]) {
    const to: Recipient = { senderId, senderIdKind: "integer" };
    t.throws(() => encodeAgentMessage({ messageId, content: hi, sender: agent, recipient: to }), /integer sender id/);
  }
});

t.test("no body has null or a key outside of the protocol", async (t) => {
  const text = fc.string({ unit: "binary" });
  const property = fc.property(text, text, fc.option(text), text, (content, name, photo, senderId) => {
    const to: Recipient = { senderId, senderIdKind: "string" };
    const body = encodeAgentMessage({
      messageId,
      content: { ...hi, text: content },
      sender: { ...agent, name, photo },
      recipient: to,
    });
    const sent = JSON.parse(body);
    const keys = [...Object.keys(sent), ...Object.keys(sent.sender), ...Object.keys(sent.recipient)].join();
    const expected = photo === null ? "sender,recipient,message,name,id" : "sender,recipient,message,name,photo,id";
    return keys === expected && sent.recipient.id === senderId && !Object.values(sent.message).includes(null);
  });
  fc.assert(property);
  t.pass("no counterexample");
});
