import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import t from "tap";
import { openShop } from "../../../src/demo/cast/shop/shop-pages.ts";
import { createChannels } from "../../../src/demo/demo.ts";
import { shopChannel } from "../../../src/demo/demo-config.ts";
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

/** Whether the sample shop refuses what agents write; its page tells the shop. */
const setFull = async (shop: Page, isFull: boolean): Promise<void> => {
  const told = shop.waitForResponse(/\/mailbox$/);
  await shop.getByLabel(/My mailbox is full/).setChecked(isFull);
  await told;
};

/** The messages that a customer of the sample shop writes and reads. */
const write = async (shop: Page, text: string): Promise<void> => {
  await shop.getByLabel("Your message").fill(text);
  await shop.keyboard.press("Enter");
};

t.test(
  "[CH-01, CH-02, CH-10, DEL-04, DEL-05, DEL-12, DEL-17] a newcomer creates a channel, connects the sample shop, answers a chat, sees a failed message and sends it again",
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
    const channels = createChannels({ url, whenReady: async () => undefined }, () => "");
    const shopSystem = await openShop(t, channels, shopChannel);
    const browser = await openBrowser(t);

    const { page, complaints } = await openPage(browser, url, { viewport: sizes.wide });
    await page.getByLabel("E-mail").fill(administrator.email);
    await page.getByLabel("Password").fill(administrator.password);
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByRole("link", { name: "Add channels" }).click();
    await page.getByRole("link", { name: "Connect Chat API" }).click();
    await page.getByLabel("Channel name").fill("Sample shop");
    const { page: shop } = await openPage(browser, `${shopSystem.origin}/connect`, { viewport: sizes.middle });
    const webhookUrl = await shop.getByRole("textbox").first().inputValue();
    await page.getByRole("textbox", { name: "Webhook server URL" }).fill(webhookUrl);
    await page.getByLabel("Robin").check();
    await page.getByRole("button", { name: "Connect" }).click();
    const endpoint = await page.getByLabel("Endpoint URL", { exact: true }).inputValue();
    t.ok(endpoint.startsWith(`${url}/chat-api/`));

    await shop.getByLabel(/endpoint URL that the desk shows/).fill(endpoint);
    await shop.getByRole("button", { name: "Connect and write as a customer" }).click();
    await shop.getByText("Online, answers at once").waitFor();
    await write(shop, "Do you have red shoes?");
    await page.locator(".rail").getByRole("link", { name: "Inbox" }).click();
    await page
      .getByRole("link", { name: /Guest 1/ })
      .first()
      .click();
    await page.getByText("Do you have red shoes?").last().waitFor();
    await page.locator(".chat-header").getByRole("button", { name: "Reply" }).click();
    await page.locator(".composer textarea").fill("Yes, in all sizes.");
    await page.keyboard.press("Enter");
    await shop.getByText("Yes, in all sizes.").waitFor();

    await setFull(shop, true);
    await page.locator(".composer textarea").fill("Which size do you need?");
    await page.keyboard.press("Enter");
    const refused = page.locator("[data-seq]").filter({ hasText: "Which size do you need?" });
    await refused.getByText("Not delivered: Mailbox is full").waitFor({ timeout: 20_000 });
    t.equal(await shop.getByText("Which size do you need?").count(), 0);
    await setFull(shop, false);
    await refused.getByRole("button", { name: "Send again" }).click();
    await shop.getByText("Which size do you need?").waitFor();
    await refused.getByText("Not delivered").waitFor({ state: "detached" });
    t.same(complaints, []);
  },
);
