import t from "tap";
import { startService } from "../../harness/service.ts";
import { asWidget, widget } from "../../visitors/visitor-channel.ts";
import { openBrowser, openPage } from "../browser.ts";
import { addScript, untilHere, watchSockets } from "./page-life.ts";
import { keepCallbacks, openSite, visit } from "./site.ts";
import { until } from "./ui-page.ts";

t.setTimeout(300_000);
const browser = await openBrowser(t);
const other = { kind: "widget", webhookUrl: "", widget } as const;
const service = await startService(t, { channels: { ...asWidget(), OTHERAPP01: other } });

t.test(
  "[WJ-31] a single-page app removes the widget and adds it again, is notified each time, and keeps one svc_api",
  async (t) => {
    const site = await openSite(t, service, { script: keepCallbacks, policy: null });
    const { page, context, complaints } = await openPage(browser, "about:blank", {});
    const sockets = watchSockets(page);
    await page.goto(site.url);
    await until(page, "heard.length > 0");
    await page.evaluate("window.firstApi = svc_api");
    for (let rounds = 1; rounds <= 3; rounds += 1) {
      await page.evaluate("document.querySelector('svc-widget').remove()");
      await untilHere(page, () => sockets.open === 0);
      await page.evaluate("svc_api.open(); heard.length = 0");
      await addScript(page, `${service.url}/widget/MOBILEAPP1`);
      // When the widget is there again, waiting commands are carried out, and then the page is notified.
      await until(page, "heard.some(([name]) => name === 'svc_onLoadCallback')");
      const names = await page.evaluate("heard.map(([name]) => name).filter((name) => /Load|Open/.test(name))");
      t.same(names, ["svc_onOpen", "svc_onLoadCallback"]);
      await page.evaluate("svc_api.close()");
    }
    t.equal(sockets.opened, 4);
    t.equal(sockets.open, 1);
    t.equal(await page.evaluate("firstApi === svc_api"), true);
    t.same(complaints, []);
    await context.close();
  },
);

/** As frameworks do in an effect and its clean-up: `mount` adds the script line and waits for the widget, `unmount` removes both. */
const component = `
  window.ready = [];
  window.mount = (src, name) => {
    window.svc_onLoadCallback = () => ready.push(name);
    window.line = document.createElement("script");
    line.src = src;
    line.async = true;
    document.body.append(line);
  };
  window.unmount = () => {
    line.remove();
    document.querySelector("svc-widget")?.remove();
  };
`;

t.test("[WJ-31] a component that is mounted again at any moment is notified that the widget has loaded", async (t) => {
  const site = await openSite(t, service, { script: component, policy: null, scriptLine: false });
  const src = JSON.stringify(`${service.url}/widget/MOBILEAPP1`);
  const moments = {
    "in the same task": "true",
    "when the script has run": "window.svc_api !== undefined",
    "when the widget's element is there": "document.querySelector('svc-widget') !== null",
    "when the widget is there": "ready.length > 0",
  };
  const { page, context, complaints } = await openPage(browser, "about:blank", {});
  for (const [moment, isSo] of Object.entries(moments)) {
    await page.goto(site.url);
    await page.evaluate(`mount(${src}, "first")`);
    if (isSo !== "true") await until(page, isSo);
    await page.evaluate(`unmount(); ready.length = 0; mount(${src}, "again")`);
    await until(page, "ready.length > 0");
    t.same(await page.evaluate("[ready, document.querySelectorAll('svc-widget').length]"), [["again"], 1], moment);
  }
  t.same(complaints, []);
  await context.close();
});

t.test("[WJ-31] a removed widget calls no callback, not even in the moment before it ends", async (t) => {
  const site = await openSite(t, service, { script: component, policy: null, scriptLine: false });
  const src = JSON.stringify(`${service.url}/widget/MOBILEAPP1`);
  const { page, context, complaints } = await openPage(browser, "about:blank", {});
  const held: (() => void)[] = [];
  let isHolding = true;
  await page.routeWebSocket(/ws\/widget/, (socket) => {
    socket.connectToServer().onMessage((message) => {
      const pass = (): void => socket.send(message);
      if (isHolding) held.push(pass);
      else pass();
    });
  });
  await page.goto(site.url);
  // Delays everything that should happen after the present task.
  await page.evaluate("((later) => { window.setTimeout = (run, ms = 1000) => later(run, ms); })(setTimeout)");
  await page.evaluate(`mount(${src}, "first")`);
  await untilHere(page, () => held.length > 0);
  await page.evaluate("unmount()");
  isHolding = false;
  for (const pass of held) pass();
  await page.evaluate(`mount(${src}, "again")`);
  await until(page, "ready.includes('again')");
  t.same(await page.evaluate("ready"), ["again"]);
  t.same(complaints, []);
  await context.close();
});

t.test("a widget continues when the page moves it or replaces its <body>", async (t) => {
  const site = await openSite(t, service, { script: keepCallbacks, body: '<div id="box"></div>' });
  const { page, context, complaints } = await openPage(browser, "about:blank", {});
  const sockets = watchSockets(page);
  await page.goto(site.url);
  await until(page, "heard.length > 0");
  await page.evaluate(
    "window.host = document.querySelector('svc-widget'); document.querySelector('#box').append(host)",
  );
  await page.evaluate("host.remove(); document.body.append(host)");
  await page.evaluate("document.body = document.createElement('body'); 0");
  await until(page, "host.parentNode === document.body && host.isConnected");
  t.same([sockets.opened, sockets.open], [1, 1]);
  t.equal(await page.evaluate("svc_api.open().result"), "ok");
  await until(page, "heard.some(([name]) => name === 'svc_onOpen')");
  await page.evaluate("document.body.replaceChildren()");
  await untilHere(page, () => sockets.open === 0);
  t.equal(await page.evaluate("svc_api.chatMode()"), "offline");
  t.same(complaints, []);
  await context.close();
});

t.test("the widget of another channel takes the place of the first", async (t) => {
  const site = await openSite(t, service, { script: keepCallbacks, policy: null });
  const { page } = await visit(browser, site);
  await page.evaluate("svc_api.setContactInfo({ name: 'Anna' })");
  const first = await page.evaluate(
    "new Promise((resolve) => svc_api.getVisitorNumber((_, number) => resolve(number)))",
  );
  await addScript(page, `${service.url}/widget/OTHERAPP01`);
  t.equal(await page.evaluate("svc_api.getContactInfo().client_name"), null);
  await page.evaluate("svc_api.getVisitorNumber((error, number) => heard.push(['number', number]))");
  await until(page, "heard.some(([name]) => name === 'number')");
  t.not(
    await page.evaluate("heard.find(([name]) => name === 'number')?.[1]"),
    first,
    "the visitor has another number in the other channel",
  );
  t.equal(await page.locator("svc-widget").count(), 1);
});

t.test(
  "[WJ-03] a body that cannot be loaded is requested again; the page is notified once and loses nothing",
  async (t) => {
    const site = await openSite(t, service, { script: keepCallbacks });
    const { page, context, complaints } = await openPage(browser, "about:blank", {});
    await page.clock.install();
    const tries: string[] = [];
    await context.route("**/body.js*", (route) => {
      tries.push(route.request().url());
      return tries.length <= 3 ? route.abort() : route.continue();
    });
    await page.goto(site.url);
    await untilHere(page, () => tries.length === 1);
    t.equal(await page.evaluate("svc_api.open().result"), "ok");
    t.equal(await page.evaluate("svc_api.chatMode()"), "offline");
    // Each pause begins when the page has received the failure, which is not visible from outside.
    while (tries.length < 4) {
      await page.clock.fastForward(1_000);
      await until(page, "true");
    }
    await until(page, "heard.some(([name]) => name === 'svc_onOpen')");
    t.equal(new Set(tries).size, 4, "each attempt has another address, because browsers may remember a failed one");
    t.equal(complaints.filter((text) => text.includes("Chat not loaded yet")).length, 1);
    await context.close();
  },
);

t.test(
  "[WJ-12, WJ-03] if the body never loads, callbacks are called, and the next script line tries again",
  async (t) => {
    const site = await openSite(t, service, { script: keepCallbacks, policy: null });
    const { page, context } = await openPage(browser, "about:blank", {});
    await page.clock.install();
    const tries: string[] = [];
    let isBlocked = true;
    await context.route("**/body.js*", (route) => {
      tries.push(route.request().url());
      return isBlocked ? route.abort() : route.continue();
    });
    await page.goto(site.url);
    await untilHere(page, () => tries.length === 1);
    await page.evaluate("svc_api.getVisitorNumber((...values) => heard.push(values))");
    const triesMax = 6;
    while (tries.length < triesMax) {
      await page.clock.fastForward(10_000);
      await until(page, "true");
    }
    t.same(await page.evaluate("heard"), [["Chat not loaded yet.", null]], "once");
    isBlocked = false;
    // Once the page accepts a script line again, it has received the last failure.
    while (tries.length === triesMax) await addScript(page, `${service.url}/widget/MOBILEAPP1`);
    await until(page, "heard.some(([name]) => name === 'svc_onLoadCallback')");
    t.equal(tries.length, triesMax + 1);
    await context.close();
  },
);
