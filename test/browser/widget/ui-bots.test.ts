import t from "tap";
import { botSays, botTakes } from "../../desk/bots/bot-of.ts";
import { startService } from "../../harness/service.ts";
import { bot } from "../../harness/service-config.ts";
import { asWidget, widget } from "../../visitors/visitor-channel.ts";
import { openBrowser } from "../browser.ts";
import { openSite, visit } from "./site.ts";
import { bubble, composer, dialog, hostile, label, said, shoot } from "./ui-page.ts";

const browser = await openBrowser(t);

t.test("[BOT-36, BOT-37, BOT-40, BOT-42, BOT-46] what a bot says, its buttons and the way to a person", async (t) => {
  const service = await startService(t, {
    limits: { botPerSecond: 10_000, botBurst: 10_000 },
    channels: asWidget({ webhooks: null, bot, widget: { ...widget, contactsForm: false } }),
  });
  await service.enter("kim");
  const site = await openSite(t, service);
  const { page, complaints } = await visit(browser, site);
  await label(page).click();
  await composer(page).fill("Hi");
  await composer(page).press("Enter");
  await page.getByTitle("Sent", { exact: true }).waitFor();
  await botTakes(service);
  await botSays(service, "1", { type: "TEXT", text: `${hostile} https://a.example` });
  const markdown = `**bold** _lean_ [go](https://shop.example.com) [no](javascript:alert(1)) ${hostile}`;
  await botSays(service, "1", { type: "MARKDOWN", content: markdown });
  const buttons = ["Track", hostile.slice(0, 40), "Return"].map((text, id) => ({ text, id }));
  await botSays(service, "1", { type: "BUTTONS", title: "What next?", text: "", buttons });
  await bubble(page, "What next?").waitFor();
  t.equal((await said(page))[2], `${hostile} https://a.example`, "text is text");
  t.equal(await bubble(page, "https://a.example").getByRole("link").count(), 0);
  const styled = bubble(page, "bold lean go");
  t.same(await styled.locator("b").allInnerTexts(), ["bold", "not"]);
  t.same(await styled.locator("i").allInnerTexts(), ["lean"]);
  t.same(await styled.getByRole("link").allInnerTexts(), ["go"]);
  t.match(await styled.innerText(), "<b>bold</b>");
  t.match(await dialog(page).locator("header").innerText(), /Robin\s+Automatic assistant/);
  await shoot(t, page, "bot");

  await page.getByRole("button", { name: "Track" }).click();
  await bubble(page, "Track").waitFor();
  await page.getByRole("button", { name: "Track" }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Talk to a person" }).click();
  await page.getByText("Someone will be with you shortly").waitFor();
  t.equal(await page.getByRole("button", { name: "Talk to a person" }).count(), 0);
  t.equal(await page.title(), "Shop");
  t.same(complaints, []);
});
