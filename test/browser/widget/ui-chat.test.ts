import { setImmediate } from "node:timers/promises";
import t from "tap";
import { startService } from "../../harness/service.ts";
import { step } from "../../visitors/visitor-channel.ts";
import { openBrowser } from "../browser.ts";
import { keepCallbacks, openSite, visit } from "./site.ts";
import { bubble, composer, dialog, focused, hostile, label, looking, said, shoot, shootAt } from "./ui-page.ts";

const browser = await openBrowser(t);

t.test("[WJ-43, WJ-46] a person talks with an agent with only the keyboard", async (t) => {
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
  // The chat and its messages arrive in different frames.
  await dialog(page).locator("header").getByText("Someone will be with you shortly").waitFor();
  const rate = page.getByRole("button", { name: "Rate this chat" });
  t.equal(await rate.count(), 0, "no rating before an answer");

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

  await rate.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Not good" }).waitFor();
  await composer(page).focus();
  for (let stops = 0; stops < 5; stops += 1) await page.keyboard.press("Shift+Tab");
  t.equal(await focused(page), "Good", "before it are the controls for emoji and files, and two more of the card");
  await page.keyboard.press("Space");
  await page.locator("svc-widget [aria-pressed=true]", { hasText: "Good" }).waitFor();
  await shoot(t, page, "chat");
  t.equal(await page.title(), "Shop", "no text is shown as markup");
  t.same(complaints, []);
});

t.test(
  "a text that is too long is not sent; a lost connection is shown, and the text stays after a reload",
  async (t) => {
    const service = await startService(t, looking({}));
    const site = await openSite(t, service);
    await service.enter("kim");
    const { page } = await visit(browser, site);
    await label(page).click();
    await composer(page).fill("😀".repeat(1_001));
    await page.getByText("1,001 / 1,000").waitFor();
    await composer(page).press("Enter");
    t.equal(await focused(page), "Write a message");
    t.equal((await said(page)).length, 1);
    const tall = await composer(page).evaluate(({ clientHeight }) => clientHeight);
    t.ok(tall > 100 && tall < 120, `the field grows to five lines, then it scrolls: ${tall}`);
    await composer(page).fill("Half a thought");
    t.equal(await page.getByText("/ 1,000").count(), 0);
    await page.keyboard.press("Escape");
    await page.reload();
    await label(page).click();
    t.equal(await composer(page).inputValue(), "Half a thought");
    await composer(page).dispatchEvent("keydown", { key: "Enter", isComposing: true });
    t.equal(await focused(page), "Write a message");
    t.equal((await said(page)).length, 1, "the Enter of an input method does not send");
    await service.stop();
    await page.getByText("Connection lost, trying again…").waitFor();
    t.notOk(await composer(page).isDisabled(), "the visitor can continue to write");
    await shoot(t, page, "lost");
  },
);

t.test(
  "[WJ-46] without a connection, waiting messages are marked; the end is requested once; earlier chats can be read",
  async (t) => {
    const service = await startService(t, looking({}));
    await service.enter("kim");
    const site = await openSite(t, service);
    const { page, context } = await visit(browser, site);
    await label(page).click();
    await composer(page).fill("Hello you");
    await page.keyboard.press("ArrowLeft");
    await page.getByRole("button", { name: "Emoji" }).click();
    await page.getByRole("toolbar", { name: "Emoji" }).waitFor();
    t.equal(await focused(page), "😀");
    for (const key of ["ArrowRight", "ArrowDown", "ArrowUp", "End", "Home", "ArrowRight"])
      await page.keyboard.press(key);
    await shoot(t, page, "emoji");
    await page.keyboard.press("Enter");
    t.equal(await composer(page).inputValue(), "Hello yo😃u", "the emoji is inserted at the cursor");
    t.equal(await focused(page), "Write a message");

    await context.setOffline(true);
    await page.getByText("Connection lost, trying again…").waitFor({ timeout: 3_000 });
    await page.keyboard.press("Enter");
    await page.getByText("Not sent yet").waitFor();
    await shootAt(page, "waiting");
    await context.setOffline(false);
    await page.getByText("Not sent yet").waitFor({ state: "detached" });
    await page.getByTitle("Sent", { exact: true }).waitFor();

    await step(service, "accept");
    await step(service, "messages", { type: "text", text: "It is on its way" });
    await bubble(page, "on its way").waitFor();
    await step(service, "close");
    await page.getByRole("heading", { name: "How was this chat?" }).waitFor();
    t.equal(await focused(page), "Write a message", "the focus does not move");
    await page.getByRole("button", { name: "Not good" }).click();
    await dialog(page).getByLabel("Comment (optional)").fill("Too late");
    await shoot(t, page, "rating");
    await dialog(page).locator(".cards").getByRole("button", { name: "Send", exact: true }).click();
    await page.getByText("Thank you!").waitFor();
    // The widget confirms at once, before its request has arrived.
    const token = await service.logIn("kim");
    const log = async () => JSON.stringify((await service.call("GET", "/api/chats/1/messages", { token })).body);
    while (!(await log()).includes("The client rated the chat negative: Too late")) await setImmediate();

    await page.reload();
    await label(page).click();
    await page.getByRole("button", { name: "Earlier conversations" }).waitFor();
    await page.getByRole("button", { name: "Earlier conversations" }).click();
    // The button has another name while the chats are loaded one after another.
    await page.getByRole("button", { name: /^(Earlier conversations|Loading…)$/ }).waitFor({ state: "detached" });
    t.same((await said(page)).slice(1), ["Hello yo😃u", "It is on its way"]);
    t.equal(await page.locator("svc-widget .cards").count(), 0, "the rating is requested only once");
    await shootAt(page, "earlier");
  },
);

t.test("forms that cannot be loaded show the failure, and load after a retry", async (t) => {
  const service = await startService(t, looking({}));
  const site = await openSite(t, service);
  const { page } = await visit(browser, site);
  await page.clock.install();
  await page.route("**/cards.js*", (route) => route.abort());
  await label(page).click();
  await composer(page).fill("Half a thought");
  await page.getByText("Loading…").waitFor();
  for (let tries = 0; tries < 4; tries += 1) await page.clock.runFor(70_000);
  await page.getByText("That did not work. Please try again.").waitFor();
  t.equal(await composer(page).inputValue(), "Half a thought");
  await page.unroute("**/cards.js*");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "Leave us a message" }).waitFor();
});
