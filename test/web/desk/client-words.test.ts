import t from "tap";
import type { CallSummary } from "../../../machines/tells.ts";
import type { DeskChat, DeskMessage } from "../../../src/codec/desk/desk.ts";
import { asAgentId, asCallId } from "../../../src/core/ids.ts";
import {
  describePlace,
  describeStatus,
  lengthOf,
  readUserAgent,
  timesOfCall,
  timeZoneOf,
  whyNoCall,
} from "../../../src/web/desk/client/client-words.ts";
import { mailAddress, phoneAddress } from "../../../src/web/desk/parts/reach.ts";

const chromium = "(KHTML, like Gecko) Chrome/141.0.0.0";
const devices: readonly (readonly [userAgent: string, browser: string | null, system: string | null])[] = [
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 ${chromium} Safari/537.36`, "Chrome 141", "Windows"],
  [`Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 ${chromium} Safari/537.36 Edg/141.0.1`, "Edge 141", "Windows"],
  [`Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 ${chromium} Safari/537.36 OPR/120.0`, "Opera 120", "Linux"],
  ["Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0", "Firefox 143", "Linux"],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15",
    "Safari 18",
    "macOS",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
    "Safari 18",
    "iPhone 18",
  ],
  [
    "Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/130.0 Mobile/15E148 Safari/604.1",
    "Chrome 130",
    "iPad",
  ],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`,
    "Samsung Internet 27",
    "Android 14",
  ],
  ["Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko", "Internet Explorer 11", "Windows"],
  ["curl/8.5.0", null, null],
  ["", null, null],
];

t.test("[WJ-05] a browser and its operating system are recognised from the user agent text", async (t) => {
  for (const [userAgent, browser, system] of devices) t.same(readUserAgent(userAgent), { browser, system }, userAgent);
});

t.test("a long or odd user agent text is read in linear time", async (t) => {
  // A pattern that goes back for each piece needs many minutes for one of these texts, and the test does not end.
  for (const [piece, system] of [
    ["Version/1", null],
    ["Trident/", null],
    ["iPhone ", "iPhone"],
    ["Android ", "Android"],
  ] as const)
    t.same(readUserAgent(piece.repeat(200_000)).system, system, piece);
});

const nowhere = { region_code: "", region: "", latitude: "", longitude: "", organization: "" };
const at = Date.UTC(2026, 9, 2, 12);

t.test("the time zone of a place is known if its country has only one, or if a zone has the city's name", async (t) => {
  const zone = (country_code: string, city = ""): string | null =>
    timeZoneOf({ ...nowhere, country_code, country: "", city }, at);
  t.equal(zone("GB"), "Europe/London");
  t.equal(zone("US"), null, "the place could be in any of six zones");
  t.equal(zone("US", "New York"), "America/New_York");
  for (const odd of ["", "gb", "ZZ", "../", "G1"]) t.equal(zone(odd), null, odd);
  const london = { ...nowhere, country_code: "GB", country: "United Kingdom", region: "England", city: "London" };
  t.equal(describePlace(london), "London, England, United Kingdom");
  t.equal(describePlace({ ...london, region: "London" }), "London, United Kingdom");
  t.equal(describePlace({ ...london, city: "", region: "", country: "" }), "");
});

const call: CallSummary = {
  id: asCallId("1"),
  type: "outgoing",
  phone: "+15550100",
  status: "start",
  agentId: asAgentId(1),
  reason: null,
  recordUrl: null,
};

t.test("[CALL-01, CALL-04] every state of a call has a text", async (t) => {
  const said = (change: Partial<CallSummary>, agent: string | null = "Kim"): string =>
    describeStatus({ ...call, ...change }, agent);
  t.equal(said({}), "Ringing Kim");
  t.equal(said({}, null), "Ringing the agent");
  t.equal(said({ type: "incoming" }), "The client is calling");
  t.equal(said({ status: "agent_connected" }), "Kim is on the line");
  t.equal(said({ status: "client_connected" }), "The client is on the line");
  t.equal(said({ status: "end" }), "Ended");
  t.equal(said({ status: "error", reason: "Line busy" }), "Failed: Line busy");
  t.equal(said({ status: "error" }), "Failed: no reason was given");
});

t.test("the length of a call comes from the conversation's lines about the last call with that number", async (t) => {
  const line = (seq: number, text: string, from: DeskMessage["from"] = "system", type = "event"): DeskMessage => ({
    ...{ seq, id: `${seq}`, from, type, text, parts: [], fallback: null, buttons: [], buttonId: null },
    ...{ hidden: false, agentId: null, at: seq * 1_000, delivery: null },
  });
  const lines = [
    line(1, "Call to +15550100 has begun."),
    line(2, "Call to +15550100 has ended."),
    line(3, "Call to +15550100 has begun."),
    line(9, "Call to +15550100 has begun.", "client", "text"),
  ];
  t.same(timesOfCall(call, lines), { startedAtMs: 3_000, endedAtMs: null });
  const ended = { ...call, status: "end" } as const;
  t.same(timesOfCall(ended, [...lines, line(70, "Call to +15550100 has ended.")]), {
    startedAtMs: 3_000,
    endedAtMs: 70_000,
  });
  t.same(timesOfCall(ended, []), { startedAtMs: null, endedAtMs: null });
  t.same([0, 5_999, 65_000, 3_605_000, -1].map(lengthOf), ["0:00", "0:05", "1:05", "1:00:05", "0:00"]);
});

t.test("[CALL-06] the page gives one reason why a client cannot be called: the first that is true", async (t) => {
  const chat = { state: "with_agent", call: null, client: { phone: "+15550100" } } as DeskChat;
  t.equal(whyNoCall(chat, true), null);
  t.match(whyNoCall(chat, false), "no call gateway");
  t.match(whyNoCall({ ...chat, state: "closed" }, true), "closed");
  t.match(whyNoCall({ ...chat, call }, true), "running");
  t.equal(whyNoCall({ ...chat, call: { ...call, status: "error" } }, true), null);
  t.match(whyNoCall({ ...chat, client: { ...chat.client, phone: null } }, true), "not known");
});

t.test("[CH-28] an invalid address is no link, and a link contains only the recipient", async (t) => {
  t.equal(mailAddress("tom+a@mailbox.example"), "mailto:tom%2Ba@mailbox.example");
  t.equal(mailAddress("tom@mailbox.example?bcc=eve@evil.example"), null);
  t.equal(mailAddress("a@b?subject=x&body=y"), "mailto:a@b%3Fsubject%3Dx%26body%3Dy");
  for (const odd of ["tom", "a b@c", "javascript:alert(1)", "@", ""]) t.equal(mailAddress(odd), null, odd);
  t.equal(phoneAddress("+44 (20) 7946-0181"), "tel:+442079460181");
  for (const odd of ["my office", "", "+", "1;ext=2", "javascript:1"]) t.equal(phoneAddress(odd), null, odd);
});
