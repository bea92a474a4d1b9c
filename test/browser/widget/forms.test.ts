import { setImmediate } from "node:timers/promises";
import t from "tap";
import { phone, token } from "../../calls/call-service.ts";
import { botSays, botTakes } from "../../desk/bots/bot-of.ts";
import { startService } from "../../harness/service.ts";
import { bot } from "../../harness/service-config.ts";
import { asWidget, step, widget } from "../../visitors/visitor-channel.ts";
import { openBrowser } from "../browser.ts";
import { keepCallbacks, openSite, visit } from "./site.ts";
import {
  bubble,
  composer,
  dialog,
  focused,
  isReachable,
  label,
  looking,
  said,
  shoot,
  shootAt,
  until,
} from "./ui-page.ts";

const browser = await openBrowser(t);

t.test(
  "[WJ-36, WJ-44, WJ-56] one field asks a visitor who leaves for an address, and then a form for the rest, with the keyboard",
  async (t) => {
    const service = await startService(t, looking({}, true));
    await service.enter("kim");
    const site = await openSite(t, service, {
      script: `${keepCallbacks} window.svc_onIntroduction = () => heard.push(svc_api.getContactInfo());`,
    });
    const { page, complaints } = await visit(browser, site);
    await label(page).click();
    await composer(page).fill("Hello");
    await composer(page).press("Enter");
    await page.getByTitle("Sent", { exact: true }).waitFor();
    // Now the chat has started, which could cause a form. The place of a form would be drawn before its script is loaded.
    await dialog(page).locator("header").getByText("Someone will be with you shortly").waitFor();
    await step(service, "accept");
    await step(service, "messages", { type: "text", text: "Good day" });
    await bubble(page, "Good day").waitFor();
    t.equal(await page.locator("svc-widget .cards").count(), 0, "no form appears while the visitor is answered");
    await page.evaluate(() => document.dispatchEvent(new Event("mouseleave")));
    await page.getByRole("heading", { name: "How can we reach you?" }).waitFor();
    t.equal(await focused(page), "Write a message", "the focus does not move");
    t.match(
      await said(page),
      ["Hello! How can we help you?", "Hello", "Good day"],
      "the conversation continues above the form",
    );
    t.ok(await composer(page).isVisible(), "the visitor can continue to write");
    for (const viewport of [
      { width: 320, height: 640 },
      { width: 640, height: 320 },
    ]) {
      await page.setViewportSize(viewport);
      const saveButton = dialog(page).getByRole("button", { name: "Save" });
      await saveButton.scrollIntoViewIfNeeded();
      for (const target of [saveButton, composer(page), dialog(page).getByRole("button", { name: "Minimise chat" })])
        t.ok(await isReachable(target), `${viewport.width} x ${viewport.height}: ${target}`);
      await shootAt(page, `introduce-${viewport.width}`);
    }
    await shoot(t, page, "introduce");
    const reach = dialog(page).getByLabel("E-mail or phone");
    t.same(await reach.evaluate((one: HTMLInputElement) => [one.autocomplete, one.inputMode]), ["email", "email"]);
    for (const [wrong, words] of Object.entries({ "tomas@": "one e-mail address", tomas: "or a phone number" })) {
      await reach.fill(wrong);
      await reach.press("Tab");
      t.equal(await reach.getAttribute("aria-invalid"), "true", "the field is checked when the focus leaves it");
      t.match(
        await reach.evaluate((field: HTMLInputElement) => field.ariaDescribedByElements?.[0]?.textContent),
        words,
      );
    }
    await reach.fill("tomas@mailbox.example");
    t.equal(await reach.getAttribute("aria-invalid"), "false", "the error disappears as soon as the value is right");
    await page.keyboard.press("Enter");
    await until(page, "heard.some((one) => one.email === 'tomas@mailbox.example' && one.client_name === null)");
    await page.getByRole("heading", { name: "Thank you! You can tell us more." }).waitFor();
    t.equal(await focused(page), "name", "the focus moves to the rest");
    for (const [name, value] of Object.entries({ name: "<b>Tomas</b>", phone: "", description: "" })) {
      t.equal(await focused(page), name);
      await page.keyboard.type(value);
      await page.keyboard.press("Tab");
    }
    await shootAt(page, "introduce-rest");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Thank you! You can tell us more." }).waitFor({ state: "detached" });
    t.equal(await focused(page), "Write a message");
    await until(
      page,
      "heard.some((one) => one.email === 'tomas@mailbox.example' && one.client_name === '<b>Tomas</b>')",
    );
    t.same(complaints, []);
  },
);

t.test("[WJ-56] the field never stands between a bot's question and its buttons", async (t) => {
  const service = await startService(t, {
    limits: { botPerSecond: 10_000, botBurst: 10_000 },
    channels: asWidget({ webhooks: null, bot, widget: { ...widget, contactsFirst: true } }),
  });
  await service.enter("kim");
  const { page } = await visit(browser, await openSite(t, service));
  await label(page).click();
  const reach = dialog(page).getByLabel("E-mail or phone");
  await reach.waitFor();
  await shootAt(page, "introduce-first");
  await composer(page).fill("Hi");
  await composer(page).press("Enter");
  await page.getByTitle("Sent", { exact: true }).waitFor();
  await botTakes(service);
  await botSays(service, "1", { type: "BUTTONS", title: "What next?", text: "", buttons: [{ text: "Track", id: 1 }] });
  await page.getByRole("button", { name: "Track" }).waitFor();
  t.notOk(await reach.isVisible());
  await shoot(t, page, "bot-asks");
  await page.getByRole("button", { name: "Track" }).click();
  await reach.waitFor();
});

t.test(
  "[WJ-25, WJ-29, WJ-44] while no agent is there, a visitor leaves a message where a chat is written, with an address beside it",
  async (t) => {
    const service = await startService(t, looking({ title: "Bikes & more <i>" }));
    const site = await openSite(t, service);
    const { page, complaints } = await visit(browser, site);
    t.same(await page.evaluate(`svc_api.showProactiveInvitation("Shall we <b>call</b> you?")`), { result: "ok" });
    await dialog(page).getByText("Shall we <b>call</b> you?").waitFor();
    t.match(await dialog(page).locator("header").innerText(), /Bikes & more <i>\s+We are offline/);
    await page.getByRole("heading", { name: "Leave us a message" }).waitFor();
    await page.keyboard.press("Escape");
    await label(page).click();
    t.equal(await focused(page), "Write a message");
    t.equal(await dialog(page).locator("textarea").count(), 1, "there is one place to write");
    const reach = dialog(page).getByLabel("E-mail or phone");
    const send = dialog(page).getByRole("button", { name: "Send", exact: true });
    await send.click();
    await page.getByText("Please give an e-mail address or a phone number.").waitFor();
    t.equal(await reach.evaluate((one) => (one.getRootNode() as ShadowRoot).activeElement === one), true);
    await shoot(t, page, "offline-mistakes");
    await page.keyboard.type("ann@mailbox.example");
    await page.keyboard.press("Enter");
    await page.getByText("Please write a message.").waitFor();
    await composer(page).fill("Please write to me.");
    await shoot(t, page, "offline");
    await composer(page).press("Enter");
    await page.getByRole("heading", { name: "Thank you! Your message has arrived." }).waitFor();
    t.equal(await composer(page).inputValue(), "");
    t.equal(await focused(page), "Write a message");
    const list = async () => {
      const { body } = await service.call("GET", "/api/offline-messages", { token: await service.logIn("kim") });
      return body["offlineMessages"] as readonly object[];
    };
    t.match(await list(), [{ text: "Please write to me.", email: "ann@mailbox.example" }]);
    await dialog(page).getByLabel("Name").fill("Ann");
    await shootAt(page, "offline-sent");
    await dialog(page).getByRole("button", { name: "Save" }).click();
    await until(page, "svc_api.getContactInfo().client_name === 'Ann'");
    t.equal(await reach.inputValue(), "ann@mailbox.example", "another message goes to the same address");
    await composer(page).fill("One thing more.");
    await composer(page).press("Enter");
    while ((await list()).length < 2) await setImmediate();
    await composer(page).fill("Half a thought");
    await service.enter("kim");
    await reach.waitFor({ state: "detached" });
    t.equal(await composer(page).inputValue(), "Half a thought", "the text stays when an agent becomes available");
    t.same(complaints, []);
  },
);

t.test("[WJ-44, BOT-01] while no agent is there, a visitor writes to the bot, or leaves a message", async (t) => {
  const service = await startService(t, { channels: asWidget({ webhooks: null, bot }) });
  const { page } = await visit(browser, await openSite(t, service));
  await label(page).click();
  await dialog(page).getByRole("heading", { name: "We are offline" }).waitFor();
  const reach = dialog(page).getByLabel("E-mail or phone");
  t.equal(await reach.count(), 0);
  await dialog(page).getByRole("button", { name: "Leave us a message" }).click();
  await reach.waitFor();
  await dialog(page).getByRole("button", { name: "Chat with our assistant" }).click();
  await reach.waitFor({ state: "detached" });
  await composer(page).fill("Hi");
  await composer(page).press("Enter");
  await page.getByTitle("Sent", { exact: true }).waitFor();
  await page.getByText("Automatic assistant").waitFor();
});

t.test("[WJ-43, WJ-06, WJ-38, WJ-39] a visitor requests a call and sees its state until its end", async (t) => {
  const settings = looking({});
  const service = await startService(t, {
    ...settings,
    config: { telephony: { gatewayUrl: "https://pbx.example.com", token } },
    channels: { MOBILEAPP1: { ...settings.channels?.["MOBILEAPP1"], widget: { ...widget, contactsForm: false } } },
  });
  await service.call("PATCH", "/api/agents/1", {
    token: await service.logIn("ada"),
    body: { phone: "+442079460100" },
  });
  await service.enter("kim");
  const site = await openSite(t, service, { script: keepCallbacks });
  const { page } = await visit(browser, site);
  await label(page).click();
  await page.getByRole("button", { name: "Call me back" }).click();
  await dialog(page).getByLabel("Phone").waitFor();
  t.equal(await focused(page), "phone");
  await page.keyboard.type("12");
  await page.keyboard.press("Enter");
  await page.getByText("Please give a phone number with 7 to 15 digits.").waitFor();
  await shootAt(page, "call");
  await dialog(page).getByLabel("Phone").fill(phone);
  await page.keyboard.press("Enter");
  await page.getByText(/We are finding someone|The call did not work/).waitFor();
  const report = async (status: object) => {
    await service.call("POST", `/calls/${token}`, { body: { call_id: "1", ...status } });
  };
  await service.settle();
  if (service.calls[0] === undefined) t.fail("the gateway was not asked");
  service.calls[0]?.answer(null);
  await report({ status: "agent_connected", agent_id: 1 });
  await page.getByText("We are calling you now.").waitFor();
  await shootAt(page, "chat-call");
  await report({ status: "client_connected" });
  await page.getByText("You are on the phone with us.").waitFor();
  await report({ status: "end" });
  await page.getByText("The call has ended.").waitFor();
  await page.getByRole("button", { name: "Back" }).click();
  t.equal(await focused(page), "Write a message");
  await until(page, "heard.some(([name, result]) => name === 'svc_onCallEnd' && result.result === 'ok')");
  t.same(await page.evaluate("heard.filter(([name]) => name === 'svc_onChangeState').map(([, state]) => state)"), [
    "chat",
    "call",
    "chat/call",
    "chat",
  ]);
});

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
