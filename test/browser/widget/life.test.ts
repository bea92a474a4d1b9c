import t from "tap";
import { openFaultyLink } from "../../harness/faulty-link.ts";
import { startService } from "../../harness/service.ts";
import { asWidget, widget } from "../../visitors/visitor-channel.ts";
import { openBrowser, openPage } from "../browser.ts";
import { addScript, untilHere, watchSockets } from "./page-life.ts";
import { keepCallbacks, openSite, visit } from "./site.ts";
import { bubble, composer, focused, isReachable, label, until } from "./ui-page.ts";

t.setTimeout(300_000);
const browser = await openBrowser(t);
const other = { kind: "widget", webhookUrl: "", widget } as const;
const service = await startService(t, { channels: { ...asWidget(), OTHERAPP01: other } });

t.test(
  "[WJ-30, WJ-31] a single-page app ends the widget and adds it again, is notified each time, and keeps one svc_api",
  async (t) => {
    const site = await openSite(t, service, { script: keepCallbacks, policy: null });
    const { page, context, complaints } = await openPage(browser, "about:blank", {});
    const sockets = watchSockets(page);
    await page.goto(site.url);
    await until(page, "heard.length > 0");
    await page.evaluate("window.firstApi = svc_api");
    for (let rounds = 1; rounds <= 3; rounds += 1) {
      await page.evaluate("svc_api.destroy()");
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

t.test("a widget whose words do not load asks for them again until it has them", async (t) => {
  const site = await openSite(t, service);
  const { page, context } = await openPage(browser, "about:blank", {});
  await page.clock.install();
  let asked = 0;
  // More than the tries of one load in English, and of a second one.
  await page.route(/\/en\.js/, (route) => {
    asked += 1;
    return asked > 10 ? route.continue() : route.abort();
  });
  await page.goto(site.url);
  while (!(await label(page).isVisible())) await page.clock.runFor(1_000);
  t.equal(asked, 11);
  await context.close();
});

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
    window.svc_api?.destroy();
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

/** What pages do to everything around the widget. The last word of each names the element in which the widget is then. */
const changes: Readonly<Record<string, string>> = {
  "body.innerHTML": `document.body.innerHTML = "<p>New</p>"`,
  "replaceChildren, as the root of a framework": `document.body.replaceChildren(document.createElement("main"))`,
  "a loop that removes each child": `while (document.body.firstChild) document.body.firstChild.remove()`,
  "the element alone": `document.querySelector("svc-widget").remove()`,
  "another body": `document.body = document.createElement("body")`,
  "another html": `{
    const html = document.createElement("html");
    html.append(document.createElement("head"), document.createElement("body"));
    document.documentElement.replaceWith(html);
  }`,
  "a copy of the body, as Turbo and htmx keep it": `document.body.replaceWith(document.body.cloneNode(true))`,
  "the HTML of the body": `document.body.innerHTML = document.body.innerHTML`,
  "another document": `document.implementation.createHTMLDocument().body.append(...document.body.childNodes)`,
  "a template": `document.createElement("template").content.append(...document.body.childNodes)`,
};

t.test(
  "a page may change everything around the widget: it is back in the same moment, with its conversation",
  async (t) => {
    await service.enter("kim");
    const site = await openSite(t, service, { script: keepCallbacks, policy: null });
    const { page, context, complaints } = await openPage(browser, "about:blank", {});
    const sockets = watchSockets(page);
    await page.goto(site.url);
    await label(page).click();
    await composer(page).fill("Is it open?");
    await composer(page).press("Enter");
    await bubble(page, "Is it open?").waitFor();
    await composer(page).fill("Not sent");
    await page.evaluate("window.host = document.querySelector('svc-widget'); heard.length = 0");
    for (const [name, change] of Object.entries(changes)) {
      await composer(page).focus();
      await page.evaluate(change);
      t.same(
        await page.evaluate(`[...document.querySelectorAll("svc-widget")].map((one) => one === host)`),
        [true],
        `${name}: one element`,
      );
      t.ok(await isReachable(bubble(page, "Is it open?")), `${name}: it shows the conversation`);
      t.equal(await composer(page).inputValue(), "Not sent");
      t.equal(await focused(page), "Write a message", `${name}: the visitor can go on writing`);
    }
    t.same([sockets.opened, sockets.open], [1, 1]);
    t.same(await page.evaluate("heard"), [], "the page is not told of anything");
    await page.evaluate("svc_api.destroy()");
    await untilHere(page, () => sockets.open === 0);
    t.equal(await page.locator("svc-widget").count(), 0);
    t.same(complaints, []);
    await context.close();
  },
);

t.test(
  "document.open() takes all listeners away: the widget begins again, with its window and conversation",
  async (t) => {
    const site = await openSite(t, service, { script: keepCallbacks, policy: null });
    const { page, context, complaints } = await visit(browser, site);
    await label(page).click();
    await composer(page).fill("Is it open?");
    await composer(page).press("Enter");
    await bubble(page, "Is it open?").waitFor();
    await page.evaluate("document.open(); document.write('<title>New</title><p>New</p>'); document.close()");
    await bubble(page, "Is it open?").waitFor();
    await composer(page).fill("Still here");
    await composer(page).press("Enter");
    await bubble(page, "Still here").waitFor();
    t.equal(await page.locator("svc-widget").count(), 1);
    t.same(complaints, []);
    await context.close();
  },
);

t.test(
  "a page that removes each foreign element at once does not freeze, and the widget is back when it stops",
  async (t) => {
    const site = await openSite(t, service, { script: keepCallbacks });
    const { page, context } = await visit(browser, site);
    await page.evaluate(`{
    window.removed = 0;
    window.guard = new MutationObserver(() => {
      const widget = document.querySelector("svc-widget");
      widget?.remove();
      if (widget) removed += 1;
    });
    guard.observe(document.body, { childList: true });
    document.body.append(document.createElement("p"));
  }`);
    await until(page, "removed > 3");
    await page.evaluate("guard.disconnect()");
    await label(page).waitFor();
    t.equal(await page.evaluate("svc_api.chatMode()"), "online");
    await context.close();
  },
);

t.test("a page that changes prototypes and globals takes nothing from the widget", async (t) => {
  const link = await openFaultyLink(t, service.url);
  const site = await openSite(t, service, {
    serviceUrl: link.url,
    script: `${keepCallbacks}
      Array.prototype.toJSON = () => "[]";
      Object.defineProperty(Object.prototype, "toJSON", { value: () => { throw new Error("mine"); } });
      Date.prototype.toJSON = String.prototype.toJSON = () => "x";
      Array.prototype.entries = function () { return [...this]; };
      Array.from = (list) => [...list];
    `,
  });
  const { page, context } = await openPage(browser, "about:blank", {});
  const sockets = watchSockets(page);
  await page.goto(site.url);
  await label(page).click();
  await page.evaluate(() => svc_api.setCustomData([{ title: "Basket", content: "2" }]));
  await page.evaluate(`{
    JSON.stringify = JSON.parse = WebSocket = fetch = MutationObserver = () => { throw new Error("mine"); };
  }`);
  await composer(page).fill("Is it open?");
  await composer(page).press("Enter");
  await page.locator("svc-widget .line", { hasText: "Is it open?" }).locator("[title=Sent]").waitFor();
  link.strike({ type: "reset" });
  await composer(page).fill("And now?");
  await composer(page).press("Enter");
  await page.locator("svc-widget .line", { hasText: "And now?" }).locator("[title=Sent]").waitFor();
  t.equal(sockets.opened, 2);
  await context.close();
});

t.test("a widget continues when the page moves it", async (t) => {
  const site = await openSite(t, service, { script: keepCallbacks, body: '<div id="box"></div>' });
  const { page, context, complaints } = await openPage(browser, "about:blank", {});
  const sockets = watchSockets(page);
  await page.goto(site.url);
  await until(page, "heard.length > 0");
  await page.evaluate(
    "window.host = document.querySelector('svc-widget'); document.querySelector('#box').append(host)",
  );
  await page.evaluate("host.remove(); document.querySelector('#box').append(host)");
  t.equal(await page.evaluate("host.parentNode.id"), "box");
  t.same([sockets.opened, sockets.open], [1, 1]);
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
