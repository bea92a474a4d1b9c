import { createServer } from "node:http";
import type { Locator } from "playwright-core";
import t from "tap";
import { serveOnLoopback } from "../../../src/demo/cast/peer.ts";
import { until } from "../../delivery/through-service.ts";
import { startService } from "../../harness/service.ts";
import { openBrowser, openPage, untilFocused } from "../browser.ts";
import { openDeskPage, shoot, shootMain, untilStatus } from "./desk-page.ts";
import { acceptAs, goTo, rowOf } from "./inbox/inbox-page.ts";

t.setTimeout(300_000);
const browser = await openBrowser(t);
const space = { freeBytes: 2 ** 40, totalBytes: 2 ** 42 };
const service = await startService(t, {
  disk: { latest: space, close: async () => undefined },
  channels: { OTHERAPP01: { agentIds: [2] as never } },
});
for (const name of ["Maria", "Omar"]) await service.say({ id: name, name }, "Hello");
const chatId = await acceptAs(service, "kim", "Omar");
const { page, context, complaints } = await openDeskPage(browser, service, "kim", `#/inbox/all/${chatId}`);

t.test(
  "[AUTH-15] without a login there is only the login form, and a created password must be replaced by one's own",
  async (t) => {
    const robin = { name: "Robin", email: "robin@example.com" };
    const token = await service.logIn("ada");
    const answer: { readonly body: object } = await service.call("POST", "/api/agents", { token, body: robin });
    const made = "password" in answer.body ? String(answer.body.password) : "";
    const { page, complaints } = await openPage(browser, `${service.url}/desk/`, { locale: "de-DE" });
    await page.getByRole("button", { name: "Anmelden" }).waitFor();
    t.equal(await page.locator("html").getAttribute("lang"), "de", "the login has the browser's language");
    await page.getByRole("combobox", { name: "Sprache" }).selectOption("ar");
    await page.getByRole("heading", { name: "تسجيل الدخول" }).waitFor();
    t.equal(await page.locator("html").getAttribute("dir"), "rtl");
    await page.reload();
    await page.getByRole("combobox", { name: "اللغة" }).selectOption("en");
    await page.getByRole("button", { name: "Log in" }).waitFor();
    await untilFocused(page.getByLabel("E-mail"));
    t.equal(await page.locator(".workplace").count(), 0);
    t.same(complaints, [], "a login page logs no error");
    const logIn = async (word: string): Promise<void> => {
      await page.getByLabel("E-mail").fill(robin.email);
      await page.getByLabel("Password").fill(word);
      await page.keyboard.press("Enter");
    };
    await logIn("not it");
    await page.getByRole("alert").getByText("The e-mail or the password is wrong.").waitFor();
    await shootMain(t, page, "login");
    t.equal(complaints.filter((text) => text.includes("401")).length, 1, "the only error is about the wrong password");
    t.equal(complaints.length, 1);

    await logIn(made);
    await page.getByText("You are logged in as robin@example.com.").waitFor();
    await page.getByRole("button", { name: "Log out" }).click();
    await page.getByRole("button", { name: "Log in" }).waitFor();
    await logIn(made);
    await page.getByRole("heading", { name: "Choose your own password" }).waitFor();
    await untilFocused(page.getByLabel("The password made for you"));
    await page.getByLabel("The password made for you").fill(made);
    await page.getByLabel("New password, at least 10 characters").fill("1234567890");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").getByText("no password that many people have").waitFor();
    t.equal(await page.locator(".workplace").count(), 0);
    await shoot(t, page, "first-password");
    // The change is stored, and a proxy did not wait for its answer.
    await page.route("**/api/session/password", async (route) => {
      await route.fetch();
      await route.fulfill({ status: 504, body: "" });
    });
    await page.getByLabel("New password, at least 10 characters").fill("a password of Robin");
    await page.keyboard.press("Enter");
    await page.locator(".workplace").waitFor();
    t.equal(await page.evaluate(() => document.cookie), "", "scripts cannot read the session");
    t.same(
      complaints.filter((text) => !/40[01]|504/.test(text)),
      [],
    );
  },
);

/** Counts the formatters of times that are made before the first row is there. */
const countFormatters = `
  window.made = 0;
  Intl.DateTimeFormat = new Proxy(Intl.DateTimeFormat, {
    construct(Format, values) {
      window.made += 1;
      return new Format(...values);
    },
  });
  const look = new MutationObserver(() => {
    if (document.querySelector(".chat-row") === null) return;
    look.disconnect();
    window.madeBeforeRows = window.made;
  });
  look.observe(document, { childList: true, subtree: true });
`;

t.test(
  "the first view of the desk takes at most twelve requests, asks no address twice, and waits for no formatter",
  async (t) => {
    // An administrator also reads the first steps and the failures.
    for (const name of ["kim", "ada"] as const) {
      const { context } = await openDeskPage(browser, service, name);
      const page = await context.newPage();
      const asked: string[] = [];
      page.on("request", (request) => asked.push(request.url().replace(service.url, "")));
      await page.addInitScript(countFormatters);
      // A row from another day shows the day.
      await page.clock.setFixedTime(service.clock.nowMs());
      await page.goto(`${service.url}/desk/#/inbox/waiting`);
      await page.locator(".chat-row time[title]").first().waitFor();
      t.equal(await page.evaluate("window.madeBeforeRows"), 0, "the exact times follow the rows");
      t.ok(await page.evaluate("window.made > 0"));
      await until(() => asked.some((address) => address.includes("/second-")));
      if (name === "ada") await page.getByRole("heading", { name: "First steps" }).waitFor();
      await page.waitForLoadState("networkidle");
      const twice = asked.filter((address, at) => asked.indexOf(address) !== at);
      t.same(twice, [], asked.join("\n"));
      t.ok(asked.length <= 12, asked.join("\n"));
    }
  },
);

t.test("a part of the desk that could not be loaded is there after a reload", async (t) => {
  const { context } = await openDeskPage(browser, service, "kim");
  const page = await context.newPage();
  let isAway = true;
  await page.route(/\/(second|archive)-.*\.js/, (route) => (isAway ? route.abort() : route.continue()));
  await page.goto(`${service.url}/desk/#/archive`);
  await page.getByText("This page could not be loaded.").waitFor();
  await page.evaluate("location.hash = '#/inbox/waiting'");
  await page.locator("a.chat-row").first().click();
  const failed = page.getByRole("main").getByRole("alert");
  await failed.getByText("This page could not be loaded.").waitFor();
  isAway = false;
  await failed.getByRole("button", { name: "Reload the page" }).click();
  await page.locator(".chat-header").waitFor();
  t.match(page.url(), /#\/inbox\/waiting\/\d+$/, "the chat is still open");
});

t.test(
  "[CH-12, CH-13] the agent's menu, the palette, the keys, the notice of a full disk and the languages of the desk",
  async (t) => {
    const { page, context, complaints } = await openDeskPage(browser, service, "lee");
    /** Only Lee works on this channel. */
    const ofLee = { ...service, status: () => service.status("OTHERAPP01") };
    const own = page.getByRole("button", { name: /^Lee:\s*Here\s*\. Open the menu$/ });
    await own.waitFor();
    await untilStatus(ofLee, "1");
    await own.click();
    await page.getByRole("switch", { name: /Take new chats/ }).click();
    await page.getByRole("button", { name: /^Lee:\s*Away\s*\. Open the menu$/ }).waitFor();
    await untilStatus(ofLee, "0");
    await page.keyboard.press("Escape");
    await page.keyboard.press("g");
    await page.keyboard.press("v");
    await own.waitFor();

    await page.keyboard.press("Control+k");
    await page.keyboard.press("Enter");
    const options = page.getByRole("dialog").getByRole("option");
    const chosen = page.getByRole("dialog").getByRole("option", { selected: true });
    t.equal(await chosen.count(), 0, "Enter runs only what was chosen");
    await page.keyboard.press("ArrowUp");
    t.equal(await chosen.innerText(), await options.last().innerText());
    await page.keyboard.press("ArrowDown");
    t.equal(await chosen.innerText(), await options.first().innerText());
    await page.keyboard.type("arch");
    await page.getByRole("option", { name: /Go to archive/ }).waitFor();
    await shoot(t, page, "palette");
    await page.keyboard.press("Enter");
    await page.waitForURL(/#\/archive$/);
    t.equal(await page.getByRole("dialog").count(), 0);
    await page.keyboard.press("?");
    const keys = page.getByRole("dialog", { name: "Keys" });
    await keys.waitFor();
    const capsOf = (words: string): Locator => keys.getByRole("listitem").filter({ hasText: words }).locator("kbd");
    t.same(await capsOf("Find a command").allInnerTexts(), ["Ctrl", "K"]);
    t.same(await capsOf("Go to archive").allInnerTexts(), ["g", "a"]);
    await shoot(t, page, "keys");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await goTo(page, "#/nowhere/1?what=2");
    await page.getByRole("region", { name: "Inbox" }).waitFor();
    const here = page.locator('.rail [aria-current="page"]');
    t.equal(await here.getAttribute("href"), "#/inbox", "an unknown address leads to the inbox");

    const fill = async (freeBytes: number): Promise<void> => {
      space.freeBytes = freeBytes;
      await service.pass(3_000);
    };
    const notice = page.getByRole("status").filter({ hasText: "disk" });
    await fill(2 ** 30 - 1);
    await notice.getByText("What you write is sent. Inform an administrator.").waitFor();
    await fill(2 ** 40);
    await notice.waitFor({ state: "detached" });

    const devtools = await context.newCDPSession(page);
    const { errors, data = "{}" } = await devtools.send("Page.getAppManifest");
    t.same(errors, [], "the desk can be installed as an application");
    const { name, display, start_url, icons } = JSON.parse(data);
    t.match({ name, display, start_url }, { name: "Parley desk", display: "standalone", start_url: "/desk/" });
    const icon = await fetch(new URL(icons[0].src, service.url));
    t.equal(icon.headers.get("content-type"), "image/svg+xml");
    const { installabilityErrors } = await devtools.send("Page.getInstallabilityErrors");
    t.same(
      // A context without a profile, as in this test, is never offered it.
      installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito"),
      [],
    );

    await own.click();
    await page.getByRole("combobox", { name: "Language" }).selectOption("ar");
    await page.getByRole("link", { name: "عمليات التسليم" }).click();
    await page.getByRole("heading", { name: "عمليات التسليم" }).waitFor();
    await page.getByRole("button", { name: "فتح القائمة" }).click();
    await page.getByRole("switch", { name: "استقبال محادثات جديدة" }).waitFor();
    await shoot(t, page, "arabic");
    await page.getByRole("combobox", { name: "اللغة" }).selectOption("en");
    await own.click();
    await page.getByRole("button", { name: "Log out" }).click();
    await page.getByRole("button", { name: "Log in" }).waitFor();
    t.equal(await ofLee.status(), "0", "the channel is offline when the logout is answered");
    t.same(
      complaints.filter((text) => !text.includes("401")),
      [],
      "the only errors are about requests that the logout overtook",
    );
  },
);

t.test("keys in quick succession apply to the result of the key before, and dialogs return the focus", async (t) => {
  const field = page.locator(".composer textarea");
  const dialog = page.getByRole("dialog");
  const title = page.locator(".chat-header h1");
  const state = page.locator(".chat-header .state");
  const body = { shortcut: "wheel", text: "The wheel is on its way, {name}." };
  await service.call("POST", "/api/canned-replies", { token: await service.logIn("kim"), body });
  await rowOf(page, "Maria").waitFor();
  await title.getByText("Omar").waitFor();
  // The focus is read before the page draws the next frame.
  const focusedAfter = (key: string, ctrlKey = false): Promise<string> =>
    page.evaluate(
      async ([name, withControl]) => {
        const options = { key: name, ctrlKey: withControl, bubbles: true, cancelable: true };
        document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", options));
        for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
        const { activeElement } = document;
        return activeElement?.getAttribute("aria-label") ?? activeElement?.tagName ?? "";
      },
      [key, ctrlKey] as const,
    );
  t.equal(await focusedAfter("?"), "DIALOG");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  t.equal(await focusedAfter("k", true), "Find a command or a chat");
  await page.keyboard.press("Escape");
  await page.route("**/accept", async (route) => {
    // The letter "e" would close the chat that is still open.
    await page.keyboard.type("He");
    await route.continue();
  });
  await page.keyboard.press("j");
  await page.locator(".chat-row:focus", { hasText: "Maria" }).waitFor();
  await page.keyboard.press("r");
  await page.locator(".composer textarea:focus").waitFor();
  await page.keyboard.type("Hello Mar");
  t.equal(await field.inputValue(), "Hello Mar");
  await state.getByText("With you").waitFor();

  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Commands and chats" }).waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.type("ia");
  t.equal(await field.inputValue(), "Hello Maria", "the next key continues at the agent's place");
  const row = page.locator("a.chat-row", { hasText: "Maria" });
  await row.focus();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("all keys");
  await page.getByRole("option", { name: /Show all keys/ }).waitFor();
  await page.keyboard.press("Enter");
  const longest = page.getByRole("dialog", { name: "Keys" }).getByRole("listitem").filter({ hasText: "waits longest" });
  t.same(await longest.locator("kbd").allInnerTexts(), ["Shift", "R"]);
  await page.keyboard.press("Escape");
  await page.locator("a.chat-row:focus", { hasText: "Maria" }).waitFor();
  await goTo(page, `#/inbox/mine/${chatId}`);
  await title.getByText("Omar").waitFor();
  t.equal(await state.innerText(), "With you");

  const take = async (words: string, group: string): Promise<void> => {
    await page.keyboard.press("Control+k");
    await page.keyboard.type(words);
    await page.getByRole("group", { name: group }).getByRole("option").first().click();
  };
  await take("wheel", "Canned replies");
  await page.locator(".composer textarea:focus").waitFor();
  t.equal(await field.inputValue(), "The wheel is on its way, Omar.");
  await take("maria", "Clients");
  await title.getByText("Maria").waitFor();
  await take("account", "Settings");
  await page.waitForURL(/#\/settings\/me$/);
});

t.test(
  "[AUTH-15] a page of another origin can neither open the desk's socket nor post, read or frame the desk",
  async (t) => {
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
      [`/api/chats/${chatId}/messages`, { type: "text", text: "Forged" }],
      [`/api/chats/${chatId}/close`, {}],
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
    const { body } = await service.call("GET", `/api/chats/${chatId}/messages`, { token });
    t.same(
      body.messages.map(({ text }) => text),
      ["Hello"],
    );
    t.equal((await service.call("GET", `/api/chats/${chatId}`, { token })).body.chat.state, "with_agent");

    await foreign.evaluate((url) => {
      const frame = document.createElement("iframe");
      frame.src = url;
      document.body.append(frame);
      return new Promise((resolve) => {
        frame.onload = resolve;
      });
    }, `${service.url}/desk/`);
    t.equal(await foreign.frameLocator("iframe").locator("#desk").count(), 0, "no page can frame the desk");
  },
);

t.test(
  "[CH-13] a desk with a frozen service shows this within 5 s, and shows no state that it cannot know",
  async (t) => {
    let isFrozen = false;
    await page.routeWebSocket(/\/ws\/desk$/, (socket) => {
      const server = socket.connectToServer();
      socket.onMessage((frame) => {
        if (!isFrozen) server.send(frame);
      });
      server.onMessage((frame) => {
        if (!isFrozen) socket.send(frame);
      });
    });
    await page.clock.install();
    await goTo(page, "#/inbox/waiting");
    await page.reload();
    const list = page.getByRole("region", { name: "Inbox" });
    await list.getByText("No client waits.").waitFor();
    isFrozen = true;
    const banner = page.locator(".banner");
    await page.clock.runFor(5_000);
    await banner.getByText(/^Not connected since /).waitFor();
    await page.locator(".own.gone").getByText("Offline").waitFor();
    await list.getByText(/^Not connected since .*: newer messages are not shown/).waitFor();
    t.equal(await page.getByText("No client waits").count(), 0);
    t.equal(await page.getByText("No open chats").count(), 0);
    await shoot(t, page, "offline");
    isFrozen = false;
    await banner.waitFor({ state: "hidden" });
    await page.locator(".own.here").getByText("Here").waitFor();
    await list.getByText("No client waits.").waitFor();
    t.same(complaints, []);
  },
);
