import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import sharp from "sharp";
import t from "tap";
import { asAgentId } from "../../../../src/core/ids.ts";
import { until } from "../../../delivery/through-service.ts";
import { startService } from "../../../harness/service.ts";
import { bot } from "../../../harness/service-config.ts";
import { ada, deploy, small } from "../../../reload/deployed.ts";
import { asWidget } from "../../../visitors/visitor-channel.ts";
import { forPrograms } from "../../../web/desk/for-programs.ts";
import { openBrowser } from "../../browser.ts";
import { openDeskPage, shoot } from "../desk-page.ts";
import { apiChannelOf, part } from "./settings-channels.ts";

t.setTimeout(300_000);
const browser = await openBrowser(t);

t.test(
  "[AUTH-14, AUTH-15] an agent who is not an administrator sees a notice, and no settings are loaded",
  async (t) => {
    const service = await startService(t);
    const { page } = await openDeskPage(browser, service, "kim");
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.evaluate(() => {
      location.hash = "#/settings/channels/MOBILEAPP1/connection";
    });
    await page.getByRole("heading", { name: "For administrators" }).waitFor();
    await shoot(t, page, "settings-not-for-you");
    t.same(
      asked.filter((path) => /^\/api\/(channels|providers|agents)|channels-/.test(path)),
      [],
    );
    t.equal(
      await page.getByRole("link", { name: "Channels", exact: true }).count(),
      0,
      "there is no link to the settings",
    );
    t.notMatch(await page.content(), /chat-api/);
  },
);

t.test("[CH-04, AUTH-05, AUTH-06] the refusal of a forbidden address is shown beside its field", async (t) => {
  const service = await startService(t, { hosts: { "inside.example.com": "10.0.0.7" } });
  const { page } = await openDeskPage(browser, service, "ada", "#/settings/channels/MOBILEAPP1/general");
  const url = page.getByRole("textbox", { name: "Webhook server URL" });
  const save = part(page, "Channel").getByRole("button", { name: "Save", exact: true });
  const isOwnNetwork = /An administrator may allow such addresses in Settings, under Own network\. Go to Own network$/;
  for (const [address, words, whoAllows] of [
    ["http://shop.example.com/chat", "Enter an address that begins with https://.", /outbound\.allowHttp/],
    ["https://127.0.0.1/chat", "127.0.0.1 is a loopback address.", isOwnNetwork],
    ["https://inside.example.com/chat", "inside.example.com (10.0.0.7) is a private address.", isOwnNetwork],
    ["https://169.254.169.254/chat", "169.254.169.254 is a link-local address.", /outbound\.allow\)/],
  ] as const) {
    await url.fill(address);
    await save.click();
    const error = part(page, "Channel").getByRole("alert").filter({ hasText: words });
    await error.waitFor();
    t.match(await error.textContent(), whoAllows, "the error names who can allow it, and where");
    t.equal(await url.getAttribute("aria-invalid"), "true");
  }
  t.equal((await apiChannelOf(service)).webhookUrl, "https://shop.example.com/chat");
  await page.getByRole("link", { name: "Developers" }).click();
  const webhookUrl = page.getByLabel("Webhook URL");
  await webhookUrl.fill("https://169.254.169.254/latest");
  await page.getByRole("button", { name: "Switch on" }).click();
  await page.getByText("169.254.169.254 is a link-local address.").waitFor();
  await webhookUrl.fill("http://crm.example.com/hook");
  await page.getByRole("button", { name: "Switch on" }).click();
  await page.getByRole("heading", { name: "Signing secret" }).waitFor();
  t.equal(
    (await apiChannelOf(service)).webhooks?.url,
    "http://crm.example.com/hook",
    "plain http is allowed for these addresses",
  );
});

t.test("[DEL-28] a test shows the response and the command for the same request", async (t) => {
  const service = await startService(t);
  const { page } = await openDeskPage(browser, service, "ada", "#/settings/channels/MOBILEAPP1/connection");
  const send = page.getByRole("button", { name: "Send test" });
  await send.focus();
  await page.keyboard.press("Enter");
  await page.getByText("Waiting for the answer…").waitFor();
  // The page shows the mistake before it sends a request.
  await until(() => service.attempts.length === 1);
  service.clock.advance(40);
  service.attempts[0]?.answer({
    httpStatus: 503,
    failure: { kind: "http_status", code: "http_503", message: "The system answered with status 503." },
    trace: { address: "https://shop.example.com/chat/MOBILEAPP1", answer: "Back soon", note: null },
  });
  await page.getByText("Not delivered: The system answered with status 503.").waitFor();
  const facts = part(page, "Send test");
  t.match(await facts.textContent(), /503.*40 ms.*https:\/\/shop\.example\.com\/chat\/MOBILEAPP1.*Back soon/s);
  t.match(
    await page.getByLabel("The same request from a shell", { exact: true }).inputValue(),
    /^curl .*shop\.example\.com\/chat\/MOBILEAPP1'$/,
  );
  await shoot(t, page, "settings-test-failed");
  service.clock.advance(2_000);
  await send.click();
  await page.getByText("Waiting for the answer…").waitFor();
  await until(() => service.attempts.length === 2);
  service.attempts[1]?.answer({ trace: { address: null, answer: '{"result":"ok"}', note: null } });
  await page.getByText("Delivered: your system accepted it.").waitFor();
});

t.test("[CH-04] no form shows a technical text, for any content of its fields", async (t) => {
  const service = await startService(t, { channels: { MOBILEAPP1: { bot }, OTHERAPP01: asWidget().MOBILEAPP1 } });
  await service.call("POST", "/api/providers", {
    token: await service.logIn("ada"),
    body: { id: "acme-bots", name: "Acme" },
  });
  const { page } = await openDeskPage(browser, service, "ada", "#/settings/channels/add/chat-api");
  const places = [
    ...[
      "channels/add/chat-api",
      "channels/add/widget",
      "agents/add",
      "departments/add",
      "providers/add",
      "replies/add",
      "me",
    ],
    ...["general", "bot", "developers"].map((tab) => `channels/MOBILEAPP1/${tab}`),
    ...["install", "look", "calls", "developers"].map((tab) => `channels/OTHERAPP01/${tab}`),
  ];
  let errors = 0;
  for (const place of places) {
    await page.evaluate((to) => {
      location.hash = `#/settings/${to}`;
    }, place);
    const forms = page.locator("form.settings-form");
    await forms.first().waitFor();
    await page.evaluate(() => {
      for (const one of document.querySelectorAll("details")) one.open = true;
    });
    for (const value of ["", "{}"]) {
      for (const field of await forms
        .locator("input:not([type=checkbox],[type=color],[type=file],[type=time],.hush),textarea")
        .all())
        await field.fill(value);
      for (const form of await forms.all()) await form.evaluate((one: HTMLFormElement) => one.requestSubmit());
      for (const busy of await forms.getByText(/^(Saving|Adding|Connecting|Changing)…$/).all())
        await busy.waitFor({ state: "detached" });
      const shown = await forms.allInnerTexts();
      for (const text of shown) t.notMatch(text, forPrograms, `${place} with ${JSON.stringify(value)}`);
      errors += await page.getByRole("alert").count();
    }
    if (place === "agents/add") await shoot(t, page, "agents-add-wrong");
    await page.evaluate(() => {
      for (const one of document.querySelectorAll<HTMLButtonElement>(".save-bar button.quiet"))
        if (one.textContent === "Undo changes") one.click();
    });
  }
  t.ok(errors > places.length, `${errors} errors were beside fields`);
});

t.test("[CH-39] a photo is chosen, shown before it is saved, and removed", async (t) => {
  const service = await startService(t);
  const { page, complaints } = await openDeskPage(browser, service, "kim", "#/settings/me");
  const photo = part(page, "Photo");
  const picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: "#0a7" } })
    .png()
    .toBuffer();
  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    photo.locator("input[type=file]").setInputFiles({ name, mimeType, buffer });
  await choose("notes.txt", "text/plain", Buffer.from("no picture"));
  await photo.getByText("Choose a picture: PNG, JPEG, GIF or WebP.").waitFor();
  await choose("broken.png", "image/png", picture.subarray(0, 60));
  await photo.getByText("This picture cannot be read: it is damaged.").waitFor();
  await choose("me.png", "image/png", picture);
  await photo.getByAltText("As it will be").waitFor();
  await shoot(t, page, "photo-chosen");
  await photo.getByRole("button", { name: "Use this picture" }).click();
  await photo.getByText("The new photo is there.").waitFor();
  const { body } = await service.call("GET", "/api/agents/1", { token: await service.logIn("ada") });
  t.match(body.agent.photo, /\/photos\//);
  await photo.locator(`img[src="${body.agent.photo}"]`).waitFor();
  await photo.getByRole("button", { name: "Remove the photo" }).click();
  await photo.getByText("The photo was removed.").waitFor();
  await photo.locator("img").waitFor({ state: "detached" });
  t.same(complaints, []);
});

t.test(
  "an administrator saves a backup and reloads the config file; each mistake is shown in its own line",
  async (t) => {
    const service = await deploy(t, small);
    const logIn = () => service.app.sessions.open(asAgentId(ada.id));
    const { page, complaints } = await openDeskPage(browser, { url: service.url, logIn }, "ada", "#/settings/service");
    const [backup, config] = [part(page, "Backup"), part(page, "Config file")];
    // Lets the page save with a Blob, because a test cannot press the button of the browser's own dialog.
    await page.evaluate("delete Object.getPrototypeOf(window).showSaveFilePicker, delete window.showSaveFilePicker");
    const download = page.waitForEvent("download");
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
    await page.getByText(/^The backup is saved: /).waitFor();

    const reload = config.getByRole("button", { name: "Reload configuration" });
    await reload.press("Enter");
    await config.getByText("The file is in effect already.").waitFor();
    service.write({ ...small, store: "postgres://127.0.0.1:5432/parley", limits: { channelPerSecond: 7 } });
    await reload.press("Enter");
    await config.getByText("limits.channelPerSecond").waitFor();
    t.match(
      await config.getByRole("status").innerText(),
      /in effect:\s+limits\.channelPerSecond\s+Changed in the file, and waiting for a restart:\s+store/,
    );
    await shoot(t, page, "service");
    service.write({ ...small, limits: { channelPerSecond: 0 }, colour: "<b>red</b>" });
    await reload.press("Enter");
    const alert = config.getByRole("alert");
    await alert.getByText(/^limits\.channelPerSecond: /m).waitFor();
    t.match(await alert.innerText(), /^Nothing was changed\. The config has mistakes:\n/);
    t.equal(await config.getByRole("status").innerText(), "", "the earlier result is no longer shown");
    await shoot(t, page, "service-mistakes");
    t.same(
      complaints.filter((text) => !text.includes("400")),
      [],
    );
  },
);

t.test("if the service cannot back up everything, a text replaces the button", async (t) => {
  const service = await startService(t);
  const { page } = await openDeskPage(browser, service, "ada", "#/settings/service");
  const backup = part(page, "Backup");
  await backup
    .getByRole("alert")
    .getByText(/^All data is in a PostgreSQL/)
    .waitFor();
  t.equal(await backup.getByRole("button").count(), 0);
});
