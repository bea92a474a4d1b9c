import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import t from "tap";
import { openCustomerSystem } from "../../../src/demo/cast/customer-system.ts";
import { openBrowser, openPage } from "../../browser/browser.ts";
import { sizes } from "../../browser/views.ts";
import { ServiceProcess } from "../../system/harness/service/process.ts";

const administrator = {
  id: 1,
  name: "Robin",
  email: "robin@example.com",
  password: "a password of Robin",
  role: "admin",
};

const mailboxFull = { status: 200, body: { error: { code: "mailbox_full", message: "Mailbox is full" } } } as const;

t.test(
  "[CH-01, CH-02, CH-10, DEL-04, DEL-05, DEL-12, DEL-17] a newcomer creates a channel, connects a customer system, answers a chat, sees a failed message and sends it again",
  async (t) => {
    const folder = await mkdtemp(join(tmpdir(), "parley-newcomer-"));
    const configFile = join(folder, "config.json");
    const outbound = { allow: ["127.0.0.0/8"], allowHttp: true };
    await writeFile(configFile, JSON.stringify({ agents: [administrator], outbound }));
    const life = new ServiceProcess(["--config", configFile, "--data", join(folder, "data"), "--port", "0"], {});
    t.teardown(async () => {
      await life.kill();
      await rm(folder, { recursive: true, force: true });
    });
    const url = await life.ready();
    let isFull = false;
    const shop = await openCustomerSystem(t, (_text, { type }) => [isFull && type === "text" ? mailboxFull : "ok"]);
    const browser = await openBrowser(t);

    const { page, complaints } = await openPage(browser, url, { viewport: sizes.wide });
    await page.getByLabel("E-mail").fill(administrator.email);
    await page.getByLabel("Password").fill(administrator.password);
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByRole("link", { name: "Add channels" }).click();
    await page.getByRole("link", { name: "Connect Chat API" }).click();
    await page.getByLabel("Channel name").fill("Sample shop");
    await page.getByRole("textbox", { name: "Webhook server URL" }).fill(shop.url);
    await page.getByLabel("Robin").check();
    await page.getByRole("button", { name: "Connect" }).click();
    const endpoint = await page.getByLabel("Endpoint URL", { exact: true }).inputValue();
    t.ok(endpoint.startsWith(`${url}/chat-api/`));

    t.equal(await (await fetch(`${endpoint}/status`)).text(), "1");
    const sender = { id: "guest-1", name: "Guest 1" };
    const body = JSON.stringify({ sender, message: { type: "text", text: "Do you have red shoes?" } });
    t.equal((await fetch(endpoint, { method: "POST", body })).status, 200);
    await page.locator(".rail").getByRole("link", { name: "Inbox" }).click();
    await page
      .getByRole("link", { name: /Guest 1/ })
      .first()
      .click();
    await page.getByText("Do you have red shoes?").last().waitFor();
    await page.locator(".chat-header").getByRole("button", { name: "Reply" }).click();
    await page.locator(".composer textarea").fill("Yes, in all sizes.");
    await page.keyboard.press("Enter");
    await shop.untilRequest("Yes, in all sizes.", 1);

    isFull = true;
    await page.locator(".composer textarea").fill("Which size do you need?");
    await page.keyboard.press("Enter");
    const refused = page.locator("[data-seq]").filter({ hasText: "Which size do you need?" });
    await refused.getByText("Not delivered: Mailbox is full").waitFor({ timeout: 20_000 });
    const attempts = shop.requestsOf("Which size do you need?").length;
    t.equal(attempts, 3);
    isFull = false;
    await refused.getByRole("button", { name: "Send again" }).click();
    await shop.untilRequest("Which size do you need?", attempts + 1);
    await refused.getByText("Not delivered").waitFor({ state: "detached" });
    t.same(complaints, []);
  },
);
