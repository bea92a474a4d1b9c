import t from "tap";
import { readPageData } from "../../src/codec/visitor/visitor-request.ts";
import type { Service } from "../harness/service.ts";
import { startService } from "../harness/service.ts";
import { openTestStore } from "../harness/test-store.ts";
import { enterVisitor } from "../harness/visitor-client.ts";
import { asWidget, step, takeReports, widget } from "./visitor-channel.ts";

const safeUrls = ["https://crm.example.com:8443/cards?x=1", "Safe.Example", "münchen.example", "192.0.2.7"];
const channels = asWidget({ widget: { ...widget, safeUrls } });
const none = { title: null, content: null, key: null, link: null };
const fromPage = (row: object) => ({ ...none, ...row, fromPage: true });

const chatOf = async (service: Service, id = 1) =>
  (await service.call("GET", `/api/chats/${id}`, { token: await service.logIn("kim") })).body.chat;

t.test(
  "[WJ-20] rows of the page are shown in the chat that it begins, after the CRM's rows, and change live",
  async (t) => {
    const service = await startService(t, { channels });
    const kim = await service.enter("kim");
    const { page } = await enterVisitor(t, service);
    t.match(await page.ask({ type: "custom_data", fields: [{ title: "Before" }] }), { type: "done" });
    t.match(await page.ask({ type: "custom_data", fields: [{ title: "Cart" }, { title: "A second" }] }), {
      type: "done",
    });
    await page.ask({ type: "message", text: "Hello" });
    const rows = [{ title: "Cart" }, { title: "A second" }].map(fromPage);
    t.strictSame(
      (await kim.until(({ chat }) => chat?.id === "1")).chat?.customData,
      rows,
      "the rows are known before the chat",
    );

    await step(service, "accept");
    const crm = { ...none, title: "Orders", content: "3 open" };
    service.reports[0]?.answer({ crmAnswer: { customData: [crm] } });
    await kim.until(({ chat }) => chat?.customData.length === 3);
    const seen = kim.frames.length;
    await page.ask({
      type: "custom_data",
      fields: [
        { key: "b", content: 2 },
        { key: "a", content: 1 },
      ],
    });
    const live = await kim.until((frame) => frame.type === "chat" && kim.frames.indexOf(frame) >= seen);
    const updated = [
      { key: "b", content: "2" },
      { key: "a", content: "1" },
    ].map(fromPage);
    t.strictSame(
      live.chat?.customData,
      [{ ...crm, fromPage: false }, ...updated],
      "the rows are in the order of the array",
    );
    t.strictSame((await chatOf(service)).customData, live.chat?.customData);

    await page.ask({ type: "custom_data", fields: [] });
    t.strictSame(
      (await chatOf(service)).customData,
      [{ ...crm, fromPage: false }],
      "an empty list removes only the page's rows",
    );
    await page.ask({ type: "custom_data", fields: [{ title: "Last" }] });
    await step(service, "close");
    await page.ask({ type: "custom_data", fields: [{ title: "Next" }] });
    t.strictSame(
      (await chatOf(service)).customData.at(-1),
      fromPage({ title: "Last" }),
      "a closed chat keeps its rows",
    );
    t.strictSame(
      (await takeReports(service)).map(({ event_name: name }) => name),
      ["chat_accepted", "chat_finished"],
      "rows are no change of contacts",
    );
    await page.ask({ type: "message", text: "Me again" });
    t.strictSame(
      (await chatOf(service, 2)).customData,
      [fromPage({ title: "Next" })],
      "the next chat has the current rows",
    );
  },
);

t.test("[WJ-17] rows are stored with the visitor: they remain after the page and a restart", async (t) => {
  const store = { ...(await openTestStore(t)), close: async () => undefined };
  const service = await startService(t, { store, channels });
  const { page, ready } = await enterVisitor(t, service);
  await page.ask({ type: "custom_data", fields: [{ title: "Cart" }] });
  const again = await enterVisitor(t, service, { visitor: ready.visitor });
  await again.page.ask({ type: "message", text: "Hello" });
  const other = await enterVisitor(t, service);
  await other.page.ask({ type: "message", text: "Hello" });
  t.strictSame((await chatOf(service)).customData, [fromPage({ title: "Cart" })]);
  t.strictSame((await chatOf(service, 2)).customData, []);
  await service.stop();
  const next = await startService(t, { store, clock: service.clock, channels });
  t.strictSame((await chatOf(next)).customData, [fromPage({ title: "Cart" })]);
});

/** A row that the page passes, and the row that is shown; `null` if the value is not a row. */
const rows: readonly (readonly [what: string, given: unknown, shown: object | null])[] = [
  ["tags stay text", { content: "<b onclick='x()'>bold</b>" }, { content: "<b onclick='x()'>bold</b>" }],
  [
    "numbers become text",
    { title: 0, content: 1e21, key: -2.5 },
    { title: "0", content: "1000000000000000000000", key: "-2.5" },
  ],
  [
    "control characters go",
    { title: "a\u0000b\u0007\ud800", content: "one\ntwo\tthree" },
    { title: "ab\ufffd", content: "one\ntwo\tthree" },
  ],
  [
    "texts are cut",
    { title: "t".repeat(256), content: "😀".repeat(1_001), key: "k".repeat(256) },
    { title: "t".repeat(255), content: "😀".repeat(1_000), key: "k".repeat(255) },
  ],
  ["other keys are not looked at", { content: "x", style: "color: red", fromPage: false }, { content: "x" }],
  ["a field of a wrong type is left out", { title: ["x"], content: "x", key: true, link: 7 }, { content: "x" }],
  ["a link alone is no row", { link: "https://crm.example.com/" }, null],
  ["nor is a blank one", { title: "", content: " \n", key: "\u0000" }, null],
  ["nor an object without any", {}, null],
  ["nor a text", "Cart", null],
  ["nor null", null, null],
  ["nor a list", ["Cart"], null],
];

t.test(
  "[WJ-19] rows may have other types of values; unusable values are skipped, and rows beyond 50 are dropped",
  async (t) => {
    const { page, service } = await entered(t);
    await page.ask({ type: "message", text: "Hello" });
    for (const [what, given, shown] of rows) {
      t.match(await page.ask({ type: "custom_data", fields: [given, { title: "end" }] }), { type: "done" });
      const expected = shown === null ? [] : [fromPage(shown)];
      t.strictSame((await chatOf(service)).customData, [...expected, fromPage({ title: "end" })], what);
    }
    const many = Array.from({ length: 60 }, (_, index) => (index % 10 === 0 ? {} : { title: index }));
    await page.ask({ type: "custom_data", fields: many });
    const { customData } = await chatOf(service);
    t.equal(customData.length, 50);
    t.equal(customData.at(-1)?.title, "55", "skipped rows do not count");
  },
);

t.test(
  "[WJ-21] a link stays if it leads to a safe domain or its subdomain; otherwise the row has no link",
  async (t) => {
    const { page, service } = await entered(t);
    await page.ask({ type: "message", text: "Hello" });
    const kept = [
      "https://crm.example.com/cards/1?a=1#b",
      "http://crm.example.com",
      "https://crm.example.com:444/",
      "https://eu.crm.example.com/",
      "HTTPS://CRM.EXAMPLE.COM/",
      "https://crm.example.com./",
      "https://safe.example/",
      "https://a.b.safe.example/",
      "https://xn--mnchen-3ya.example/",
      "https://www.münchen.example/",
      "https://192.0.2.7/",
      "https://evil.example@crm.example.com/",
    ];
    const blocked = [
      "https://example.com/",
      "https://notcrm.example.com/",
      "https://crm.example.com.evil.example/",
      "https://evilsafe.example/",
      "https://crm.example.com@evil.example/",
      "https://crm.example.com:x@evil.example/",
      "https://evil.example\\@crm.example.com/",
      "https://evil.example/crm.example.com",
      "https:///evil.example/crm.example.com",
      "https://evil.example?.crm.example.com",
      "https://evil.example#.crm.example.com",
      "https://192.0.2.8/",
      "https://[::1]/",
      "https://",
      "javascript:alert(1)//crm.example.com",
      "ftp://crm.example.com/",
      "//crm.example.com/",
      "/cards",
      " https://crm.example.com/",
      "crm.example.com",
    ];
    const linked = (links: readonly string[]) => links.map((link, index) => ({ title: `${index}`, link }));
    await page.ask({ type: "custom_data", fields: linked(kept) });
    t.strictSame((await chatOf(service)).customData, linked(kept).map(fromPage));
    await page.ask({ type: "custom_data", fields: linked(blocked) });
    t.strictSame(
      (await chatOf(service)).customData,
      linked(blocked).map(({ title }) => fromPage({ title })),
    );
  },
);

t.test("an empty list blocks all links", async (t) => {
  const service = await startService(t, { channels: asWidget() });
  const { page } = await enterVisitor(t, service);
  await page.ask({ type: "custom_data", fields: [{ title: "Card", link: "https://crm.example.com/" }] });
  await page.ask({ type: "message", text: "Hello" });
  t.strictSame((await chatOf(service)).customData, [fromPage({ title: "Card" })]);
});

async function entered(t: Parameters<typeof startService>[0] & Parameters<typeof enterVisitor>[0]) {
  const service = await startService(t, { channels });
  return { service, ...(await enterVisitor(t, service)) };
}

t.test(
  "[WJ-01] what the page sends about itself and its visitor is shown in the desk, and stays in the archive",
  async (t) => {
    const service = await startService(t, { channels });
    await service.enter("kim");
    const shown = { url: "https://shop.example.com/wheels", title: "Wheels" };
    const { page } = await enterVisitor(t, service, { page: shown });
    await page.ask({
      type: "contact",
      name: "Ann",
      email: "ann@example.com",
      phone: "+442079460181",
      description: "VIP",
    });
    await page.ask({ type: "custom_data", fields: [{ title: "Cart", content: "2 wheels" }] });
    await page.ask({ type: "message", text: "Hello" });
    await step(service, "accept");
    const told = {
      client: { name: "Ann", email: "ann@example.com", phone: "+442079460181", description: "VIP" },
      page: shown,
      firstPage: shown,
      customData: [fromPage({ title: "Cart", content: "2 wheels" })],
    };
    t.match(await chatOf(service), { state: "with_agent", ...told });
    await step(service, "close");
    const { body } = await service.call("GET", "/api/archive?q=ann", { token: await service.logIn("kim") });
    t.match(body.chats, [{ id: "1", state: "closed", ...told }]);
  },
);

t.test("a host with letters such as ü is safe also when the code is optimized", async (t) => {
  const refused = Array.from({ length: 20_000 }).filter(
    () => readPageData([{ title: "Card", link: "https://www.münchen.example/" }], safeUrls)[0]?.link === null,
  );
  t.equal(refused.length, 0);
});
