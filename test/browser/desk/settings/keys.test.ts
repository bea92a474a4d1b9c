import t from "tap";
import { startService } from "../../../harness/service.ts";
import { openBrowser } from "../../browser.ts";
import { openDeskPage, shoot } from "../desk-page.ts";

t.setTimeout(120_000);

t.test("[AUTH-16] an administrator makes a key, sees it once, uses it and revokes it", async (t) => {
  const browser = await openBrowser(t);
  const service = await startService(t);
  const { page, complaints } = await openDeskPage(browser, service, "ada", "#/settings/keys");
  const main = page.locator("main.settings-page");
  await main.getByText("No key yet.").waitFor();
  await main.getByRole("link", { name: "New key" }).click();
  await main.getByRole("button", { name: "Create" }).click();
  await main.getByText("Enter 1 to 64 characters.").waitFor();
  await main.getByText("Choose at least one.").waitFor();
  await main.getByLabel("Name").fill("Shop <b>import</b>");
  await main.getByLabel("Read chats").check();
  await main.getByRole("group", { name: "Channels" }).getByLabel("MOBILEAPP1").check();
  await main.getByLabel("Expires").selectOption({ label: "In 30 days" });
  await shoot(t, page, "new-api-key");
  await main.getByRole("button", { name: "Create" }).click();
  await main.getByRole("heading", { name: "The key is ready" }).waitFor();
  await shoot(t, page, "made-api-key");
  const key = await main.getByLabel("Key", { exact: true }).inputValue();
  t.match(key, /^pk_/);
  t.equal((await service.call("GET", "/api/chats", { token: key })).status, 200);

  await main.getByRole("link", { name: "All keys" }).click();
  await main.getByRole("link", { name: /^Shop <b>import<\/b>/ }).click();
  await main.getByText("Only these channels:").waitFor();
  t.notMatch(await page.content(), key, "the key is not shown again");
  await shoot(t, page, "api-key");
  await main.getByText("Calls in the name of Ada").waitFor();
  await main.getByRole("button", { name: "Remove…" }).click();
  const dialog = page.getByRole("dialog");
  await shoot(t, page, "revoke-api-key");
  await dialog.getByRole("button", { name: "Remove" }).click();
  await main.getByText("No key yet.").waitFor();
  t.equal((await service.call("GET", "/api/chats", { token: key })).status, 401);
  t.strictSame(complaints, []);
});
