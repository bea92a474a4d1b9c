import t from "tap";
import { startService } from "../../../harness/service.ts";
import { bot } from "../../../harness/service-config.ts";
import { openBrowser } from "../../browser.ts";
import { openDeskPage, shoot } from "../desk-page.ts";
import { part, save } from "./settings-channels.ts";
import { hostileName } from "./settings-people.ts";

const browser = await openBrowser(t);

t.test("[BOT-03, BOT-05] a provider gets its id, and is told where to post; its id may be any word", async (t) => {
  const service = await startService(t);
  const { page, complaints } = await openDeskPage(browser, service, "ada", "#/settings/providers");
  await page.getByText("No provider yet.").waitFor();
  t.match(await page.getByLabel("Issue an id from a shell", { exact: true }).inputValue(), /^npm run provider -- add /);
  await page.getByRole("link", { name: "Add a provider" }).click();
  await page.getByLabel("Name").fill(hostileName);
  await page.getByLabel("Id").fill("Acme Bots");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByText("Use 3 to 64 small letters a to z, digits, _ and -, like acme-bots.").waitFor();
  await page.getByLabel("Id").fill("add");
  await page.keyboard.press("Enter");
  await part(page, "For the provider").waitFor();
  t.equal(
    await page.getByLabel("Service endpoint", { exact: true }).inputValue(),
    `${service.url}/bots/webhooks/add/{token}`,
  );
  await shoot(t, page, "people-provider");
  await page.getByRole("link", { name: "All bot providers" }).click();
  await page.getByRole("link", { name: /onerror.* add$/ }).waitFor();
  await shoot(t, page, "people-providers");
  await page.getByRole("link", { name: "Add a provider" }).click();
  await page.getByLabel("Name").fill("Another");
  await page.getByLabel("Id").fill("add");
  await page.keyboard.press("Enter");
  await page.getByText("There is already a provider with the id add.").waitFor();
  t.same(
    complaints.filter((words) => !words.includes("409")),
    [],
  );
});

t.test("[BOT-03, BOT-08] a provider is renamed; while a bot of it is connected it cannot be removed", async (t) => {
  const service = await startService(t, { channels: { MOBILEAPP1: { bot } } });
  const { page } = await openDeskPage(browser, service, "ada", "#/settings/providers");
  await page.getByRole("link", { name: /^Acme Bots/ }).click();
  await part(page, "Provider").getByLabel("Name").fill("Acme");
  await save(page, "Provider");
  await page.getByRole("heading", { name: "Acme", exact: true }).waitFor();
  await part(page, "Bots").getByRole("link", { name: "MOBILEAPP1" }).waitFor();
  t.notMatch(await page.content(), new RegExp(bot.token), "no token is shown");
  await page.getByRole("button", { name: "Remove…" }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await page
    .getByRole("dialog")
    .getByText(/Provider acme-bots has bots on channels: .*MOBILEAPP1/)
    .waitFor();
  await page.keyboard.press("Escape");
  const token = await service.logIn("ada");
  await service.call("PATCH", "/api/channels/MOBILEAPP1", { token, body: { bot: null } });
  await service.pass(1_000);
  await part(page, "Bots").getByText("No bot of it is connected.").waitFor();
  await page.getByRole("button", { name: "Remove…" }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByText("No provider yet.").waitFor();
});
