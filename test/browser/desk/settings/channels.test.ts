import t from "tap";
import { startService } from "../../../harness/service.ts";
import { openBrowser, untilFocused } from "../../browser.ts";
import { openDeskPage, shoot } from "../desk-page.ts";
import { apiChannelOf, channelsOf, part, save } from "./settings-channels.ts";

t.setTimeout(300_000);
const browser = await openBrowser(t);
const general = "#/settings/channels/MOBILEAPP1/general";

t.test(
  "[CH-01, CH-02, CH-05] Manage, Add channels, Chat API, Connect: the channel and its address are shown",
  async (t) => {
    const service = await startService(t);
    const { page, complaints } = await openDeskPage(browser, service, "ada", "#/settings");
    await page.getByRole("heading", { name: "Manage", exact: true }).waitFor();
    await page.getByRole("link", { name: /^MOBILEAPP1 Offline Chat API 2 agents/ }).waitFor();
    await shoot(t, page, "settings-list");
    await page.getByRole("link", { name: "Add channels" }).click();
    await page.getByRole("link", { name: "Connect Chat API" }).waitFor();
    await shoot(t, page, "settings-add");
    await page.getByRole("link", { name: "Connect Chat API" }).click();
    await page.getByLabel("Channel name").fill("Mobile app");
    await page.getByRole("textbox", { name: "Webhook server URL" }).fill("https://app.example.com/chat");
    t.equal(await page.getByLabel("Chunked encoding").isChecked(), false, "chunked encoding is off by default");
    await page.getByLabel("Chunked encoding").check();
    await page.getByLabel("Kim").check();
    await shoot(t, page, "settings-new-api");
    await page.getByRole("button", { name: "Connect" }).click();
    await page.getByRole("heading", { name: "Mobile app is connected. What to do now" }).waitFor();
    await shoot(t, page, "settings-connected");
    const { id = "" } = (await channelsOf(service)).find(({ name }) => name === "Mobile app") ?? {};
    const { webhookUrl, chunked, agents, endpointUrl, statusUrl } = await apiChannelOf(service, id);
    t.same({ webhookUrl, chunked, agents }, { webhookUrl: "https://app.example.com/chat", chunked: true, agents: [1] });
    t.equal(await page.getByLabel("Endpoint URL", { exact: true }).inputValue(), endpointUrl);
    t.equal(await page.getByLabel("Status URL", { exact: true }).inputValue(), statusUrl);
    const line = await page.getByLabel("Send a first customer message", { exact: true }).inputValue();
    t.match(line, `'${endpointUrl}'`);
    t.match(await page.getByLabel("Ask for the status", { exact: true }).inputValue(), `'${statusUrl}'`);
    const body = /--data-raw '([^']+)'/.exec(line)?.[1] ?? "";
    t.equal(
      (await service.call("POST", new URL(endpointUrl).pathname, { body })).status,
      200,
      "the service accepts the request of the copied command",
    );
    t.same(complaints, []);
  },
);

t.test(
  "[CH-04] a mistake is shown beside its field in plain words, when the agent leaves the field and after sending",
  async (t) => {
    const service = await startService(t, { hosts: { "inside.example.com": "10.0.0.7" } });
    const { page } = await openDeskPage(browser, service, "ada", "#/settings/channels/add/chat-api");
    const name = page.getByLabel("Channel name");
    const url = page.getByRole("textbox", { name: "Webhook server URL" });
    await name.focus();
    await page.keyboard.press("Tab");
    await page.getByText("Enter a name.").waitFor();
    t.equal(await name.getAttribute("aria-invalid"), "true");
    await url.fill("shop.example.com/chat");
    await page.keyboard.press("Tab");
    await page.getByText("Enter a complete address, like https://shop.example.com/chat.").waitFor();
    await page.getByRole("button", { name: "Connect" }).click();
    await page.getByText("Choose at least one agent").waitFor();
    await untilFocused(name);
    t.pass("the first wrong field has the focus");
    await shoot(t, page, "settings-new-api-wrong");
    await name.fill("Mobile app");
    await page.getByLabel("Kim").check();
    await url.fill("http://shop.example.com/chat");
    await page.getByRole("button", { name: "Connect" }).click();
    await page.getByText("Enter an address that begins with https://.").waitFor();
    await untilFocused(url);
    await url.fill("https://inside.example.com/chat");
    await page.getByRole("button", { name: "Connect" }).click();
    await page.getByText(/inside\.example\.com is at 10\.0\.0\.7|10\.0\.0\.7/).waitFor();
    t.equal((await channelsOf(service)).length, 2, "nothing was created");
  },
);

t.test(
  "[CH-05, CH-06, DEL-14, DEL-26] only changed fields are sent, and they apply from the next request on",
  async (t) => {
    const service = await startService(t);
    const { page, complaints } = await openDeskPage(browser, service, "ada", general);
    await page.getByText("Each start of the service applies the file again").waitFor();
    await page.getByRole("group").getByText("Advanced").click();
    await shoot(t, page, "settings-general");
    const asked = page.waitForRequest((request) => request.method() === "PATCH");
    await page.getByLabel("Chunked encoding").check();
    await save(page, "Channel");
    t.same((await asked).postDataJSON(), { chunked: true });
    t.equal((await apiChannelOf(service)).chunked, true);
    await page.getByLabel("Error codes that agents do not see").fill("blocked\n\n 42 \n");
    await page.getByLabel("Accept only the documented answer as success").check();
    await save(page, "Requests to your system");
    const { hiddenErrorCodes, strictAnswers, appendPublicId } = await apiChannelOf(service);
    t.same(
      { hiddenErrorCodes, strictAnswers, appendPublicId },
      { hiddenErrorCodes: ["blocked", "42"], strictAnswers: true, appendPublicId: true },
    );
    await page.getByLabel("Time to accept a chat of the bot, in seconds").fill("0,5");
    await part(page, "Chats").getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Enter a number of seconds from 1 to 86,400, which is 24 hours.").waitFor();
    await page.getByLabel("Time to accept a chat of the bot, in seconds").fill("90");
    await page.getByLabel("Words that call an agent").fill("human\nperson");
    await save(page, "Chats");
    const { acceptTimeoutMs, agentKeywords } = await apiChannelOf(service);
    t.same({ acceptTimeoutMs, agentKeywords }, { acceptTimeoutMs: 90_000, agentKeywords: ["human", "person"] });
    await service.enter("kim");
    await service.say("7", "Hello");
    t.same(complaints, []);
  },
);

t.test("[CH-06] after a warning, a renewed address is shown, and the old address answers 404", async (t) => {
  const service = await startService(t);
  const { page } = await openDeskPage(browser, service, "ada", "#/settings/channels/MOBILEAPP1/connection");
  const before = (await apiChannelOf(service)).statusUrl;
  await page.getByRole("button", { name: "Renew the address…" }).click();
  await page.getByText("The old one answers 404 at once").waitFor();
  await shoot(t, page, "settings-renew");
  await page.getByRole("button", { name: "Renew", exact: true }).click();
  await page.getByText("Renewed: give your system the new address.").waitFor();
  const after = (await apiChannelOf(service)).statusUrl;
  t.equal(await page.getByLabel("Status URL", { exact: true }).inputValue(), after);
  t.equal((await fetch(before)).status, 404);
  t.equal((await fetch(after)).status, 200);
});

t.test("[CH-14] before a channel is disabled its effect is shown; to remove it, its name must be typed", async (t) => {
  const service = await startService(t);
  await service.enter("kim");
  const { page } = await openDeskPage(browser, service, "ada", general);
  const { endpointUrl, statusUrl } = await apiChannelOf(service);
  const post = (): Promise<number> =>
    service
      .call("POST", new URL(endpointUrl).pathname, {
        body: { sender: { id: "7" }, message: { type: "text", text: "Hi" } },
      })
      .then(({ status }) => status);
  t.equal(await (await fetch(statusUrl)).text(), "1");
  await page.getByRole("button", { name: "Switch off…" }).click();
  await page.getByText("Messages of customers are rejected with status 403.").waitFor();
  await page.getByRole("button", { name: "Switch off", exact: true }).click();
  await page.getByRole("button", { name: "Switch on" }).waitFor();
  t.equal(await (await fetch(statusUrl)).text(), "0");
  t.equal(await post(), 403);
  await page.getByText("Switched off", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Switch on" }).click();
  await page.getByText("The channel is on").waitFor();
  t.equal(await post(), 200);
  await page.getByRole("button", { name: "Remove…" }).click();
  const remove = page.getByRole("button", { name: "Remove for good" });
  t.equal(await remove.getAttribute("aria-disabled"), "true");
  await page.getByLabel("Type MOBILEAPP1 to confirm").press("Enter");
  t.equal((await channelsOf(service)).length, 2, "nothing happens before the name is typed");
  await page.getByLabel("Type MOBILEAPP1 to confirm").fill("MOBILEAPP1");
  await shoot(t, page, "settings-remove");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Manage channels" }).waitFor();
  t.equal(await post(), 404);
  t.equal(await page.getByRole("link", { name: "MOBILEAPP1" }).count(), 0);
});

t.test(
  "unsaved input is kept while the agent visits other pages, and the agent is warned before the page closes",
  async (t) => {
    const service = await startService(t);
    const { page } = await openDeskPage(browser, service, "ada", general);
    const name = page.getByLabel("Channel name");
    const button = part(page, "Channel").getByRole("button", { name: "Save", exact: true });
    t.equal(await button.getAttribute("aria-disabled"), "true", "there is nothing to save");
    await name.fill("Half a na");
    await page.getByRole("link", { name: "Bot", exact: true }).click();
    await page.getByRole("link", { name: "All channels" }).click();
    await page.getByRole("link", { name: /^MOBILEAPP1/ }).click();
    t.equal(await name.inputValue(), "Half a na");
    const asked = page.waitForEvent("dialog");
    const closing = page.close({ runBeforeUnload: true });
    const dialog = await asked;
    t.equal(dialog.type(), "beforeunload");
    await dialog.dismiss();
    await closing;
    // Another administrator changes another field in the meantime: both changes are kept.
    const token = await service.logIn("ada");
    await service.call("PATCH", "/api/channels/MOBILEAPP1", {
      token,
      body: { webhookUrl: "https://other.example.com/hook" },
    });
    await button.click();
    await part(page, "Channel").getByText("Saved", { exact: true }).waitFor();
    t.equal(
      await page.getByRole("textbox", { name: "Webhook server URL" }).inputValue(),
      "https://other.example.com/hook",
    );
    const { name: saved, webhookUrl } = await apiChannelOf(service);
    t.same([saved, webhookUrl], ["Half a na", "https://other.example.com/hook"]);
    await name.fill("Another");
    await part(page, "Channel").getByRole("button", { name: "Undo changes" }).click();
    t.equal(await name.inputValue(), "Half a na");
  },
);
