import t from "tap";
import { password } from "../../harness/service-config.ts";
import { openBrowser } from "../browser.ts";
import { hashOf, lit, openInspectorPage, playDelivery, shoot, startTimely } from "./inspector-page.ts";

t.setTimeout(300_000);
const browser = await openBrowser(t);
const service = await startTimely(t);
await playDelivery(service, 1);

t.test("a person logs in first, and then sees the page of the address", async (t) => {
  const { page } = await openInspectorPage(browser, service, "#/actor/chat/1?kind=chat", { name: null });
  await page.getByRole("heading", { name: "Log in to the inspector" }).waitFor();
  await shoot(t, page, "login");
  await page.getByLabel("E-mail").fill("ada@example.com");
  await page.getByLabel("Password").fill(password);
  await page.keyboard.press("Enter");
  await lit(page, "with_agent").waitFor();
  t.equal(await hashOf(page), "#/actor/chat/1?kind=chat");
  t.equal(await page.getByLabel("Kind").inputValue(), "chat");

  const token = await service.logIn("ada");
  const sessions = await service.call("GET", "/api/sessions", { token });
  for (const { id } of sessions.body.sessions.filter(({ current }) => !current))
    await service.call("DELETE", `/api/sessions/${id}`, { token });
  await page.getByText("Your session has ended. You find this page as it was.").waitFor();
  await page.getByLabel("E-mail").fill("ada@example.com");
  await page.getByLabel("Password").fill(password);
  await page.keyboard.press("Enter");
  await lit(page, "with_agent").waitFor();
  await page.getByRole("button", { name: "Log out" }).click();
  await page.getByRole("heading", { name: "Log in to the inspector" }).waitFor();
  t.equal(await page.getByText("Your session has ended").count(), 0);
});

t.test("who cannot enter is told why, and can try again", async (t) => {
  const { page } = await openInspectorPage(browser, service, "#/actor/chat/1", { name: "kim" });
  await page.getByRole("heading", { name: "The inspector is for administrators" }).waitFor();
  t.match(await page.getByRole("main").innerText(), /You are logged in as Kim/);
  t.equal(await page.getByRole("link", { name: "Go to the desk" }).getAttribute("href"), "/desk/");
  await page.getByRole("button", { name: "Log out" }).click();
  await page.getByRole("heading", { name: "Log in to the inspector" }).waitFor();

  await page.route("**/api/session/*", (route) =>
    route.fulfill({ json: { session: { agent: { name: "Ada", role: "admin" }, passwordMustChange: true } } }),
  );
  await page.reload();
  await page.getByText("Your password was made for you: change it at the desk first.").waitFor();
  t.equal(await page.getByRole("link", { name: "Open the desk" }).getAttribute("href"), "/desk/");
  await page.unroute("**/api/session/*");
  await page.route("**/api/session/*", (route) => route.abort());
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("The service could not be reached.").waitFor();
  t.equal(await page.getByLabel("Password").count(), 0);
  await page.unroute("**/api/session/*");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "Log in to the inspector" }).waitFor();
});
