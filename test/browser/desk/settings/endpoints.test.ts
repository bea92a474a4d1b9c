import t from "tap";
import { until } from "../../../delivery/through-service.ts";
import { startService } from "../../../harness/service.ts";
import { openBrowser } from "../../browser.ts";
import { openDeskPage, shoot } from "../desk-page.ts";
import { goTo } from "../inbox/inbox-page.ts";
import { apiChannelOf, part, save } from "./settings-channels.ts";

t.setTimeout(180_000);
const browser = await openBrowser(t);
const service = await startService(t);
const { page, complaints } = await openDeskPage(browser, service, "ada", "#/settings");
const main = page.locator("main.settings-page");
const secret = page.getByLabel("New signing secret", { exact: true });

for (const [of, place, add] of [
  ["all channels", "#/settings/endpoints", "Add an endpoint"],
  ["a channel", "#/settings/channels/MOBILEAPP1/developers", "Add an endpoint"],
] as const)
  t.test(`[WH-43] an endpoint of ${of} is added, tested, paused and removed; its secret is shown once`, async (t) => {
    const isShared = of === "all channels";
    const stored = async () => {
      if (!isShared) return (await apiChannelOf(service)).webhooks?.endpoints;
      const { body } = await service.call("GET", "/api/webhook-endpoints", { token: await service.logIn("ada") });
      return (body as unknown as { readonly endpoints: readonly unknown[] }).endpoints;
    };
    await goTo(page, place);
    await main.getByRole("link", { name: add }).click();
    await main.getByRole("button", { name: "Add", exact: true }).click();
    await main.getByText("Enter 1 to 32 lowercase letters a to z, digits and -.").waitFor();
    await main.getByLabel("Name").fill("crm");
    await main.getByLabel("URL").fill("https://crm.example.com/hook");
    await main.getByLabel("message_created").check();
    await main.getByLabel("call_event").uncheck();
    await main.getByLabel("Strictly in order").check();
    await main.getByLabel("Wait at most (minutes)").fill("10");
    if (isShared) await shoot(t, page, "settings-new-endpoint");
    await main.getByRole("button", { name: "Add", exact: true }).click();
    await main.getByRole("heading", { name: "crm", exact: true }).waitFor();
    const first = await secret.inputValue();
    t.match(first, /^whsec_/);
    t.match(await stored(), [{ name: "crm", signed: true, ordered: true, orderedWaitMs: 600_000, paused: false }]);

    const before = service.reports.length;
    await part(page, "Send test").getByRole("button", { name: "Send test" }).click();
    await until(() => service.reports.length > before);
    service.reports.at(-1)?.answer();
    await main.getByText("Delivered: your system accepted it.").waitFor();
    await shoot(t, page, isShared ? "settings-endpoint" : "settings-channel-endpoint");
    service.clock.advance(1_000);

    await page.reload();
    await main.getByText("Set: every request is signed.").waitFor();
    t.equal(await secret.count(), 0, "the secret is not shown again");
    await main.getByRole("button", { name: "Make another secret…" }).click();
    await page.getByRole("button", { name: "Make it" }).click();
    await secret.waitFor();
    t.not(await secret.inputValue(), first);
    await main.getByLabel("Paused").check();
    await save(page, "Endpoint");
    t.match(await stored(), [{ name: "crm", signed: true, paused: true }]);

    await main.getByRole("link", { name: "All endpoints" }).click();
    await main.getByRole("link", { name: /^crm.*Paused/ }).waitFor();
    await shoot(t, page, isShared ? "settings-endpoints" : "settings-channel-endpoints");
    await main.getByRole("link", { name: /^crm/ }).click();
    await main.getByRole("button", { name: "Remove…" }).click();
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await main.getByRole("link", { name: add }).waitFor();
    t.same(await stored(), isShared ? [] : undefined, "a channel without receivers has no webhooks");
    t.strictSame(complaints, []);
  });

t.test("the limits of waiting are set in minutes", async (t) => {
  await goTo(page, "#/settings/waiting");
  await main.getByLabel("Calm for (minutes)").fill("20");
  await main.getByRole("button", { name: "Save" }).click();
  await main.getByText("Enter minutes up to 1440, and no less than the calm ones.").waitFor();
  await main.getByLabel("Urgent after (minutes)").fill("30");
  await save(page, "From calm to urgent");
  await shoot(t, page, "settings-waiting");
  const { body } = await service.call("GET", "/api/waiting-limits", { token: await service.logIn("ada") });
  t.match(body, { calmMs: 1_200_000, urgentMs: 1_800_000 });
  t.equal(await main.getByRole("link", { name: "Guide" }).getAttribute("href"), "/docs/desk");
  t.strictSame(complaints, []);
});

t.test("the page of the own network says what the service may reach", async (t) => {
  await goTo(page, "#/settings/network");
  await main.getByRole("heading", { name: "Own network" }).waitFor();
  await shoot(t, page, "settings-network");
  t.strictSame(complaints, []);
});
