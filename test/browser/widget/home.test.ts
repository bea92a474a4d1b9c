import t from "tap";
import { startService } from "../../harness/service.ts";
import { bot } from "../../harness/service-config.ts";
import { asWidget, step, widget } from "../../visitors/visitor-channel.ts";
import { openBrowser } from "../browser.ts";
import { keepCallbacks, openSite, visit } from "./site.ts";
import { bubble, composer, dialog, focused, label, shoot } from "./ui-page.ts";

const browser = await openBrowser(t);
const home = { ...widget, home: true, contactsForm: false };

t.test("[WJ-57] the home shows the agents and the last conversations, and leads to each of them", async (t) => {
  const service = await startService(t, { channels: asWidget({ webhooks: null, widget: home }) });
  await service.enter("kim");
  const site = await openSite(t, service, { script: keepCallbacks });
  const { page, complaints } = await visit(browser, site);
  await label(page).click();
  await dialog(page).getByRole("heading", { name: "Hello! How can we help you?" }).waitFor();
  // Who answers is there to read, and said with the button that has the focus.
  t.equal(await focused(page), "Write a message");
  const write = dialog(page).getByRole("button", { name: "Write a message", description: "Kim" });
  await write.and(page.locator(":focus")).waitFor();
  await dialog(page).getByText("Kim", { exact: true }).waitFor();
  t.equal(await composer(page).count(), 0);
  t.equal(await dialog(page).getByRole("heading", { name: "Earlier conversations" }).count(), 0);
  t.same(await page.evaluate("heard.filter(([name]) => name === 'svc_onChangeState')"), [
    ["svc_onChangeState", "chat"],
  ]);
  await dialog(page).getByRole("button", { name: "Write a message" }).click();
  t.equal(await focused(page), "Write a message");
  await page.getByRole("button", { name: "Back", exact: true }).click();
  await dialog(page).getByRole("button", { name: "Write a message" }).click();
  for (const [chat, text] of ["First", "Second"].entries()) {
    await composer(page).fill(text);
    await composer(page).press("Enter");
    await bubble(page, text).waitFor();
    await page.getByTitle("Sent", { exact: true }).nth(chat).waitFor();
    await step(service, "close", {}, { chat: chat + 1 });
    await dialog(page).getByText("The chat has ended").nth(chat).waitFor();
  }
  await page.reload();
  await label(page).click();
  const rows = dialog(page).getByRole("listitem");
  await rows.nth(1).waitFor();
  t.same(
    (await rows.allInnerTexts()).map((text) => text.split("\n")[0]),
    ["Second", "First"],
    "the newest comes first",
  );
  await shoot(t, page, "home");
  t.equal(await focused(page), "Write a message");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  t.match(await focused(page), /^First/, "no face is a stop between the button and the rows");
  await page.keyboard.press("Enter");
  await bubble(page, "First").waitFor();
  t.same(complaints, []);
  const arabic = await visit(browser, site, { locale: "ar" });
  await label(arabic.page).click();
  const name = await dialog(arabic.page).getByText("Kim", { exact: true }).boundingBox();
  const face = await dialog(arabic.page).locator(".faces .face").boundingBox();
  t.ok((name?.x ?? 0) + (name?.width ?? 0) < (face?.x ?? 0), "from right to left the name is beside the face");
});

t.test("[WJ-57] the home offers what to say to the bot; an invitation of the page is shown at once", async (t) => {
  const suggestions = ["Where is my order?", "Prices"];
  const service = await startService(t, {
    channels: asWidget({ webhooks: null, bot, widget: { ...home, suggestions } }),
  });
  const site = await openSite(t, service);
  const { page } = await visit(browser, site);
  await label(page).click();
  await dialog(page).getByText("We are offline").waitFor();
  await dialog(page).getByRole("button", { name: "Prices" }).waitFor();
  await shoot(t, page, "home-bot");
  await dialog(page).getByRole("button", { name: "Prices" }).click();
  await bubble(page, "Prices").waitFor();
  const other = await visit(browser, site);
  await other.page.evaluate("svc_api.showProactiveInvitation('Shall we help?')");
  await bubble(other.page, "Shall we help?").waitFor();
});
