import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import t from "tap";
import { asAgentId } from "../../../../src/core/ids.ts";
import { until } from "../../../delivery/through-service.ts";
import { startService } from "../../../harness/service.ts";
import { ada, deploy, small } from "../../../reload/deployed.ts";
import { openBrowser, untilFocused } from "../../browser.ts";
import { openDeskPage, shoot, shootMain } from "../desk-page.ts";
import { goTo } from "../inbox/inbox-page.ts";
import { apiChannelOf, channelsOf, part, save } from "./settings-channels.ts";

t.setTimeout(300_000);
const browser = await openBrowser(t);
const smtp = { url: "smtp://127.0.0.1:2525", from: "chat@example.com" } as never;
const service = await startService(t, { hosts: { "inside.example.com": "10.0.0.7" }, config: { smtp } });
const { page, complaints } = await openDeskPage(browser, service, "ada", "#/settings");
const general = "#/settings/channels/MOBILEAPP1/general";
const button = (name: string) => page.getByRole("button", { name, exact: true });
const patched = () => page.waitForRequest((request) => request.method() === "PATCH");

t.test(
  "[CH-01, CH-02, CH-04, CH-05] Manage, Add channels, Chat API, Connect: mistakes are beside their fields, and then the channel is shown",
  async (t) => {
    await page.getByRole("heading", { name: "Manage", exact: true }).waitFor();
    await page.getByRole("link", { name: /^MOBILEAPP1 Offline Chat API 2 agents/ }).waitFor();
    await shootMain(t, page, "settings-list");
    await page.getByRole("link", { name: "Add channels" }).click();
    await page.getByRole("link", { name: "Connect Chat API" }).click();
    const name = page.getByLabel("Channel name");
    const url = page.getByRole("textbox", { name: "Webhook server URL" });
    await name.focus();
    await page.keyboard.press("Tab");
    await page.getByText("Enter a name.").waitFor();
    t.equal(await name.getAttribute("aria-invalid"), "true");
    await url.fill("shop.example.com/chat");
    await page.keyboard.press("Tab");
    await page.getByText("Enter a complete address, like https://shop.example.com/chat.").waitFor();
    await button("Connect").click();
    await page.getByText("Choose at least one agent").waitFor();
    await untilFocused(name);
    await shoot(t, page, "settings-new-api-wrong");
    await name.fill("Mobile app");
    await page.getByLabel("Kim").check();
    await url.fill("http://app.example.com/chat");
    await button("Connect").click();
    await page.getByText("Enter an address that begins with https://.").waitFor();
    await untilFocused(url);
    await url.fill("https://inside.example.com/chat");
    await button("Connect").click();
    await page.getByText(/inside\.example\.com \(10\.0\.0\.7\) is a private address/).waitFor();
    t.equal((await channelsOf(service)).length, 2, "nothing was created");

    await url.fill("https://app.example.com/chat");
    t.equal(await page.getByLabel("Chunked encoding").isChecked(), false, "chunked encoding is off by default");
    await page.getByLabel("Chunked encoding").check();
    await button("Connect").click();
    await page.getByRole("heading", { name: "Mobile app is connected. What to do now" }).waitFor();
    const { id = "" } = (await channelsOf(service)).find((channel) => channel.name === "Mobile app") ?? {};
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
  },
);

t.test(
  "[AUTH-05, AUTH-06, CH-05, CH-06, DEL-14, DEL-26, WH-27] only changed fields are sent, and unsaved input is kept",
  async (t) => {
    await goTo(page, general);
    await page.getByText("Each start of the service applies the file again").waitFor();
    await page.getByRole("group").getByText("Advanced").click();
    await shoot(t, page, "settings-general");
    const name = page.getByLabel("Channel name");
    const url = page.getByRole("textbox", { name: "Webhook server URL" });
    const saveChannel = part(page, "Channel").getByRole("button", { name: "Save", exact: true });
    t.equal(await saveChannel.getAttribute("aria-disabled"), "true", "there is nothing to save");
    await url.fill("https://127.0.0.1/chat");
    await saveChannel.click();
    const error = part(page, "Channel").getByRole("alert").filter({ hasText: "127.0.0.1 is a loopback address." });
    await error.getByRole("link", { name: "Go to Own network" }).waitFor();
    t.equal(await url.getAttribute("aria-invalid"), "true");
    await part(page, "Channel").getByRole("button", { name: "Undo changes" }).click();

    const asked = patched();
    await page.getByLabel("Chunked encoding").check();
    await save(page, "Channel");
    t.same((await asked).postDataJSON(), { chunked: true });
    await page.getByLabel("Error codes that agents do not see").fill("blocked\n\n 42 \n");
    await page.getByLabel("Accept only the documented answer as success").check();
    await save(page, "Requests to your system");
    await page.getByLabel("Time to accept a chat of the bot, in seconds").fill("0,5");
    const addresses = page.getByLabel("Chat log by e-mail");
    await addresses.fill("team@example.com\nnobody");
    await part(page, "Chats").getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Enter a number of seconds from 1 to 86,400, which is 24 hours.").waitFor();
    await page.getByText("Line 2: this is no e-mail address.").waitFor();
    await page.getByLabel("Time to accept a chat of the bot, in seconds").fill("90");
    await addresses.fill("team@example.com\nboss@example.com");
    await page.getByLabel("Words that call an agent").fill("human\nperson");
    await save(page, "Chats");
    t.match(await apiChannelOf(service), {
      chunked: true,
      hiddenErrorCodes: ["blocked", "42"],
      strictAnswers: true,
      appendPublicId: true,
      acceptTimeoutMs: 90_000,
      agentKeywords: ["human", "person"],
      chatLogEmails: ["team@example.com", "boss@example.com"],
    });

    await name.fill("Half a na");
    await page.getByRole("link", { name: "Bot", exact: true }).click();
    await page.getByRole("link", { name: "All channels" }).click();
    await page.getByRole("link", { name: /^MOBILEAPP1/ }).click();
    t.equal(await name.inputValue(), "Half a na");
    const warned = page.waitForEvent("dialog");
    const closing = page.close({ runBeforeUnload: true });
    const dialog = await warned;
    t.equal(dialog.type(), "beforeunload");
    await dialog.dismiss();
    await closing;
    // Another administrator changes another field in the meantime: both changes are kept.
    const token = await service.logIn("ada");
    const body = { webhookUrl: "https://other.example.com/hook" };
    await service.call("PATCH", "/api/channels/MOBILEAPP1", { token, body });
    await saveChannel.click();
    await part(page, "Channel").getByText("Saved", { exact: true }).waitFor();
    t.equal(await url.inputValue(), "https://other.example.com/hook");
    const { name: saved, webhookUrl } = await apiChannelOf(service);
    t.same([saved, webhookUrl], ["Half a na", "https://other.example.com/hook"]);
  },
);

t.test(
  "[CH-06, DEL-28] a renewed address replaces the old one; a test shows the response and the command for the same request",
  async (t) => {
    await goTo(page, "#/settings/channels/OTHERAPP01/connection");
    const before = (await apiChannelOf(service, "OTHERAPP01")).statusUrl;
    await button("Renew the address…").click();
    await page.getByText("The old one answers 404 at once").waitFor();
    await button("Renew").click();
    await page.getByText("Renewed: give your system the new address.").waitFor();
    const after = (await apiChannelOf(service, "OTHERAPP01")).statusUrl;
    t.equal(await page.getByLabel("Status URL", { exact: true }).inputValue(), after);
    t.equal((await fetch(before)).status, 404);
    t.equal((await fetch(after)).status, 200);

    const send = button("Send test");
    await send.focus();
    await page.keyboard.press("Enter");
    await page.getByText("Waiting for the answer…").waitFor();
    // The page shows the mistake before it sends a request.
    await until(() => service.attempts.length === 1);
    service.clock.advance(40);
    service.attempts[0]?.answer({
      httpStatus: 503,
      failure: { kind: "http_status", code: "http_503", message: "The system answered with status 503." },
      trace: { address: "https://shop.example.com/chat/OTHERAPP01", answer: "Back soon", note: null },
    });
    await page.getByText("Not delivered: The system answered with status 503.").waitFor();
    const facts = part(page, "Send test");
    t.match(await facts.textContent(), /503.*40 ms.*https:\/\/shop\.example\.com\/chat\/OTHERAPP01.*Back soon/s);
    t.match(
      await page.getByLabel("The same request from a shell", { exact: true }).inputValue(),
      /^curl .*shop\.example\.com\/chat\/OTHERAPP01'$/,
    );
    await shoot(t, page, "settings-test-failed");
    service.clock.advance(2_000);
    await send.click();
    await page.getByText("Waiting for the answer…").waitFor();
    await until(() => service.attempts.length === 2);
    service.attempts[1]?.answer({ trace: { address: null, answer: '{"result":"ok"}', note: null } });
    await page.getByText("Delivered: your system accepted it.").waitFor();
  },
);

t.test("[CH-14] before a channel is disabled its effect is shown; to remove it, its name must be typed", async (t) => {
  await service.enter("max");
  await goTo(page, "#/settings/channels/OTHERAPP01/general");
  const { endpointUrl, statusUrl } = await apiChannelOf(service, "OTHERAPP01");
  const post = (): Promise<number> =>
    service
      .call("POST", new URL(endpointUrl).pathname, {
        body: { sender: { id: "7" }, message: { type: "text", text: "Hi" } },
      })
      .then(({ status }) => status);
  t.equal(await (await fetch(statusUrl)).text(), "1");
  await button("Switch off…").click();
  await page.getByText("Messages of customers are rejected with status 403.").waitFor();
  await button("Switch off").click();
  await button("Switch on").waitFor();
  t.equal(await (await fetch(statusUrl)).text(), "0");
  t.equal(await post(), 403);
  await page.getByText("Switched off", { exact: true }).waitFor();
  await button("Switch on").click();
  await page.getByText("The channel is on").waitFor();
  t.equal(await post(), 200);
  await button("Remove…").click();
  const typed = page.getByLabel("Type OTHERAPP01 to confirm");
  t.equal(await button("Remove for good").getAttribute("aria-disabled"), "true");
  await typed.press("Enter");
  t.equal((await channelsOf(service)).length, 3, "nothing happens before the name is typed");
  await typed.fill("OTHERAPP01");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Manage channels" }).waitFor();
  t.equal(await post(), 404);
  t.equal(await page.getByRole("link", { name: "OTHERAPP01" }).count(), 0);

  await goTo(page, "#/settings/service");
  const backup = part(page, "Backup");
  await backup
    .getByRole("alert")
    .getByText(/^All data is in a PostgreSQL/)
    .waitFor();
  t.equal(await backup.getByRole("button").count(), 0, "a service that cannot back up everything has no button");
  t.same(
    complaints.filter((text) => !text.includes("status of 4")),
    [],
    "the only errors are about refused requests",
  );
});

t.test(
  "an administrator saves a backup and reloads the config file; each mistake is shown in its own line",
  async (t) => {
    const deployed = await deploy(t, small);
    const logIn = () => deployed.app.sessions.open(asAgentId(ada.id));
    const opened = await openDeskPage(browser, { url: deployed.url, logIn }, "ada", "#/settings/service");
    const [backup, config] = [part(opened.page, "Backup"), part(opened.page, "Config file")];
    // Lets the page save with a Blob, because a test cannot press the button of the browser's own dialog.
    await opened.page.evaluate(
      "delete Object.getPrototypeOf(window).showSaveFilePicker, delete window.showSaveFilePicker",
    );
    const download = opened.page.waitForEvent("download");
    await backup.getByRole("button", { name: "Download backup" }).press("Enter");
    const file = await download;
    t.match(file.suggestedFilename(), /^parley-\d{4}-\d\d-\d\d\.tar\.gz$/);
    t.match(
      gunzipSync(readFileSync(await file.path()))
        .subarray(257, 262)
        .toString(),
      "ustar",
      "the archive is complete",
    );
    await opened.page.getByText(/^The backup is saved: /).waitFor();

    const reload = config.getByRole("button", { name: "Reload configuration" });
    deployed.write({ ...small, store: "postgres://127.0.0.1:5432/parley", limits: { channelPerSecond: 7 } });
    await reload.press("Enter");
    await config.getByText("limits.channelPerSecond").waitFor();
    t.match(
      await config.getByRole("status").innerText(),
      /in effect:\s+limits\.channelPerSecond\s+Changed in the file, and waiting for a restart:\s+store/,
    );
    deployed.write({ ...small, limits: { channelPerSecond: 0 }, colour: "<b>red</b>" });
    await reload.press("Enter");
    const alert = config.getByRole("alert");
    await alert.getByText(/^limits\.channelPerSecond: /m).waitFor();
    t.match(await alert.innerText(), /^Nothing was changed\. The config has mistakes:\n/);
    t.equal(await config.getByRole("status").innerText(), "", "the earlier result is no longer shown");
    await shoot(t, opened.page, "service-mistakes");
    t.same(
      opened.complaints.filter((text) => !text.includes("400")),
      [],
    );
  },
);
