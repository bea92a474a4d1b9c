import t from "tap";
import { startService } from "../../harness/service.ts";
import { password } from "../../harness/service-config.ts";
import { openBrowser, openPage } from "../browser.ts";
import { openDeskPage, shoot, untilStatus } from "./desk-page.ts";
import { acceptAs, goTo, rowOf } from "./inbox/inbox-page.ts";

const browser = await openBrowser(t);

t.test("[AUTH-15] without a login the desk shows only the login form", async (t) => {
  const service = await startService(t);
  const { page, complaints } = await openPage(browser, `${service.url}/desk/`, {});
  await page.getByRole("button", { name: "Log in" }).waitFor();
  t.equal(await page.locator(".workplace").count(), 0);
  t.same(complaints, [], "a login page logs no error");
  await page.getByLabel("E-mail").fill("kim@example.com");
  await page.getByLabel("Password").fill("not it");
  await page.keyboard.press("Enter");
  t.equal(await page.getByRole("alert").innerText(), "The e-mail or the password is wrong.");
  await shoot(t, page, "login");
  await page.getByLabel("Password").fill(password);
  await page.keyboard.press("Enter");
  await page.locator(".workplace").waitFor();
  t.equal(await page.evaluate(() => document.cookie), "", "scripts cannot read the session");
  t.equal(complaints.filter((text) => text.includes("401")).length, 1, "the only error is about the wrong password");
  t.equal(complaints.length, 1);
});

t.test(
  "[AUTH-15] an agent who logs in with a created password must choose another one before anything is shown",
  async (t) => {
    const service = await startService(t);
    const robin = { name: "Robin", email: "robin@example.com" };
    const token = await service.logIn("ada");
    const answer: { readonly body: object } = await service.call("POST", "/api/agents", { token, body: robin });
    const made = "password" in answer.body ? String(answer.body.password) : "";
    const { page, complaints } = await openPage(browser, `${service.url}/desk/`, {});
    await page.getByLabel("E-mail").fill(robin.email);
    await page.getByLabel("Password").fill(made);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Choose your own password" }).waitFor();
    await page.getByText("You are logged in as robin@example.com.").waitFor();
    await page.getByRole("button", { name: "Log out" }).click();
    await page.getByRole("button", { name: "Log in" }).waitFor();
    await page.reload();
    await page.getByLabel("E-mail").fill(robin.email);
    await page.getByLabel("Password").fill(made);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Choose your own password" }).waitFor();
    await page.reload();
    await page.getByLabel("The password made for you").fill(made);
    await page.getByLabel("New password, at least 10 characters").fill("1234567890");
    await page.keyboard.press("Enter");
    t.match(await page.getByRole("alert").innerText(), /no password that many people have/);
    t.equal(await page.locator(".workplace").count(), 0);
    await shoot(t, page, "first-password");
    await page.getByLabel("New password, at least 10 characters").fill("a password of Robin");
    await page.keyboard.press("Enter");
    await page.locator(".workplace").waitFor();
    await page.reload();
    await page.locator(".workplace").waitFor();
    t.same(
      complaints.filter((text) => !/40[01]/.test(text)),
      [],
    );
  },
);

t.test(
  "[CH-12, CH-13] the switch beside the agent's name shows whether the agent is available for clients",
  async (t) => {
    const service = await startService(t);
    const { page, complaints } = await openDeskPage(browser, service, "kim");
    const own = page.getByRole("button", { name: /^Kim:\s*Here\s*\. Open the menu$/ });
    await own.waitFor();
    await untilStatus(service, "1");
    await own.click();
    await page.getByRole("switch", { name: /Take new chats/ }).click();
    await page.getByRole("button", { name: /^Kim:\s*Away\s*\. Open the menu$/ }).waitFor();
    await untilStatus(service, "0");
    await shoot(t, page, "own-menu");
    await page.keyboard.press("Escape");
    await page.keyboard.press("g");
    await page.keyboard.press("v");
    await own.waitFor();
    await own.click();
    await page.getByRole("button", { name: "Log out" }).click();
    await page.getByRole("button", { name: "Log in" }).waitFor();
    t.equal(await service.status(), "0", "the channel is offline when the logout is answered");
    t.same(complaints, []);
  },
);

t.test("every action is found by its name, and every key is in a list", async (t) => {
  const service = await startService(t);
  const { page } = await openDeskPage(browser, service, "kim");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("arch");
  await page.getByRole("option", { name: /Go to archive/ }).waitFor();
  await shoot(t, page, "palette");
  await page.keyboard.press("Enter");
  await page.waitForURL(/#\/archive$/);
  t.equal(await page.getByRole("dialog").count(), 0);
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keys" }).waitFor();
  await shoot(t, page, "keys");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.keyboard.press("g");
  await page.keyboard.press("i");
  await page.waitForURL(/#\/inbox/);
});

t.test("keys in quick succession apply to the result of the key before", async (t) => {
  const service = await startService(t);
  await service.say({ id: "7", name: "Maria" }, "Hello");
  await service.say({ id: "8", name: "Omar" }, "Hello");
  const chatId = await acceptAs(service, "kim", "Omar");
  const { page } = await openDeskPage(browser, service, "kim", `#/inbox/all/${chatId}`);
  await rowOf(page, "Maria").waitFor();
  await page.locator(".chat-header h1", { hasText: "Omar" }).waitFor();
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
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.route("**/accept", async (route) => {
    // The letter "e" would close the chat that is still open.
    await page.keyboard.type("He");
    await route.continue();
  });
  t.equal(await focusedAfter("k", true), "Find a command or a chat");
  await page.keyboard.press("Escape");
  await page.keyboard.press("j");
  await page.locator(".chat-row:focus", { hasText: "Maria" }).waitFor();
  await page.keyboard.press("r");
  await page.locator(".composer textarea:focus").waitFor();
  await page.keyboard.type("Hello Maria");
  t.equal(await page.locator(".composer textarea").inputValue(), "Hello Maria");
  await page.locator(".chat-header .state", { hasText: "With you" }).waitFor();
  await goTo(page, `#/inbox/mine/${chatId}`);
  await page.locator(".chat-header h1", { hasText: "Omar" }).waitFor();
  t.equal(await page.locator(".chat-header .state").innerText(), "With you");
});

t.test("a dialog returns the focus to its earlier place", async (t) => {
  const service = await startService(t);
  await service.say({ id: "7", name: "Maria" }, "Hello");
  const chatId = await acceptAs(service, "kim", "Maria");
  const { page } = await openDeskPage(browser, service, "kim", `#/inbox/mine/${chatId}`);
  const focused = (): Promise<string> =>
    page.evaluate("document.activeElement.getAttribute('aria-label') ?? document.activeElement.tagName");
  const field = page.locator(".composer textarea");
  await field.fill("Hello Mar");
  const label = await focused();
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Commands and chats" }).waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.type("ia");
  t.equal(await field.inputValue(), "Hello Maria", "the next key continues at the agent's place");
  t.equal(await focused(), label);
  const row = page.locator("a.chat-row", { hasText: "Maria" });
  await row.focus();
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keys" }).waitFor();
  await page.keyboard.press("Escape");
  await page.locator("a.chat-row:focus", { hasText: "Maria" }).waitFor();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("all keys");
  await page.getByRole("option", { name: /Show all keys/ }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Keys" }).waitFor();
  await page.keyboard.press("Escape");
  await page.locator("a.chat-row:focus", { hasText: "Maria" }).waitFor();
});

t.test("an unknown address leads to the inbox, not to an empty page", async (t) => {
  const service = await startService(t);
  const { page, complaints } = await openDeskPage(browser, service, "kim");
  const here = page.locator('.rail [aria-current="page"]');
  await goTo(page, "#/deliveries");
  await page.locator('nav [aria-current="page"][href="#/deliveries"]').waitFor();
  await goTo(page, "#/nowhere/1?what=2");
  await page.getByRole("region", { name: "Inbox" }).waitFor();
  t.equal(await here.getAttribute("href"), "#/inbox");
  t.same(complaints, []);
});

t.test("the desk can be installed as an application", async (t) => {
  const service = await startService(t);
  const { page, context } = await openDeskPage(browser, service, "kim");
  const devtools = await context.newCDPSession(page);
  const { errors, data = "{}" } = await devtools.send("Page.getAppManifest");
  t.same(errors, []);
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
});

t.test(
  "[CH-13] a desk with a frozen service shows this within 5 s, and shows no state that it cannot know",
  async (t) => {
    const service = await startService(t);
    const { page, complaints } = await openDeskPage(browser, service, "kim", "#/inbox/waiting");
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
    t.equal(await page.getByText("No chats yet").count(), 0);
    await shoot(t, page, "offline");
    isFrozen = false;
    await banner.waitFor({ state: "hidden" });
    await page.locator(".own.here").getByText("Here").waitFor();
    await list.getByText("No client waits.").waitFor();
    t.same(complaints, []);
  },
);

t.test(
  "a disk that becomes full is shown to administrators first, then to everybody, until there is room again",
  async (t) => {
    const space = { freeBytes: 2 ** 40, totalBytes: 2 ** 42 };
    const disk = { latest: space, close: async () => undefined };
    const service = await startService(t, { disk });
    const ada = await openDeskPage(browser, service, "ada", "#/inbox/waiting");
    const kim = await openDeskPage(browser, service, "kim", "#/inbox/waiting");
    const noticeOf = ({ page }: typeof ada) => page.getByRole("status").filter({ hasText: "disk" });
    for (const opened of [ada, kim]) await opened.page.getByText("No client waits.").waitFor();
    const fill = async (freeBytes: number): Promise<void> => {
      space.freeBytes = freeBytes;
      await service.pass(3_000);
    };
    await fill(1.5 * 2 ** 30);
    await noticeOf(ada).getByText("The service's disk is getting full. Nothing is refused yet.").waitFor();
    t.equal(await noticeOf(ada).locator("span").innerText(), filesNext);
    await fill(2 ** 30 - 1);
    await noticeOf(ada).getByText("The service's disk is nearly full: files are refused.").waitFor();
    await noticeOf(kim).getByText("What you write is sent. Inform an administrator.").waitFor();
    await shoot(t, ada.page, "disk-files");
    await fill(2 ** 26 - 1);
    for (const opened of [ada, kim])
      await noticeOf(opened)
        .getByText("The service's disk is nearly full: files and messages from clients are refused.")
        .waitFor();
    await shoot(t, kim.page, "disk-agent");
    await fill(2 ** 40);
    for (const opened of [ada, kim]) await noticeOf(opened).waitFor({ state: "detached" });
    t.same([...ada.complaints, ...kim.complaints], []);
  },
);

const filesNext = "With less than 1.1 GB free, files are refused. Free space before that.";
