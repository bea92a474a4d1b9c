import t from "tap";
import { startService } from "../../harness/service.ts";
import { step } from "../../visitors/visitor-channel.ts";
import { openBrowser } from "../browser.ts";
import { keepCallbacks, openSite, visit } from "./site.ts";
import { bubble, composer, dialog, focused, hostile, label, looking, said, shoot } from "./ui-page.ts";

const browser = await openBrowser(t);

t.test("[WJ-43, WJ-46] a person talks with an agent by the keyboard alone", async (t) => {
  const service = await startService(t, looking({}));
  await service.enter("kim");
  const site = await openSite(t, service, { script: keepCallbacks });
  const { page, complaints } = await visit(browser, site);
  await shoot(t, page, "label");
  await page.keyboard.press("Tab");
  t.equal(await focused(page), "Open chat");
  await page.keyboard.press("Enter");
  await dialog(page).waitFor();
  t.equal(await focused(page), "Write a message");
  await shoot(t, page, "empty");
  await page.keyboard.type(" ");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("Is my order");
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.type("on its <b>way</b>?");
  await page.keyboard.press("Enter");
  await page.getByTitle("Sent", { exact: true }).waitFor();
  t.same((await said(page)).slice(1), ["Is my order\non its <b>way</b>?"], "a blank text is not sent");
  t.equal(await composer(page).inputValue(), "");
  t.equal(await focused(page), "Write a message", "the focus stays");
  t.match(await dialog(page).locator("header").innerText(), "Someone will be with you shortly");
  t.equal(await page.getByText("How is this chat going?").count(), 0, "no rating before an answer");

  await step(service, "accept");
  await step(service, "messages", { type: "text", text: `${hostile} https://shop.example.com/a?b=1, see` });
  await bubble(page, "https://shop.example.com").waitFor();
  t.match(await dialog(page).locator("header").innerText(), /Kim\s+Here to help/);
  const link = bubble(page, "https://shop").getByRole("link");
  t.same(await link.evaluateAll((all) => all.map((a) => [a.getAttribute("href"), a.getAttribute("rel")])), [
    ["https://shop.example.com/a?b=1", "noopener noreferrer"],
  ]);
  await step(service, "typing", { type: "typein" });
  await page.getByText("Kim is typing").waitFor({ state: "attached" });

  await composer(page).focus();
  for (let stops = 0; stops < 3; stops += 1) await page.keyboard.press("Shift+Tab");
  t.equal(await focused(page), "Good", "before it come the file and the other answer");
  await page.keyboard.press("Space");
  await page.locator("svc-widget [aria-pressed=true]", { hasText: "Good" }).waitFor();
  await shoot(t, page, "chat");
  t.equal(await page.title(), "Shop", "no text became markup");
  t.same(complaints, []);
});

t.test("what is too long is not sent; a lost link is told, and the text stays across a reload", async (t) => {
  const service = await startService(t, looking({}));
  const site = await openSite(t, service);
  await service.enter("kim");
  const { page } = await visit(browser, site);
  await label(page).click();
  await composer(page).fill("😀".repeat(1_001));
  await page.getByText("1,001 / 1,000").waitFor();
  await composer(page).press("Enter");
  t.equal((await said(page)).length, 1);
  const tall = await composer(page).evaluate(({ clientHeight }) => clientHeight);
  t.ok(tall > 100 && tall < 120, `five lines, then it scrolls: ${tall}`);
  await composer(page).fill("Half a thought");
  t.equal(await page.getByText("/ 1,000").count(), 0);
  await page.keyboard.press("Escape");
  await page.reload();
  await label(page).click();
  t.equal(await composer(page).inputValue(), "Half a thought");
  await composer(page).dispatchEvent("keydown", { key: "Enter", isComposing: true });
  t.equal((await said(page)).length, 1, "the Enter of an input method does not send");
  await service.stop();
  await page.getByText("Connection lost, trying again…").waitFor();
  t.notOk(await composer(page).isDisabled(), "one can write on");
  await shoot(t, page, "lost");
});
