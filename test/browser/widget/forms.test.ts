import t from "tap";
import { phone, token } from "../../calls/call-service.ts";
import { startService } from "../../harness/service.ts";
import { step, widget } from "../../visitors/visitor-channel.ts";
import { openBrowser } from "../browser.ts";
import { keepCallbacks, openSite, visit } from "./site.ts";
import { composer, dialog, focused, isReachable, label, looking, said, shoot, shootAt, until } from "./ui-page.ts";

const browser = await openBrowser(t);

t.test(
  "[WJ-36, WJ-44] the contacts form appears in the conversation after the answer, and can be filled with the keyboard",
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
    t.equal(await page.locator("svc-widget .cards").count(), 0, "no form appears while the visitor writes");
    await step(service, "accept");
    await step(service, "messages", { type: "text", text: "Good day" });
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
    await dialog(page).getByLabel("Name").focus();
    for (const [name, value] of Object.entries({
      name: "<b>Tomas</b>",
      email: "tomas",
      phone: "+44",
      description: "",
    })) {
      t.equal(await focused(page), name);
      await page.keyboard.type(value);
      await page.keyboard.press("Tab");
    }
    const email = dialog(page).getByLabel("E-mail");
    t.equal(await email.getAttribute("aria-invalid"), "true", "a field is checked when the focus leaves it");
    t.match(
      await email.evaluate((field: HTMLInputElement) => field.ariaDescribedByElements?.[0]?.textContent),
      "one e-mail address",
    );
    t.same(
      await dialog(page)
        .locator(".cards input")
        .evaluateAll((all) => all.map((one) => [one.getAttribute("autocomplete"), one.getAttribute("inputmode")])),
      [
        ["name", null],
        ["email", "email"],
        ["tel", "tel"],
        [null, null],
      ],
    );
    await page.keyboard.press("Enter");
    t.equal(await focused(page), "email", "the first wrong field has the focus");
    await page.keyboard.type(".");
    t.equal(await email.getAttribute("aria-invalid"), "true");
    await email.fill("tomas@mailbox.example");
    t.equal(await email.getAttribute("aria-invalid"), "false", "the error disappears as soon as the value is right");
    await page.keyboard.press("Enter");
    await composer(page).waitFor();
    t.equal(await focused(page), "Write a message");
    await until(
      page,
      "heard.some((one) => one.email === 'tomas@mailbox.example' && one.client_name === '<b>Tomas</b>')",
    );
    t.same(complaints, []);
  },
);

t.test(
  "[WJ-25, WJ-29, WJ-44] while no agent is there, a visitor leaves a message below the invitation, and another one after it",
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
    t.equal(await focused(page), "name");
    await dialog(page).locator(".cards").getByRole("button", { name: "Send", exact: true }).click();
    t.equal(await focused(page), "email");
    await page.getByText("Please give an e-mail address or a phone number.").waitFor();
    await page.getByText("Please write a message.").waitFor();
    await shoot(t, page, "offline-mistakes");
    await page.keyboard.type("ann@mailbox.example");
    await dialog(page).getByLabel("Message", { exact: true }).fill("Please write to me.");
    await dialog(page).locator(".cards").getByRole("button", { name: "Send", exact: true }).click();
    await page.getByRole("heading", { name: "Thank you! Your message has arrived." }).waitFor();
    t.match(await focused(page), "Thank you!");
    const list = await service.call("GET", "/api/offline-messages", { token: await service.logIn("kim") });
    t.match(list.body, { offlineMessages: [{ text: "Please write to me.", email: "ann@mailbox.example" }] });
    await shootAt(page, "offline-sent");
    await page.getByRole("button", { name: "Write another message" }).click();
    t.equal(await dialog(page).getByLabel("Message", { exact: true }).inputValue(), "");
    t.equal(await dialog(page).getByLabel("E-mail").inputValue(), "ann@mailbox.example", "known data is filled in");
    await service.enter("kim");
    await dialog(page).getByRole("heading").nth(1).waitFor({ state: "detached" });
    t.equal(await focused(page), "Write a message", "the form closes when an agent becomes available");
    t.same(complaints, []);
  },
);

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
