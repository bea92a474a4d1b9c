import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import t from "tap";
import { ipv4Bits, ipv6Bits, writeMmdb } from "../geo/mmdb-file.ts";
import { startService } from "../harness/service.ts";
import { webhooks } from "../harness/service-config.ts";
import { enterVisitor, openVisitor } from "../harness/visitor-client.ts";
import { asWidget, step, takeReports } from "./visitor-channel.ts";

const nowhere = {
  region_code: "",
  country: "",
  country_code: "",
  region: "",
  city: "",
  latitude: "",
  longitude: "",
  organization: "",
};
const noUtm = { source: "", campaign: "", content: "", medium: "", term: "" };
const offline = { type: "offline_message", email: "tomas@mailbox.example", text: "Please call me." };

const geoDatabase = join(mkdtempSync(join(tmpdir(), "parley-geo-")), "test.mmdb");
writeFileSync(
  geoDatabase,
  writeMmdb([
    {
      bits: ipv4Bits("203.0.113.0", 24),
      data: {
        country: { iso_code: "GB", names: { en: "United Kingdom" } },
        subdivisions: [{ iso_code: "ENG", names: { en: "England" } }],
        city: { names: { en: "London" } },
        location: { latitude: 51.5074, longitude: -0.1278 },
        autonomous_system_organization: "Example Fibre Ltd",
      },
    },
    { bits: ipv6Bits(["2001", "db8"]), data: { country: { iso_code: "IS", names: { en: "Iceland" } } } },
  ]),
);

t.test("[VER-04] an event contains the visitor's page and origin", async (t) => {
  const config = { trustedProxies: ["127.0.0.0/8"], geoDatabase };
  const service = await startService(t, { channels: asWidget(), config });
  const userAgent = "Mozilla/5.0 (X11; Linux x86_64) ExampleBrowser";
  const query = "utm_source=news%20letter&utm_source=second&utm_campaign=a%2Bb+c&utm_medium=email&utm_other=x";
  const { page, ready } = await enterVisitor(
    t,
    service,
    { page: { url: `https://shop.example.com/?${query}`, title: "Wheels" } },
    { headers: { "x-forwarded-for": "1.2.3.4, 203.0.113.58", "user-agent": userAgent } },
  );
  t.match(await page.ask(offline), { type: "done" });
  const [event] = await takeReports(service, "offline_message");
  const session = {
    geoip: {
      region_code: "ENG",
      country: "United Kingdom",
      country_code: "GB",
      region: "England",
      city: "London",
      latitude: "51.5074",
      longitude: "-0.1278",
      organization: "Example Fibre Ltd",
    },
    utm: "source=news letter|campaign=a+b c|medium=email",
    utm_json: { source: "news letter", campaign: "a+b c", content: "", medium: "email", term: "" },
    ip_addr: "203.0.113.58",
    user_agent: userAgent,
  };
  t.strictSame(event?.session, session, "the event has everything from the page's request and address");
  t.strictSame(event?.page, { url: `https://shop.example.com/?${query}`, title: "Wheels" });

  const next = await enterVisitor(
    t,
    service,
    { visitor: ready.visitor, page: { url: "https://shop.example.com/contact" } },
    { headers: { "x-forwarded-for": "2001:DB8::0:7", "user-agent": "Other" } },
  );
  await next.page.ask(offline);
  const renewed = (await takeReports(service, "offline_message")).at(-1)?.session;
  const iceland = { ...nowhere, country: "Iceland", country_code: "IS" };
  t.strictSame(
    renewed,
    { ...session, geoip: iceland, ip_addr: "2001:db8::7", user_agent: "Other" },
    "each hello renews the data; the next page of the visit keeps the campaign",
  );
  const long = "x".repeat(300);
  await next.page.ask({ type: "page", url: `http://shop.example.com/#a?utm_term=no`, title: "" });
  await next.page.ask({
    type: "page",
    url: `http://shop.example.com/?utm_term=${long}&utm_content=%00a%0Ab&utm_source=`,
  });
  await next.page.ask(offline);
  const later = (await takeReports(service, "offline_message")).at(-1);
  const utm = { ...noUtm, term: "x".repeat(255), content: "a b" };
  t.strictSame(later?.session.utm_json, utm, "another campaign replaces it, cleaned and cut");
  t.equal(later?.session.utm, `content=a b|term=${utm.term}`);
  t.equal(later?.session.ip_addr, "2001:db8::7");
});

t.test("[WH-09, WH-11] unknown values are empty, and only headers of a trusted proxy are used", async (t) => {
  const service = await startService(t, { channels: asWidget() });
  const headers = { "x-forwarded-for": "203.0.113.58", "user-agent": `  ${"a".repeat(1_500)}` };
  const { page } = await enterVisitor(t, service, {}, { headers });
  await page.ask(offline);
  const [event] = await takeReports(service, "offline_message");
  t.strictSame(event?.session, {
    geoip: nowhere,
    utm: "",
    utm_json: noUtm,
    ip_addr: "127.0.0.1",
    user_agent: "a".repeat(1_000),
  });
  t.strictSame(event?.page, { url: "", title: "" });
  t.strictSame(event?.visitor, {
    name: "",
    email: "tomas@mailbox.example",
    phone: "",
    number: "1",
    description: "",
    social: {},
    chats_count: 0,
  });
});

t.test("[WH-13] a customer of the chat API has no session, whatever its server sends", async (t) => {
  const service = await startService(t, {
    channels: { MOBILEAPP1: { webhooks } },
    config: { trustedProxies: ["127.0.0.0/8"], geoDatabase },
  });
  const path = "/chat-api/3b6fA0aaaaaaaaaaaaaaaa/MOBILEAPP1";
  const headers = { "x-forwarded-for": "203.0.113.58", "user-agent": "Shop/1.0" };
  const body = {
    sender: { id: "c1", url: "https://a.example.com/?utm_source=x" },
    message: { type: "text", text: "Hi" },
  };
  t.equal((await service.call("POST", path, { headers, body })).status, 200);
  await step(service, "accept");
  const [event] = await takeReports(service, "chat_accepted");
  t.strictSame(event?.session, { geoip: nowhere, utm: "", utm_json: noUtm, ip_addr: "", user_agent: "" });
  t.equal(event?.page.url, "https://a.example.com/?utm_source=x");
});

t.test(
  "[WH-19, WH-10] events contain the current page; chat_finished contains the page where the chat began",
  async (t) => {
    const service = await startService(t, { channels: asWidget() });
    const { page, ready } = await enterVisitor(t, service, {
      page: { url: "https://shop.example.com/", title: "Home" },
    });
    const first = { url: "https://shop.example.com/wheels", title: "Wheels" };
    const second = { url: "https://shop.example.com/cart", title: "Cart" };
    await page.ask({ type: "page", ...first });
    await page.ask({ type: "message", text: "Hello" });
    await page.ask({ type: "page", ...second });
    await step(service, "accept");
    const shown = await service.call("GET", "/api/chats/1", { token: await service.logIn("kim") });
    t.strictSame(shown.body.chat?.page, second, "agents see the page the visitor is on");

    for (const url of [
      "ftp://shop.example.com/",
      "javascript:alert(1)",
      "",
      `https://a.example/${"x".repeat(8_192)}`,
    ]) {
      const reason = "A page must be an http or https URL of at most 8192 characters.";
      t.match(await page.ask({ type: "page", url }), { type: "failed", reason }, `refused: ${url.slice(0, 30)}`);
    }
    const longest = `https://a.example/${"x".repeat(8_174)}`;
    t.match(await page.ask({ type: "page", url: longest }), { type: "done" });
    await page.ask({ type: "page", url: second.url, title: `${"t".repeat(300)}` });
    const again = await enterVisitor(t, service, {
      visitor: ready.visitor,
      page: { url: "file:///home/tomas/a.html" },
    });
    await again.page.ask({ type: "contact", name: "Tomas" });
    await takeReports(service);
    await step(service, "close");
    const reports = await takeReports(service);
    t.strictSame(
      reports.map(({ event_name: name, page }) => [name, page]),
      [
        ["chat_accepted", second],
        ["chat_updated", { ...second, title: "t".repeat(255) }],
        ["chat_finished", first],
      ],
      "a page that is no web page is not in the event",
    );
  },
);

t.test("[WH-06, AUTH-13, WJ-23, WJ-24] the id that the page sets is in events and is shown to no one", async (t) => {
  const service = await startService(t, { channels: asWidget() });
  const kim = await service.enter("kim");
  const token = "u-6b0f3c7d19e84a52";
  const { page, ready } = await enterVisitor(t, service, { userToken: token });
  await page.ask(offline);
  const known = [(await takeReports(service)).at(-1)?.user_token];
  const blanks = ["", "  \n", "x".repeat(1_001)];
  for (const value of blanks)
    t.match(await page.ask({ type: "user_token", value }), {
      type: "failed",
      reason: "A user token must not be blank and has at most 1000 characters.",
    });
  await page.ask(offline);
  known.push((await takeReports(service)).at(-1)?.user_token);
  const longest = `${"😀".repeat(999)} `;
  t.match(await page.ask({ type: "user_token", value: longest }), { type: "done" }, "lengths count code points");
  await page.ask({ type: "message", text: "Hello" });
  await page.ask({ type: "user_token", value: `${token}/2` });
  await step(service, "accept");
  const { page: back } = await enterVisitor(t, service, { visitor: ready.visitor });
  await back.ask(offline);
  const reports = await takeReports(service);
  known.push(...reports.slice(-2).map(({ user_token: value }) => value));
  t.strictSame(known, [token, token, `${token}/2`, `${token}/2`], "the id stays unchanged until another one is set");

  const chats = await service.call("GET", "/api/chats", { token: await service.logIn("kim") });
  const lists = await service.call("GET", "/api/offline-messages", { token: await service.logIn("kim") });
  const shown = JSON.stringify([kim.frames, chats.body, lists.body, page.frames, service.logLines]);
  t.notMatch(shown, "6b0f3c7d", "the id is in no frame, answer or log entry");
  t.notMatch(
    shown.replaceAll(JSON.stringify(page.frames), ""),
    ready.visitor,
    "the visitor's secret is not there either",
  );
  for (const userToken of blanks) {
    const refused = await openVisitor(t, service);
    refused.send({ type: "hello", widget: "MOBILEAPP1", userToken });
    t.match(await refused.closed, { code: 4400, reason: /user token/ });
  }
});

t.test("[WH-06] without an id set by the page user_token is null", async (t) => {
  const service = await startService(t, { channels: asWidget() });
  const { page } = await enterVisitor(t, service);
  await page.ask(offline);
  t.equal((await takeReports(service))[0]?.user_token, null);
});

t.test(
  "[WJ-13] visitors and customers of the chat API are numbered together from 1, and a returning visitor keeps the number",
  async (t) => {
    const service = await startService(t, { channels: { ...asWidget(), OTHERAPP01: { webhooks } } });
    const one = await enterVisitor(t, service);
    await service.say("c1", "Hello", "OTHERAPP01");
    const two = await enterVisitor(t, service);
    const oneAgain = await enterVisitor(t, service, { visitor: one.ready.visitor });
    const strange = await enterVisitor(t, service, { visitor: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" });
    t.strictSame(
      [one, two, oneAgain, strange].map(({ ready }) => ready.number),
      [1, 3, 1, 4],
    );
    t.equal(oneAgain.ready.visitor, one.ready.visitor);
    t.not(
      strange.ready.visitor,
      "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
      "an unknown secret belongs to no visitor",
    );
    t.match(one.ready.visitor, /^[A-Za-z0-9_-]{43}$/);
  },
);

t.test("[AUTH-02] behind a trusted proxy, wrong paths count for the client, not for the proxy", async (t) => {
  const config = { trustedProxies: ["127.0.0.0/8"] };
  const service = await startService(t, { config, limits: { badPathsPerMinute: 3 } });
  const guess = async (address: string) => {
    const headers = { "x-forwarded-for": address };
    return (await service.call("GET", `/chat-api/${"x".repeat(22)}/MOBILEAPP1/status`, { headers })).status;
  };
  for (const made of [1, 2, 3]) t.equal(await guess(`198.51.100.${made}, 203.0.113.5`), 404);
  t.equal(await guess("203.0.113.5"), 429);
  t.equal(await guess("203.0.113.6"), 404, "other clients are served");
});
