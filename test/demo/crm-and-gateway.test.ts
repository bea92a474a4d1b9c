import { Webhook } from "standardwebhooks";
import type { Test } from "tap";
import t from "tap";
import { openCrm } from "../../src/demo/cast/crm.ts";
import { Facts } from "../../src/demo/cast/facts.ts";
import { servePeer } from "../../src/demo/cast/peer.ts";
import { openPhones } from "../../src/demo/cast/phones.ts";
import { maskBody, maskText } from "../../src/demo/flow-log.ts";
import { summarize } from "../../src/demo/screen.ts";
import { createManualClock } from "../edge/manual-clock.ts";

const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const post = (url: string, body: string, headers: Record<string, string> = {}) =>
  fetch(url, { method: "POST", body, headers });

async function open(t: Test) {
  const crm = await openCrm(t, secret);
  const { url } = crm;
  const signer = new Webhook(secret);
  return {
    crm,
    /** Posts an event as the service does. `change` replaces headers. */
    async tell(id: string, event: object, change: Record<string, string> = {}) {
      const body = JSON.stringify(event);
      const now = new Date();
      const headers = {
        "webhook-id": id,
        "webhook-attempt": "1",
        "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
        "webhook-signature": signer.sign(id, now, body),
        ...change,
      };
      const answer = await post(url, body, headers);
      return { status: answer.status, body: await answer.json() };
    },
  };
}

const ivy = { user_token: "ivy-1", visitor: { number: "318" } };
const accepted = { event_name: "chat_accepted", ...ivy };

t.test("the sample CRM accepts only requests with a right signature", async (t) => {
  const { crm, tell } = await open(t);
  const { url } = crm;
  const seconds = Math.floor(Date.now() / 1000);
  const other = new Webhook(Buffer.alloc(32, 8).toString("base64"));
  const wrong = other.sign("m1", new Date(), JSON.stringify(accepted));
  for (const change of [
    { "webhook-signature": wrong },
    { "webhook-signature": "" },
    { "webhook-signature": "v1" },
    { "webhook-id": "m2" },
    { "webhook-timestamp": String(seconds - 3_600) },
    { "webhook-timestamp": "yesterday" },
  ]) {
    t.match(await tell("m1", accepted, change), { status: 401, body: { error: { code: "unauthorized" } } });
  }
  t.equal(crm.refusals(), 6);
  t.equal((await post(url, JSON.stringify(accepted))).status, 401, "no header at all");
  t.notOk(
    crm.seen.some(({ isVerified }) => isVerified),
    "none counts",
  );
  const both = `${wrong} ${new Webhook(secret).sign("m1", new Date(), JSON.stringify(accepted))}`;
  t.match(
    await tell("m1", accepted, { "webhook-signature": both }),
    { status: 200 },
    "one right signature of two is enough",
  );
  t.equal((await fetch(url)).status, 405);
  t.equal((await post(`${new URL(url).origin}/else`, "{}")).status, 404);
  t.equal((await post(url, "x".repeat(70_000))).status, 401, "no JSON");
});

t.test("[WH-39] the CRM answers each event, recognizes a repeat, and fails once if its script says so", async (t) => {
  const { crm, tell } = await open(t);
  crm.failsFirst.set("ivy-1", "chat_updated");
  const card = await tell("m1", accepted);
  t.match(card, {
    status: 200,
    body: {
      result: "ok",
      custom_data: [{ title: "Orders" }, { key: "Card", link: /^https:/ }],
      contact_info: { name: "Ivy Moss" },
      enable_assign: true,
      crm_link: /cards\/318$/,
      page: { url: /^https:/, title: String },
    },
  });
  t.same(await tell("m1", accepted), card, "a repeat gets the same answer as before");
  const stranger = { ...accepted, user_token: null };
  t.match(await tell("m2", stranger), { body: { result: "ok", contact_info: [], custom_data: [{}] } });
  for (const name of ["call_event", "chat_assigned", "chat_finished", "offline_message", "something_new"]) {
    t.same(await tell(`m-${name}`, { ...accepted, event_name: name }), { status: 200, body: { result: "ok" } });
  }
  const updated = { ...accepted, event_name: "chat_updated" };
  t.equal((await tell("m3", updated)).status, 500);
  t.same(await tell("m3", updated, { "webhook-attempt": "2" }), { status: 200, body: { result: "ok" } });
  t.same(
    crm.seen.filter(({ id }) => ["m1", "m3"].includes(id)).map(({ id, attempt }) => [id, attempt]),
    [
      ["m1", 1],
      ["m1", 1],
      ["m3", 1],
      ["m3", 2],
    ],
  );
});

/** Opens a gateway, and a service that accepts every report. */
async function openLine(t: Test) {
  const reports: unknown[] = [];
  const facts = new Facts();
  const parley = await servePeer(t, {
    paths: /^\/calls\/t0k3n$/,
    take({ path, body }) {
      reports.push({ path, ...JSON.parse(body) });
      facts.changed();
      return "ok";
    },
  });
  const clock = createManualClock();
  const phones = await openPhones(t, { url: parley, whenReady: async () => undefined }, "t0k3n", clock);
  const { url } = phones;
  return {
    url,
    phones,
    reports,
    /** Advances the clock for `statuses` more statuses. The gateway reports each of them twice. */
    async pass(statuses: number) {
      for (let step = 0; step < statuses; step += 1) {
        const count = reports.length;
        await fetch(`${url}/else`);
        clock.advance(300);
        await facts.until("two more reports", () => reports[count + 1]);
      }
    },
  };
}

const call = (callId: string, phone: string) =>
  JSON.stringify({
    call_id: callId,
    type: "callback",
    phone,
    agent: { id: 1, name: "Kim", phone: "+442079460012" },
    status_url: "http://127.0.0.1:8080/calls/t0k3n",
  });

t.test("the sample gateway rings, connects, ends or fails, and makes every report twice", async (t) => {
  const { url, phones, reports, pass } = await openLine(t);
  const path = "/calls/t0k3n";
  const twice = (...all: object[]) => all.flatMap((report) => [report, report]);
  const answered = await post(`${url}/calls`, call("8841", "+442079460181"));
  t.same([answered.status, await answered.json()], [200, { result: "ok" }]);
  t.equal((await post(`${url}/calls`, call("8841", "+442079460181"))).status, 200, "asked for again");
  t.same(reports, [], "it rings first");
  await pass(3);
  const record = `${url}/records/8841.mp3`;
  const steps = [{ status: "agent_connected" }, { status: "client_connected" }, { status: "end", record_url: record }];
  t.same(reports.splice(0), twice(...steps.map((step) => ({ path, call_id: "8841", ...step }))), "placed once");
  t.equal(phones.askedOf("+442079460181").length, 2, "both requests");
  const played = await fetch(record);
  t.equal(played.headers.get("content-type"), "audio/mpeg");
  t.ok((await played.arrayBuffer()).byteLength > 1_000);

  await post(`${url}/calls`, call("8842", "+442079460199"));
  await pass(1);
  t.same(reports.splice(0), twice({ path, call_id: "8842", status: "error", reason: "Line busy" }));

  t.match(await (await post(`${url}/incoming`, '{"phone":"+442079460177"}')).json(), { call_id: /^in-/ });
  await pass(4);
  t.match(reports[0], { path, type: "incoming", phone: "+442079460177", status: "start" });
  t.equal(reports.length, 8);

  for (const body of ["{}", "[", call("", "1"), call("1", ""), '{"call_id":"1","phone":"2","status_url":"no"}']) {
    t.equal((await post(`${url}/calls`, body)).status, 400, body);
  }
  t.equal((await post(`${url}/incoming`, "{}")).status, 400);
  t.equal((await fetch(`${url}/calls`)).status, 405);
});

t.test("transcripts contain no signing secret, no address of reports and no visitor's secret", (t) => {
  const token = "a".repeat(32);
  t.equal(maskText(`http://127.0.0.1:1/calls/${token}`), "http://127.0.0.1:1/calls/•••");
  t.equal(maskText("/api/chats/17/call"), "/api/chats/17/call");
  t.equal(maskText(`signed by ${secret}.`), "signed by whsec_•••.");
  t.same(maskBody({ status_url: `/calls/${token}`, webhooks: [{ signingSecret: secret }] }), {
    status_url: "/calls/•••",
    webhooks: [{ signingSecret: "whsec_•••" }],
  });
  t.same(maskBody({ type: "hello", visitor: "v-secret" }), { type: "hello", visitor: "•••" });
  t.same(maskBody({ visitor: { name: "Ivy", token } }), { visitor: { name: "Ivy", token: "•••" } });
  t.equal(
    summarize(
      { chat: { id: "9", rate: null, call: null, unread: 1 }, session: { utm_json: { source: "" } }, callback: null },
      99,
    ),
    '{"chat":{"id":"9",…},"callback":null,…}',
  );
  t.end();
});
