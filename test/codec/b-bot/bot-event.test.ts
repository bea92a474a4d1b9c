import t from "tap";
import type { ClientMessageEvent } from "../../../machines/tells.ts";
import { encodeBotEvent } from "../../../src/codec/b-bot/bot-event.ts";
import { encodeTokenRequest, parseGrantedToken } from "../../../src/codec/b-bot/oauth-token.ts";
import { asChannelId, asChatId, asMessageId } from "../../../src/core/ids.ts";
import { fixtureNames, readFixture } from "../fixtures.ts";

const eventId = asMessageId("0c6b1f52-93de-4f0a-8d3e-6a5b1c7e2f01");
const channelId = asChannelId("kT4mB9xQzR8v");
const where = { eventId, channelId, channelKind: "api" } as const;
const written: ClientMessageEvent = {
  event: "CLIENT_MESSAGE",
  chatId: asChatId("5021"),
  clientNumber: 318,
  sender: { name: null, url: null, hasContacts: false },
  agentsOnline: false,
  text: "Hi",
  buttonId: null,
  atMs: 1_795_165_200_999,
};

t.test("[BOT-09, BOT-10] the body of every message of a client, byte for byte", async (t) => {
  for (const name of fixtureNames("b-client-message")) {
    const sample = JSON.parse(readFixture(name).toString());
    const { sender, message } = sample;
    const body = encodeBotEvent({
      ...where,
      eventId: sample.id,
      event: {
        ...written,
        sender: { name: sender.name, url: sender.url, hasContacts: sender.has_contacts },
        agentsOnline: sample.agents_online,
        text: message.text,
        buttonId: message.button_id ?? null,
        atMs: message.timestamp * 1000,
      },
    });
    const channel = { id: channelId, type: "chat_api" };
    t.equal(body, JSON.stringify({ ...sample, site_id: "1", channel }), name);
  }
});

t.test("[BOT-07, BOT-15] the body of every event about agents, and nothing else", async (t) => {
  for (const name of fixtureNames("b-agent-")) {
    const sample = JSON.parse(readFixture(name).toString());
    const event = { event: sample.event, chatId: sample.chat_id, clientNumber: Number(sample.client_id) };
    t.strictSame(JSON.parse(encodeBotEvent({ ...where, eventId: sample.id, event })), sample, name);
  }
});

t.test(
  "[BOT-12, BOT-13] unknown data of a client are empty, only a click has a button id, and seconds are integers",
  async (t) => {
    const body = JSON.parse(encodeBotEvent({ ...where, event: written }));
    t.strictSame(body.sender, { id: 318, name: "", url: "", has_contacts: false });
    t.strictSame(body.message, { type: "TEXT", text: "Hi", timestamp: 1_795_165_200 });
    const clicked = JSON.parse(encodeBotEvent({ ...where, event: { ...written, buttonId: "" } }));
    t.equal(clicked.message.button_id, "");
  },
);

t.test("[BOT-11] text and names are unchanged, and the largest visitor number has every digit", async (t) => {
  const text = 'Grüße "\\\n\u2028 \u{1f6b2} <b>';
  const clientNumber = Number.MAX_SAFE_INTEGER;
  const sender = { name: text, url: "https://x.example/?a=1&b=%20", hasContacts: true };
  const body = encodeBotEvent({ ...where, event: { ...written, text, sender, clientNumber } });
  t.match(body, '"client_id":"9007199254740991"');
  t.match(body, '"sender":{"id":9007199254740991,');
  const parsed = JSON.parse(body);
  t.strictSame([parsed.message.text, parsed.sender.name, parsed.sender.url], [text, text, sender.url]);
});

t.test("[AUTH-08] the form of a token request, with any credentials", async (t) => {
  const oauth = { tokenUrl: "https://x.example", clientId: "kim & co", clientSecret: "s=é+ %" };
  const form = encodeTokenRequest(oauth);
  t.equal(form, "grant_type=client_credentials&client_id=kim+%26+co&client_secret=s%3D%C3%A9%2B+%25");
});

t.test(
  "[AUTH-09] the answer of a token endpoint: a Bearer token that fits into a header, and its lifetime",
  async (t) => {
    const granted = (answer: unknown) =>
      parseGrantedToken(typeof answer === "string" ? answer : JSON.stringify(answer));
    const sample = readFixture("b-oauth-token-answer").toString();
    t.strictSame(granted(sample), { accessToken: "tk-Jq2m84xVb7", expiresIn: 3600 });
    const access_token = "a.B-c_~+/=";
    for (const token_type of ["Bearer", "bearer", "BEARER", null, undefined]) {
      t.strictSame(granted({ access_token, token_type }), { accessToken: access_token, expiresIn: 330 });
    }
    for (const [expires_in, seconds] of [
      [60, 60],
      ["60", 60],
      [" 7200.5 ", 7200.5],
      [0.5, 0.5],
      [1e300, 315_360_000],
      [0, 330],
      [-5, 330],
      ["soon", 330],
      ["", 330],
      [true, 330],
      [null, 330],
    ] as const) {
      t.equal(granted({ access_token, expires_in })?.expiresIn, seconds, JSON.stringify(expires_in));
    }
    for (const useless of ["", " ", "a b", "a\r\nX: y", "grün", "x".repeat(8_193), 7, null, {}, undefined]) {
      t.equal(granted({ access_token: useless }), null, JSON.stringify(useless)?.slice(0, 20));
    }
    for (const token_type of ["mac", "", " Bearer", 7, {}]) t.equal(granted({ access_token, token_type }), null);
    for (const garbage of ["", "null", "[]", '"tk"', "<html>", '{"access_token":"tk"', "access_token=tk"]) {
      t.equal(granted(garbage), null, garbage);
    }
  },
);
