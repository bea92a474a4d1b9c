import { readFileSync } from "node:fs";
import fc from "fast-check";
import t from "tap";
import { Check, Errors } from "typebox/value";
import type { ChatMessage, MessageContent } from "../../../machines/chat/message.types.ts";
import { webhookAnswerSchema } from "../../../src/codec/c-webhook/webhook-answer-schemas.ts";
import { everyWebhookSchema, webhookSchemas } from "../../../src/codec/c-webhook/webhook-schemas.ts";
import { brokenTextIn } from "../../../src/codec/json/json.ts";
import { asAgentId, asDeliveryId } from "../../../src/core/ids.ts";
import { describeApi } from "../../../src/edge/openapi/document.ts";
import { anyFacts, anyMessages } from "../b-bot/any-event.ts";
import type { Sample } from "../b-bot/event-samples.ts";
import { entriesOf, readSample, samples, textOf, toFacts, toMessages } from "../b-bot/event-samples.ts";
import { fixtureNames, readFixture } from "../fixtures.ts";

t.test("[WH-07, WH-08, WH-12] the facts of every example give the same body, key for key", async (t) => {
  for (const name of samples) {
    const sample = readSample(name);
    t.equal(textOf(toFacts(sample), toMessages(sample)), JSON.stringify(sample), name);
    t.strictSame([...Errors(webhookSchemas[sample.event_name], sample)], [], name);
  }
  t.same(new Set(samples.map((name) => readSample(name).event_name)), new Set(Object.keys(webhookSchemas)));
});

t.test(
  "[WH-04, WH-11] a schema allows no additional key, no missing key except optional ones, and no null",
  async (t) => {
    const mayMiss = ["department", "record_url"];
    const broken: string[] = [];
    const spoil = (sample: Sample, node: object, path: string, replace: (part: unknown) => unknown): void => {
      const { event_name: event } = sample;
      const isTaken = (part: object): boolean => Check(webhookSchemas[event], replace(part));
      if (!Array.isArray(node) && isTaken({ ...node, extra: "x" })) broken.push(`${path} with another key`);
      for (const [key, value] of Object.entries(node)) {
        const at = `${path}.${key}`;
        const { [key as keyof typeof node]: _, ...without } = node;
        if (!Array.isArray(node)) {
          if (isTaken(without) !== mayMiss.includes(key)) broken.push(`${at} missing`);
          const mayBeNull = ["user_token", "rate"].includes(key) || (key === "agent" && event === "call_event");
          if (isTaken({ ...node, [key]: null }) !== mayBeNull) broken.push(`${at} null`);
        }
        const put = (part: unknown): object =>
          Array.isArray(node) ? node.map((old, at) => (String(at) === key ? part : old)) : { ...node, [key]: part };
        if (typeof value === "object" && value !== null) spoil(sample, value, at, (part) => replace(put(part)));
      }
    };
    for (const name of samples) spoil(readSample(name), readSample(name), name, (part) => part);
    t.strictSame(broken, []);
  },
);

t.test("[WH-05, WH-10, CALL-03] with any facts, the body matches its description", async (t) => {
  const property = fc.property(anyFacts, anyMessages, (facts, messages) => {
    const body = JSON.parse(textOf(facts, messages));
    const [mistake] = Errors(everyWebhookSchema[facts.event], body);
    if (mistake !== undefined) throw new Error(JSON.stringify(mistake));
    if (brokenTextIn(body) !== null) throw new Error(`half of a character at ${brokenTextIn(body)}`);
    const pairs = ["source", "campaign", "content", "medium", "term"]
      .map((key) => [key, body.session.utm_json[key]])
      .filter(([, value]) => value !== "");
    if (body.session.utm !== pairs.map(([key, value]) => `${key}=${value}`).join("|"))
      throw new Error(body.session.utm);
    if (facts.event === "call_event") {
      const { reason, record_url: recordUrl } = body.call;
      const { status } = facts.call;
      if ((typeof reason === "string") !== (status === "error")) throw new Error(`${status} with ${reason}`);
      if (recordUrl !== undefined && status !== "end") throw new Error(`${status} with ${recordUrl}`);
    }
  });
  t.doesNotThrow(() => fc.assert(property, { numRuns: 150 }));
});

t.test("[WH-20, WH-21, WH-23] which messages are in the log, and which are not", async (t) => {
  const agentId = asAgentId(12);
  const message = (content: Partial<MessageContent>, more: Partial<ChatMessage> = {}) =>
    entriesOf([{ content: { type: "text", text: "", media: null, ...content }, ...more }]).map(
      (entry) => entry.message,
    );
  const file = "https://files.example/a.png";
  t.same(message({ type: "photo", text: "Look", media: { file } }), [`Look\n${file}`]);
  t.same(message({ type: "document", media: { file, file_name: "a.png" } }), [file]);
  t.same(message({ type: "sticker", media: { file, emoji: "🚲" } }), [file]);
  t.same(message({ type: "sticker", media: { emoji: "🚲" } }), ["🚲"]);
  t.same(message({ type: "sticker", text: "Ride", media: { emoji: "🚲" } }), ["Ride\n🚲"]);
  t.same(message({ type: "location", media: { latitude: 51.5074, longitude: -0.1278 } }), ["51.5074,-0.1278"]);
  t.same(message({ type: "location", text: "Here", media: { latitude: 0, longitude: -180 } }), ["Here\n0,-180"]);
  const bot = { from: "bot" } as const;
  t.same(message({ type: "markdown", text: "**Open** until 6", fallback: "Open" }, bot), ["**Open** until 6"]);
  const buttons = [
    { text: "Repairs", id: "r" },
    { text: "Sales", id: null },
  ];
  t.same(message({ type: "buttons", text: "What is it about?", buttons }, bot), ["What is it about?\nRepairs\nSales"]);
  t.same(message({ type: "buttons", buttons }, bot), ["Repairs\nSales"]);

  const sent = { ...bot, deliveryId: asDeliveryId("D1") };
  const plain = { text: "What is it about?", fallback: "Repairs or sales?" };
  t.same(message({ type: "markdown", text: "**Open** until 6", fallback: "Open" }, sent), ["Open"]);
  t.same(message({ type: "buttons", ...plain, buttons }, sent), ["Repairs or sales?"]);
  t.same(message({ text: "Open" }, sent), ["Open"]);
  const unsent = { from: "bot", content: { type: "buttons", text: "Which?", media: null, buttons } } as const;
  t.same(entriesOf([unsent], "api"), [], "the channel shows plain text only");
  t.equal(entriesOf([unsent], "widget").length, 1);

  t.same(message({ type: "note", text: "VIP" }, { from: "agent", agentId }), []);
  t.same(message({ type: "event", text: "Kim left." }, { from: "system" }), []);
  t.same(message({ type: "event", text: "Kim left." }, { from: "system", agentId }), []);
  t.same(message({ type: "invitation", text: "Hi?" }, { from: "system" }), []);
  t.same(message({ text: "(shown to nobody)" }, { ...bot, isHidden: true }), []);

  const said = { message: "Hello", timestamp: 1_795_165_200 };
  t.strictSame(entriesOf([{}]), [{ ...said, type: "visitor" }]);
  t.strictSame(entriesOf([{ isBlacklisted: true }]), [{ ...said, type: "visitor", blacklisted: true }]);
  t.strictSame(entriesOf([{ from: "agent", agentId }]), [{ ...said, type: "agent", agent_id: 12 }]);
  t.strictSame(entriesOf([bot]), [{ ...said, type: "agent", agent_id: 0 }]);
  t.strictSame(entriesOf([{ from: "agent", agentId, isBlacklisted: true }]), [
    { ...said, type: "agent", agent_id: 12, blacklisted: true },
  ]);
});

t.test("[WH-24, WH-31] the description shows the answers of the examples", async (t) => {
  for (const name of fixtureNames("c2-answer-")) {
    const answer = JSON.parse(readFixture(name).toString());
    for (const event of ["chat_accepted", "chat_updated", "chat_finished"] as const)
      t.strictSame([...Errors(webhookAnswerSchema(event), answer)], [], name);
  }
  t.notOk(Check(webhookAnswerSchema("chat_finished"), { result: 1 }));
  t.notOk(Check(webhookAnswerSchema("chat_accepted"), { result: "ok", custom_data: "none" }));
});

t.test("[WH-02, WH-03] the description shows the six events of the examples", async (t) => {
  const description = JSON.parse(JSON.stringify(describeApi([])));
  /** Replaces each reference by its target. */
  const resolve = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(resolve);
    if (typeof node !== "object" || node === null) return node;
    const { $ref, ...rest } = node as { readonly $ref?: string };
    const found = $ref
      ?.split("/")
      .reduce((here, step) => (step === "#" ? description : Object(here)[step]), description);
    return $ref === undefined
      ? Object.fromEntries(Object.entries(rest).map(([key, part]) => [key, resolve(part)]))
      : resolve(found);
  };
  const events = Object(resolve(description.webhooks));
  t.strictSame(
    Object.keys(webhookSchemas).filter((name) => events[name] === undefined),
    [],
  );
  for (const name of samples) {
    const sample = readSample(name);
    const { parameters, requestBody, responses } = events[sample.event_name].post;
    const shown = requestBody.content["application/json"].schema;
    t.strictSame([...Errors(shown, sample)], [], name);
    t.notOk(Check(shown, { ...sample, extra: 1 }), name);
    t.same(
      parameters.map((parameter: { name: string; required: boolean }) => [parameter.name, parameter.required]),
      [
        ["webhook-id", true],
        ["webhook-attempt", true],
        ["webhook-timestamp", false],
        ["webhook-signature", false],
      ],
    );
    const hasData = "crm_link" in responses["2XX"].content["application/json"].schema.properties;
    t.equal(hasData, ["chat_accepted", "chat_updated"].includes(sample.event_name), name);
  }
});

t.test("the body in the guide is a real body", (t) => {
  const [, shown = ""] = /^```json\n(.*?)^```$/ms.exec(readFileSync("src/docs/webhooks.md", "utf8")) ?? [];
  t.strictSame([...Errors(webhookSchemas.chat_finished, JSON.parse(shown))], []);
  t.end();
});
