import { readFileSync } from "node:fs";
import type { Test } from "tap";
import t from "tap";
import { createManualClock } from "../../../edge/manual-clock.ts";
import type { Service } from "../../../harness/service.ts";
import { startService } from "../../../harness/service.ts";
import { enterVisitor } from "../../../harness/visitor-client.ts";
import { openBrowser, untilFocused } from "../../browser.ts";
import { openDeskPage, shoot } from "../desk-page.ts";
import { fact, hostile, panel, part, shootPanel, startWithWidget, step, visitorHeaders } from "./client-world.ts";

const browser = await openBrowser(t);
const start = (test: Test) => startService(test, { clock: createManualClock(Date.now()) });

t.test("[CH-27, CH-28, CH-29, CH-30, WJ-13] the newest data of a customer is shown, and only as text", async (t) => {
  const service = await start(t);
  await service.say("7", "Hello");
  const { page, complaints } = await openDeskPage(browser, service, "kim", "#/inbox/waiting/1");
  await panel(page).getByRole("heading", { name: "Anonymous" }).waitFor();
  t.match(await panel(page).innerText(), "Visitor 1, first chat");
  t.equal(await fact(page, "Customer id").innerText(), "7");
  const icon = `${service.url}/files/t/icon.png`;
  await page.route(icon, (route) =>
    route.fulfill({ contentType: "image/svg+xml", body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
  );
  await service.say(
    { id: "7", name: hostile, email: "tom@mailbox.example", phone: "+44 20 7946 0181", photo: icon },
    "It is me",
  );
  await panel(page).getByRole("heading", { name: hostile }).waitFor();
  await panel(page).locator(".avatar img").waitFor();
  t.equal(await panel(page).locator("b").count(), 0, "markup is shown as text");
  const links = await part(page, "Contacts")
    .getByRole("link")
    .evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  t.same(links, ["mailto:tom@mailbox.example", "tel:+442079460181"]);
  // Initials are also shown before the picture is loaded, and the pictures of the list and the header are loaded first.
  await page.evaluate(() => {
    document.addEventListener(
      "error",
      ({ target }) => {
        if (target instanceof Element && target.closest(".client-head")) document.body.dataset["refused"] = "true";
      },
      true,
    );
  });
  await service.say({ id: "7", name: "Tomas Berg", photo: "http://127.0.0.1:1/none.png" }, "Again");
  await panel(page).getByRole("heading", { name: "Tomas Berg" }).waitFor();
  await page.locator("body[data-refused]").waitFor();
  await panel(page).locator(".avatar", { hasText: "TB" }).waitFor();
  t.equal(await panel(page).locator(".avatar img").count(), 0, "initials replace a picture that cannot be loaded");
  t.equal(links.length, await part(page, "Contacts").getByRole("link").count(), "data that is missing later is kept");
  t.same(
    complaints.filter((text) => !text.includes("Failed to load resource")),
    [],
  );
});

t.test(
  "[CH-28, WJ-14, WJ-15] contacts are corrected in their place; new data of the client does not overwrite the correction",
  async (t) => {
    const service = await startWithWidget(t);
    const { page: visitor } = await enterVisitor(t, service, {}, { headers: visitorHeaders });
    await visitor.ask({ type: "message", text: "Hello" });
    const { page, complaints } = await openDeskPage(browser, service, "kim", "#/inbox/waiting/1");
    const contacts = part(page, "Contacts");
    await contacts.getByRole("button", { name: "Add e-mail" }).press("Enter");
    await page.keyboard.type("tom@");
    await visitor.ask({
      type: "contact",
      name: "Tom",
      email: "tomas@web.example",
      phone: "020 7946 0181",
      description: "Since spring",
    });
    await contacts.getByText("Changed meanwhile: tomas@web.example").waitFor();
    t.equal(await contacts.getByLabel("E-mail").inputValue(), "tom@", "the typed text stays");
    await contacts.getByText("Since spring").waitFor();
    await page.keyboard.type(`mailbox.example`);
    await shoot(t, page, "client-contact");
    await page.reload();
    t.equal(await contacts.getByLabel("E-mail").inputValue(), "tom@mailbox.example", "a draft remains after a reload");
    await contacts.getByLabel("E-mail").press("Enter");
    await contacts.getByRole("link", { name: "tom@mailbox.example" }).waitFor();
    t.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "Change e-mail");
    const { body } = await service.call("GET", "/api/chats/1", { token: await service.logIn("kim") });
    t.match(body.chat.client, { name: "Tom", email: "tom@mailbox.example", phone: "020 7946 0181" });

    await contacts.getByRole("button", { name: "Change phone" }).click();
    await page.keyboard.type("5".repeat(256));
    await page.keyboard.press("Enter");
    const error = contacts.getByRole("alert");
    await error.waitFor();
    t.match(await error.innerText(), "Use 255 characters at most.");
    t.equal(await contacts.getByLabel("Phone").getAttribute("aria-invalid"), "true");
    await page.keyboard.press("Escape");
    await contacts.getByRole("link", { name: "020 7946 0181" }).waitFor();

    await contacts.getByRole("button", { name: "Change description" }).click();
    await page.keyboard.type(`${hostile}`);
    await page.keyboard.press("Enter");
    await page.keyboard.type("Second line");
    await page.keyboard.press("Control+Enter");
    // While the form saves, it may show the same text as a note about a change by somebody else.
    await contacts.getByRole("button", { name: "Change description" }).waitFor();
    t.match(await contacts.innerText(), `${hostile}\nSecond line`);
    t.same(
      complaints.filter((text) => !text.includes("400")),
      [],
    );
  },
);

t.test(
  "[CH-32, WJ-05, WJ-24] the page, the campaign, the place and the device are shown, but never the token",
  async (t) => {
    const service = await startWithWidget(t);
    const first = "https://shop.example.com/wheels?utm_source=news&utm_campaign=%3Cb%3Espring%3C/b%3E";
    const { page: visitor } = await enterVisitor(
      t,
      service,
      { page: { url: first, title: "Wheels" }, userToken: "s3cr3t-t0k3n" },
      { headers: visitorHeaders },
    );
    await visitor.ask({ type: "message", text: "Hello" });
    const frames: string[] = [];
    const { page, complaints } = await openDeskPage(browser, service, "kim", "#/inbox/waiting/1");
    page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => frames.push(String(payload))));
    await page.reload();
    await panel(page).getByRole("link", { name: "Wheels" }).waitFor();
    t.match(await fact(page, "Page now").innerText(), "From the page");
    await visitor.ask({ type: "page", url: "https://shop.example.com/cart", title: hostile });
    await fact(page, "First page").getByRole("link", { name: "Wheels" }).waitFor();
    const now = fact(page, "Page now").getByRole("link");
    t.equal(await now.innerText(), hostile);
    t.same(
      await now.evaluate((link) => [link.getAttribute("href"), link.getAttribute("target"), link.getAttribute("rel")]),
      ["https://shop.example.com/cart", "_blank", "noopener noreferrer"],
    );
    t.equal(await fact(page, "Campaign").innerText(), "<b>spring</b>");
    t.equal(await fact(page, "Place").innerText(), "London, England, United Kingdom");
    t.match(await fact(page, "Time there").innerText(), /\d{1,2}:\d{2}/);
    t.equal(await fact(page, "Device").innerText(), "Edge 141, Windows");
    t.equal(await fact(page, "Device").locator("span").getAttribute("title"), visitorHeaders["user-agent"]);
    t.equal(await fact(page, "IP address").innerText(), "203.0.113.58");
    await shootPanel(t, page, "client-visit");
    t.notMatch(await page.content(), "s3cr3t");
    t.ok(frames.length > 0);
    t.notMatch(frames.join(), "s3cr3t", "the token is not even sent to the page");
    t.same(complaints, []);
  },
);

t.test(
  "[WJ-46, WH-20] the rating is shown; a client is added to the blacklist after a question, and removed from it",
  async (t) => {
    const service = await startWithWidget(t);
    const { page: visitor } = await enterVisitor(t, service);
    await visitor.ask({ type: "message", text: "Hello" });
    await step(service, "1", "accept");
    await step(service, "1", "messages", { type: "text", text: "Hi" });
    const { page, complaints } = await openDeskPage(browser, service, "kim", "#/inbox/mine/1");
    const put = panel(page).getByRole("button", { name: "Put on the blacklist" });
    await put.waitFor();
    t.notMatch(await panel(page).innerText(), "Rated");
    await visitor.ask({ type: "rate", value: "negative" });
    await panel(page).getByText("Rated negative").waitFor();
    await visitor.ask({ type: "rate", value: "positive" });
    await panel(page).getByText("Rated positive").waitFor();
    await put.press("Enter");
    await page.getByRole("dialog", { name: /blacklist/ }).waitFor();
    await page.keyboard.press("Escape");
    t.notMatch(await panel(page).innerText(), "On the blacklist");
    await put.click();
    await shoot(t, page, "client-blacklist");
    await step(service, "1", "blacklist", { value: true });
    const isOn = panel(page).getByText("On the blacklist", { exact: true });
    await isOn.waitFor();
    // Another agent was faster. The question stays the same, and the answer changes nothing.
    await page.getByRole("dialog").getByRole("button", { name: "Put on the blacklist" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    t.ok(await isOn.isVisible());
    await panel(page).getByRole("button", { name: "Take off the blacklist" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Take off the blacklist" }).click();
    await put.waitFor();
    t.same(complaints, []);
  },
);

t.test("[CH-23, WJ-13] a returning client has the earlier chats, and each can be read", async (t) => {
  const service = await start(t);
  for (const text of ["The first time", hostile]) {
    await service.say({ id: "7", name: "Tom" }, text);
    const id = String(text === hostile ? 2 : 1);
    await step(service, id, "accept");
    await step(service, id, "close");
  }
  await service.say("7", "Here again");
  const { page, complaints } = await openDeskPage(browser, service, "kim", "#/inbox/waiting/3");
  await panel(page).getByText("Visitor 1, 3 chats").waitFor();
  const others = panel(page).getByRole("region", { name: "Other chats of this client" });
  await others.getByText("The first time").waitFor();
  t.equal(await others.getByRole("link").count(), 2, "the open chat is not in the list");
  t.match(await others.getByRole("link").first().innerText(), hostile);
  t.match(await others.getByRole("link").first().innerText(), "Kim");
  await others.getByRole("link", { name: /The first time/ }).press("Enter");
  await page.waitForURL(/#\/archive\/1$/);
  await page
    .getByRole("main", { name: /Chat with Tom/ })
    .getByText("The first time")
    .waitFor();
  await panel(page).getByText("Open now").waitFor();
  t.equal(
    await panel(page)
      .getByRole("button", { name: /Change|Add|blacklist/ })
      .count(),
    0,
    "a closed chat is read-only",
  );
  t.same(complaints, []);
});

t.test(
  "an administrator exports all data of a client and then erases them; an agent sees neither button",
  async (t) => {
    const service = await start(t);
    await service.say({ id: "7/a", name: hostile }, "My number is 555");
    await step(service, "1", "accept");
    await step(service, "1", "messages", { type: "text", text: "Noted" });
    service.attempts.at(-1)?.answer();
    await step(service, "1", "close");
    await service.say({ id: "7/a", name: hostile }, "Here again");
    const kim = await openDeskPage(browser, service, "kim", "#/inbox/waiting/2");
    await panel(kim.page).getByRole("heading", { name: hostile }).waitFor();
    t.equal(await part(kim.page, "Personal data").count(), 0);

    const { page, complaints } = await openDeskPage(browser, service, "ada", "#/archive/1");
    const data = part(page, "Personal data");
    await data.waitFor();
    // Lets the page save with a Blob, because a test cannot press the button of the browser's own dialog.
    await page.evaluate("delete Object.getPrototypeOf(window).showSaveFilePicker, delete window.showSaveFilePicker");
    await shootPanel(t, page, "client-data");
    const download = page.waitForEvent("download");
    await data.getByRole("button", { name: "Export data" }).press("Enter");
    const file = await download;
    t.equal(file.suggestedFilename(), "client-7-a.json");
    const { client, entries } = JSON.parse(readFileSync(await file.path(), "utf8"));
    t.match(client, { id: "7/a", name: hostile, chatsCount: 2 });
    t.match(JSON.stringify(entries), /My number is 555.*Here again/s);
    await page.getByText("All data of visitor 1 were exported.").waitFor();

    await data.getByRole("button", { name: "Erase…" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: `Erase all data of ${hostile}?` });
    const name = dialog.getByLabel("Type the client's name or id to continue");
    await untilFocused(name);
    await page.keyboard.type("7/b");
    await page.keyboard.press("Enter");
    await dialog.getByText("This is not the client's name or id.").waitFor();
    await shoot(t, page, "client-erase");
    t.equal(await page.locator("dialog b img").count(), 0, "a name is shown as text");
    await name.fill("7/A ");
    const requests = /\/api\/clients\//;
    await page.route(requests, (route) => route.fulfill({ status: 503, json: unavailable }));
    await page.keyboard.press("Enter");
    await dialog.getByText("Nothing was erased. Try again in a moment.").waitFor();
    // The option `times` would remove the route, and so the interception, while the page may still read the response.
    await page.unroute(requests);
    await page.keyboard.press("Enter");
    await kim.page.getByText("There is no such chat, or it is not for you.").waitFor();
    const going = page.getByRole("dialog", { name: "Erasing…" });
    const end = page.getByRole("dialog", { name: "Erased" });
    await going.or(end).waitFor();
    if (await going.isVisible()) await shoot(t, page, "client-erasing");
    await passUntil(service, () => end.isVisible());
    await end.getByText(/^Erased for good: 2 chats, \d+ messages and notes, /).waitFor();
    await shoot(t, page, "client-erased");
    await untilFocused(end.getByRole("button", { name: "Close" }));
    await page.keyboard.press("Enter");
    await page.waitForURL(/#\/archive$/);
    await page.getByText("No chat has been closed yet.").waitFor();
    t.equal((await service.call("GET", "/api/archive", { token: await service.logIn("ada") })).body.chats.length, 0);
    t.same(
      complaints.filter((text) => !/40[49]|503/.test(text)),
      [],
    );
  },
);

const unavailable = { error: { code: "unavailable", message: "Try again in a moment." } };

/** Advances the service's time until `isSo` is true, because the service waits for deliveries in progress. */
async function passUntil(service: Service, isSo: () => Promise<boolean>): Promise<void> {
  const endMs = Date.now() + 20_000;
  while (!(await isSo())) {
    if (Date.now() > endMs) throw new Error("It did not come to be so.");
    await service.pass(500);
  }
}
