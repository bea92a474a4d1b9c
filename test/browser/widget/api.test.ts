import { createServer } from "node:http";
import t from "tap";
import { serveOnLoopback } from "../../../src/demo/cast/peer.ts";
import { createManualClock } from "../../edge/manual-clock.ts";
import { startService } from "../../harness/service.ts";
import { asWidget, takeReports } from "../../visitors/visitor-channel.ts";
import { claimsNow, sign, withIdentity } from "../../visitors/visitor-tokens.ts";
import { openBrowser, openPage } from "../browser.ts";
import { keepCallbacks, openSite, visit } from "./site.ts";
import { bubble, composer, until } from "./ui-page.ts";

const browser = await openBrowser(t);
const ok = { result: "ok" };

t.test(
  "[WJ-03, WJ-09, WJ-16, WJ-31] a page that calls a method before the widget has loaded is answered at once",
  async (t) => {
    const service = await startService(t, { channels: asWidget() });
    await service.enter("kim");
    // The widget's script is async: the load event of its element is the first moment at which it has run.
    const early = `${keepCallbacks}
    window.results = [];
    window.svc_config = { own: 1 };
    document.addEventListener("load", (event) => {
      if (!/widget/.test(event.target.src) || results.length > 0) return;
      results.push(svc_api.chatMode(), svc_config.chat_mode, svc_config.own, svc_api.setContactInfo({ name: "Anna" }),
        svc_api.getContactInfo().client_name, svc_api.open(), svc_api.close(), svc_api.setUserToken("u-1").token);
      svc_api.getVisitorNumber((error, number) => heard.push(["number", error, number]));
      svc_api.isCallbackEnabled((result) => heard.push(["callback", result.result]));
      const load = svc_onLoadCallback;
      window.svc_onLoadCallback = () => { load(); heard.push(["mode", svc_api.chatMode(), svc_config.chat_mode]); };
    }, true);`;
    const site = await openSite(t, service, { script: early });
    const { page, complaints } = await visit(browser, site);
    t.same(await page.evaluate("results"), ["offline", "offline", 1, ok, "Anna", ok, ok, "u-1"]);
    await until(page, "heard.some(([name]) => name === 'number')");
    const heard = (await page.evaluate("heard")) as [string, ...unknown[]][];
    const names = heard.map(([name]) => name);
    t.ok(names.indexOf("svc_onOpen") < names.indexOf("svc_onClose"), "the callbacks are in order");
    t.ok(
      names.indexOf("svc_onClose") < names.indexOf("svc_onLoadCallback"),
      "waiting commands run before the callback of loading",
    );
    t.same(
      heard.find(([name]) => name === "mode"),
      ["mode", "online", "online"],
    );
    t.same(
      heard.find(([name]) => name === "number"),
      ["number", null, 1],
    );
    t.same(
      heard.find(([name]) => name === "callback"),
      ["callback", "ok"],
    );
    t.equal(
      await page.evaluate("svc_api.getContactInfo().client_name"),
      "Anna",
      "the result is the same after the service has sent its data",
    );
    t.same(complaints, []);
  },
);

t.test(
  "[WJ-04, WJ-05, WJ-06, WJ-08, WJ-14, WJ-17, WJ-23, WJ-25, WJ-26, WJ-29, WJ-30, WJ-32, WJ-33, WJ-40, WJ-41, WJ-42] methods, callbacks and the data of a page work, also if the page replaces a callback or a callback throws",
  async (t) => {
    const service = await startService(t, { channels: asWidget() });
    const site = await openSite(t, service, { script: keepCallbacks });
    const { page, complaints } = await visit(browser, site);
    const results = await page.evaluate(`[
      svc_api.setUserToken("u-6b0f"), svc_api.setContactInfo({ name: "Tomas Berg", email: "tomas@mailbox.example" }),
      svc_api.setCustomData([{ key: "Since", content: 2019 }]), svc_api.sendPageTitle("Basket", true, "/basket"),
      svc_api.setRules({}), svc_api.sendOfflineMessage({ message: "Please call" })]`);
    t.match(results, [ok, ok, ok, ok, ok, ok]);
    while (!service.reports.some(({ body }) => Buffer.from(body).includes("Please call"))) await service.settle();
    const [event] = await takeReports(service, "offline_message");
    t.match(event, {
      message: "Please call",
      user_token: "u-6b0f",
      page: { title: "Basket", url: `${site.url}/basket` },
    });
    t.match(event?.visitor, { name: "Tomas Berg", email: "tomas@mailbox.example" });

    await service.enter("kim");
    await until(page, "svc_api.chatMode() === 'online'");
    const run = (script: string): Promise<unknown> => page.evaluate(`heard.length = 0; ${script}`);
    const heard = (): Promise<unknown> => page.evaluate("heard.filter(([name]) => !/Resize/.test(name))");
    t.same(await run("[svc_api.close(), svc_api.open(), svc_api.open({ start: 'chat' })]"), [ok, ok, ok]);
    t.same(await heard(), [["svc_onOpen"], ["svc_onChangeState", "chat"]]);
    await run("svc_onClose = () => heard.push(['replaced']); delete window.svc_onChangeState; svc_api.close()");
    t.same(await heard(), [["replaced"]]);
    t.same(complaints, []);
    await run("svc_onOpen = () => { throw new Error('mine'); }; svc_api.showProactiveInvitation('May we help?')");
    await page.locator("svc-widget").getByText("May we help?").waitFor();
    while (complaints.length === 0) await until(page, "true");
    t.match(complaints, [/mine/], "the thrown error is on the console");
    t.same(await run("svc_api.open({ start: 'call' })"), ok);
    t.same(await run("svc_api.startCall('+44 20 7946 0181')"), ok);
    await until(page, "heard.some(([name]) => name === 'svc_onCallStart')");
    // The page is notified when the call is requested, which is before the gateway gets the request.
    await service.settle();
    t.equal(service.calls.length, 1);
    await until(page, "svc_api.startCall('+44 20 7946 0181').reason === 'Callback unavaiable'");
    t.match(await page.evaluate("svc_api.open({ start: 'call' })"), { result: "fail", reason: "Callback unavaiable" });
    t.equal(complaints.length, 1);

    const thrown = await page.evaluate(() => {
      const failures: string[] = [];
      const { destroy: _, ...methods } = svc_api;
      for (const [name, method] of Object.entries(methods))
        for (const value of [window, document, document.all])
          try {
            (method as (...values: unknown[]) => unknown)(value, value, value);
          } catch (error) {
            failures.push(`${name}: ${error}`);
          }
      return failures;
    });
    t.same(thrown, [], "no object of a browser makes a method throw");
    t.equal(await page.evaluate("svc_api.chatMode()"), "online");
  },
);

t.test("[WJ-02] the script may be anywhere, may be there twice, or may be in a bundle of the page", async (t) => {
  const service = await startService(t, { channels: asWidget() });
  const src = `${service.url}/widget/MOBILEAPP1`;
  const own = '<script src="/page.js"></script>';
  const files: Record<string, string> = {
    "/page.js": keepCallbacks,
    "/bundle.js": `const own = 1;\n${await (await fetch(src)).text()}`,
    "/head": `<head>${own}<script src="${src}"></script></head><body><p>Shop</p></body>`,
    "/defer": `<head>${own}<script src="${src}" defer></script></head><body>Shop</body>`,
    "/twice": `${own}<script src="${src}"></script><script src="${src}"></script>`,
    "/module": `${own}<script type="module" src="/bundle.js"></script>`,
    "/classic": `${own}<script src="/bundle.js"></script>`,
  };
  const server = createServer(({ url = "" }, response) => {
    const type = url.endsWith(".js") ? "text/javascript" : "text/html";
    const isPage = type === "text/html";
    response.writeHead(url in files ? 200 : 204, { "content-type": type });
    response.end(`${isPage ? '<!doctype html><html lang="en">' : ""}${files[url] ?? ""}`);
  });
  const origin = await serveOnLoopback(t, server);
  const { page, complaints } = await openPage(browser, "about:blank", {});
  for (const path of Object.keys(files).filter((path) => !path.endsWith(".js"))) {
    await page.goto(`${origin}${path}`);
    await until(page, "heard.length > 0");
    t.same(await page.evaluate("heard"), [["svc_onLoadCallback"]], path);
    t.equal(await page.locator("body > svc-widget").count(), 1);
  }
  t.same(complaints, []);
});

t.test(
  "[WJ-47, WJ-51, WJ-52] the line of the guide proves the visitor in two browsers, and a log-out ends it",
  async (t) => {
    const service = await startService(t, { channels: withIdentity(), clock: createManualClock(Date.now()) });
    await service.enter("kim");
    const token = await sign(claimsNow(service, { name: "Ann" }));
    const line = `<script src="${service.url}/widget/MOBILEAPP1" async onload="svc_api.setIdentity('${token}', told)"></script>`;
    const script = "window.reasons = []; window.told = (reason) => reasons.push(reason);";
    const site = await openSite(t, service, { script, scriptLine: false, body: line, policy: null });
    const [first, second] = [await visit(browser, site), await visit(browser, site)];
    for (const { page } of [first, second]) await until(page, "reasons.length === 1");
    await first.page.evaluate("svc_api.open()");
    await composer(first.page).fill("From the first browser");
    await composer(first.page).press("Enter");
    await second.page.evaluate("svc_api.open()");
    await bubble(second.page, "From the first browser").waitFor();
    const numberOf = "new Promise((done) => svc_api.getVisitorNumber((_error, number) => done(number)))";
    t.same([await first.page.evaluate(numberOf), await second.page.evaluate(numberOf)], [1, 1]);

    await second.page.evaluate("svc_api.setIdentity(null, told)");
    await until(second.page, "reasons.length === 2");
    t.same(await second.page.evaluate("reasons"), [null, null]);
    await bubble(second.page, "From the first browser").waitFor({ state: "detached" });
    t.not(await second.page.evaluate(numberOf), 1);
    t.same([...first.complaints, ...second.complaints], []);
  },
);
