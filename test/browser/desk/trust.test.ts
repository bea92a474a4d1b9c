import { createServer } from "node:http";
import t from "tap";
import { startService } from "../../harness/service.ts";
import { serveOnLoopback } from "../../system/harness/peers/serve-on-loopback.ts";
import { openBrowser } from "../browser.ts";
import { openDeskPage } from "./desk-page.ts";
import { acceptAs } from "./inbox/inbox-page.ts";

t.setTimeout(120_000);

t.test(
  "[AUTH-15] a page of another origin can neither open the desk's socket nor post, read or frame the desk",
  async (t) => {
    const service = await startService(t);
    await service.say("7", "Hello");
    await service.settle();
    await acceptAs(service, "kim", "Anonymous");
    const browser = await openBrowser(t);
    const { page: own, context } = await openDeskPage(browser, service, "kim", "#/inbox/mine/1");
    await own.locator(".composer textarea").waitFor();
    // On another port of the same host: the browser treats it as the same site and sends the session's cookie.
    const foreignUrl = await serveOnLoopback(
      t,
      createServer((_request, response) => response.end("<!doctype html><title>Foreign</title>")),
    );
    const foreign = await context.newPage();
    await foreign.goto(foreignUrl);

    const socket = await foreign.evaluate(
      (url) =>
        new Promise<{ readonly code: number; readonly reason: string; readonly heard: number }>((resolve) => {
          const opened = new WebSocket(url);
          let heard = 0;
          opened.onopen = () => opened.send(JSON.stringify({ type: "hello" }));
          opened.onmessage = () => {
            heard += 1;
          };
          opened.onclose = ({ code, reason }) => resolve({ code, reason, heard });
        }),
      `${service.url.replace("http", "ws")}/ws/desk`,
    );
    t.match(socket, { code: 4401, reason: /^Header Origin must be/, heard: 0 });

    for (const [path, body] of [
      ["/api/chats/1/messages", { type: "text", text: "Forged" }],
      ["/api/chats/1/note", { text: "Forged" }],
      ["/api/chats/1/close", {}],
    ] as const) {
      const answered = foreign.waitForResponse(service.url + path);
      await foreign.evaluate(
        ([url, text]) =>
          fetch(url, { method: "POST", mode: "no-cors", credentials: "include", body: text }).then(() => null),
        [service.url + path, JSON.stringify(body)] as const,
      );
      t.equal((await answered).status(), 403, "the browser sent the session cookie, and the service did not use it");
    }
    const read = await foreign.evaluate(
      (url) =>
        fetch(url, { credentials: "include" }).then(
          (answer) => answer.text(),
          () => "refused",
        ),
      `${service.url}/api/chats`,
    );
    t.equal(read, "refused");
    const token = await service.logIn("kim");
    const { body } = await service.call("GET", "/api/chats/1/messages", { token });
    t.same(
      body.messages.map(({ text }) => text),
      ["Hello"],
    );
    t.equal((await service.call("GET", "/api/chats/1", { token })).body.chat.state, "with_agent");

    await foreign.evaluate((url) => {
      const frame = document.createElement("iframe");
      frame.src = url;
      document.body.append(frame);
      return new Promise((resolve) => {
        frame.onload = resolve;
      });
    }, `${service.url}/desk/`);
    t.equal(await foreign.frameLocator("iframe").locator("#desk").count(), 0, "no page can frame the desk");

    await own.locator(".composer textarea").fill("Of her own");
    await own.keyboard.press("Enter");
    await own.locator("[data-seq]").filter({ hasText: "Of her own" }).waitFor();
    t.equal(await own.evaluate(() => document.cookie), "", "scripts cannot read the session");
  },
);
