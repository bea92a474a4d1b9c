import fc from "fast-check";
import t from "tap";
import { parseCallRequest } from "../../../src/codec/call/call-request.ts";
import { parseCallStatus } from "../../../src/codec/call/call-status.ts";
import { digitsOf, isPhoneNumber } from "../../../src/core/phone.ts";
import { readFixture } from "../fixtures.ts";

const limits = { jsonDepthMax: 32 };
const parseText = (text: string) => parseCallStatus(Buffer.from(text), limits);
const parse = (body: unknown) => parseText(JSON.stringify(body));
const whole = { call_id: "8841", status: "end" };
const parsed = {
  callId: "8841",
  status: "end",
  type: null,
  phone: null,
  agentId: null,
  reason: null,
  recordUrl: null,
};

t.test("[CALL-01, CALL-07] the reports of gateways", async (t) => {
  const goldens: readonly (readonly [string, object])[] = [
    ["call-status-agent-connected", { status: "agent_connected", agentId: 12 }],
    ["call-status-end", { recordUrl: "https://calls.parley.example/rec/8841.mp3" }],
    ["call-status-error", { callId: "8842", status: "error", reason: "Line busy" }],
    ["call-status-incoming", { callId: "in-551", type: "incoming", phone: "+442079460181", status: "start" }],
  ];
  for (const [name, of] of goldens) {
    const bytes = readFixture(name);
    t.strictSame(parseCallStatus(bytes, limits), { ok: true, value: { ...parsed, ...of } }, name);
    const cuts = Array.from(bytes.subarray(0, -2), (_, length) => parseCallStatus(bytes.subarray(0, length), limits));
    t.ok(
      cuts.every(({ ok }) => !ok),
      `${name}, cut anywhere`,
    );
  }
  const longest = `https://calls.example.com/${"a".repeat(8_166)}`;
  const lenient: readonly (readonly [object, object])[] = [
    [{ call_id: 8841 }, {}],
    [{ call_id: 9_007_199_254_740_991 }, { callId: "9007199254740991" }],
    [{ call_id: "a".repeat(128) }, { callId: "a".repeat(128) }],
    [{ agent_id: null, reason: null, record_url: null, phone: null, type: null }, {}],
    [{ reason: " ", record_url: "", phone: "" }, {}],
    [{ reason: "Line\u0000 busy " }, { reason: "Line busy" }],
    [{ phone: " 204 " }, { phone: "204" }],
    [{ record_url: "http://calls.example.com/rec?id=1" }, { recordUrl: "http://calls.example.com/rec?id=1" }],
    [{ record_url: longest }, { recordUrl: longest }],
    [{ anything: { else: [1] } }, {}],
  ];
  for (const [said, of] of lenient)
    t.strictSame(parse({ ...whole, ...said }), { ok: true, value: { ...parsed, ...of } }, JSON.stringify(said));
});

t.test("a bad body is refused, and the error names the field", async (t) => {
  const bad: readonly (readonly [string, unknown])[] = [
    ["call_id", undefined],
    ["call_id", ""],
    ["call_id", null],
    ["call_id", 1.5],
    ["call_id", 9_007_199_254_740_992],
    ["call_id", "a".repeat(129)],
    ["call_id", "a b"],
    ["call_id", "a\n"],
    ["call_id", "č"],
    ["status", undefined],
    ["status", "ringing"],
    ["status", null],
    ["type", "outbound"],
    ["phone", 442079460181],
    ["phone", "anonymous"],
    ["phone", "+"],
    ["phone", "1234567890123456"],
    ["agent_id", "12"],
    ["agent_id", 0],
    ["agent_id", 1.5],
    ["reason", ["busy"]],
    ["reason", "a".repeat(1_001)],
    ["record_url", 5],
    ["record_url", "rec/8841.mp3"],
    ["record_url", "ftp://calls.example.com/rec.mp3"],
    ["record_url", "javascript:alert(1)"],
    ["record_url", "http:calls"],
    ["record_url", "https://"],
    ["record_url", `https://calls.example.com/${"a".repeat(8_192)}`],
  ];
  for (const [field, value] of bad) {
    const refused = parse({ ...whole, [field]: value });
    const named = new RegExp(`^Field ${field} (must be|is missing: it must be) .+\\.$`);
    t.match(refused, { ok: false, failure: { code: "invalid_request", message: named } }, `${field} ${value}`);
  }
  for (const text of ["", "[]", "null", "7", '"start"', "{", `${"[".repeat(33)}${"]".repeat(33)}`])
    t.match(parseText(text), { ok: false, failure: { code: "invalid_request" } }, text);
});

t.test("the parser throws for no body", async (t) => {
  t.doesNotThrow(() => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void parseCallStatus(bytes, limits)));
    fc.assert(fc.property(fc.json(), (text) => void parseText(text)));
    const keys = fc.constantFrom(
      ...Object.keys({ ...whole, phone: 0, type: 0, agent_id: 0, record_url: 0, reason: 0 }),
    );
    const body = fc.dictionary(keys, fc.oneof(fc.jsonValue(), fc.constantFrom("start", "incoming", "8841")));
    fc.assert(fc.property(body, (said) => void parse({ ...whole, ...said })));
  });
});

const request = (body: unknown, known: string | null = null) =>
  parseCallRequest(Buffer.from(JSON.stringify(body)), limits, known);

t.test("[WJ-26] the shape of a number that can be called", async (t) => {
  const good = ["+442079460181", "020 7946-0181", "(020) 7946.0181", "1234567", "123456789012345", "+1 (555) 010-0123"];
  for (const phone of good) {
    t.ok(isPhoneNumber(phone), phone);
    t.strictSame(request({ phone: ` ${phone} ` }), { ok: true, value: phone });
  }
  const bad = ["", " ", "123456", "1234567890123456", "++442079460181", "44+2079460181", "44/2079460181", "phone"];
  for (const phone of [...bad, "+44\n2079460181", "٠١٢٣٤٥٦٧", `1234567${" ".repeat(40)}`]) {
    t.notOk(isPhoneNumber(phone), JSON.stringify(phone));
    t.match(request({ phone }), { ok: false, failure: { code: "invalid_request", message: /^Field phone must be / } });
  }
  for (const phone of [7, null, ["+442079460181"]])
    t.match(request({ phone }), { ok: false, failure: { message: /^Field phone must be / } });
  t.match(request([]), { ok: false, failure: { message: /^The body must be an object/ } });
  t.equal(digitsOf("00 44 20 7946 0181"), digitsOf("+44 (20) 7946-0181"), "two leading zeros mean a plus");
});

t.test("without a number, the client's own number is called if it is known", async (t) => {
  t.strictSame(request({}, "+44 20 7946 0181"), { ok: true, value: "+44 20 7946 0181" });
  t.match(request({}), { ok: false, failure: { message: /^Field phone is missing/ } });
  t.match(request({}, "ask my wife"), { ok: false, failure: { message: /^Field phone must be .*"ask my wife"/ } });
});
