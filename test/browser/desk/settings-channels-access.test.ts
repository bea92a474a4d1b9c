import t from "tap";
import { startService } from "../../harness/service.ts";
import { openBrowser } from "../browser.ts";
import { openDeskPage, shoot } from "./desk-page.ts";
import { apiChannelOf, part } from "./settings-channels.ts";

t.setTimeout(300_000);
const browser = await openBrowser(t);

t.test("[AUTH-14, AUTH-15] who is no administrator is told so, and nothing of it is loaded", async (t) => {
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
  t.equal(await page.getByRole("link", { name: "Channels", exact: true }).count(), 0, "no way there either");
  t.notMatch(await page.content(), /chat-api/);
});

t.test("[CH-04, AUTH-05, AUTH-06] where requests may not go is refused beside the field it stands in", async (t) => {
  const service = await startService(t, { hosts: { "inside.example.com": "10.0.0.7" } });
  const { page } = await openDeskPage(browser, service, "ada", "#/settings/channels/MOBILEAPP1/general");
  const url = page.getByRole("textbox", { name: "Webhook server URL" });
  const save = part(page, "Channel").getByRole("button", { name: "Save", exact: true });
  for (const [address, words] of [
    ["http://shop.example.com/chat", "The target must be an https URL"],
    ["https://127.0.0.1/chat", "127.0.0.1"],
    ["https://inside.example.com/chat", "10.0.0.7"],
  ] as const) {
    await url.fill(address);
    await save.click();
    const error = part(page, "Channel").getByRole("alert").filter({ hasText: words });
    await error.waitFor();
    t.match(await error.textContent(), /^Must be a permitted target\./, address);
    t.equal(await url.getAttribute("aria-invalid"), "true");
  }
  t.equal((await apiChannelOf(service)).webhookUrl, "https://shop.example.com/chat");
  await page.getByRole("link", { name: "Developers" }).click();
  const webhookUrl = page.getByLabel("Webhook URL");
  await webhookUrl.fill("https://169.254.169.254/latest");
  await page.getByRole("button", { name: "Switch on" }).click();
  await page.getByText("Must be a permitted target.").waitFor();
  await webhookUrl.fill("http://crm.example.com/hook");
  await page.getByRole("button", { name: "Switch on" }).click();
  await page.getByRole("heading", { name: "Signing secret" }).waitFor();
  t.equal(
    (await apiChannelOf(service)).webhooks?.url,
    "http://crm.example.com/hook",
    "plain http is allowed for these",
  );
});

t.test("[DEL-28] a test shows what came back, and the line that does the same", async (t) => {
  const service = await startService(t);
  const { page } = await openDeskPage(browser, service, "ada", "#/settings/channels/MOBILEAPP1/connection");
  const send = page.getByRole("button", { name: "Send test" });
  await send.focus();
  await page.keyboard.press("Enter");
  await page.getByText("Waiting for the answer…").waitFor();
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
  service.attempts[1]?.answer({ trace: { address: null, answer: '{"result":"ok"}', note: null } });
  await page.getByText("Delivered: your system has taken it.").waitFor();
});
