import t from "tap";
import { startService } from "../../../harness/service.ts";
import { openBrowser, untilFocused } from "../../browser.ts";
import { openDeskPage, shoot } from "../desk-page.ts";

const browser = await openBrowser(t);
const hostileText = "<b>Hello</b> {name},\n\u202Ehere is {agent}. $& $1";

t.test("[AUTH-15] agents have their own replies; only administrators change shared replies", async (t) => {
  const service = await startService(t);
  const token = await service.logIn("ada");
  const share = (shortcut: string) =>
    service.call("POST", "/api/canned-replies", { token, body: { shortcut, text: hostileText, shared: true } });
  const { page, complaints } = await openDeskPage(browser, service, "kim", "#/settings/replies");
  await page.getByText("No canned reply yet.").waitFor();
  await shoot(t, page, "people-no-replies");
  for (const shortcut of ["bye", "hours", "prices", "returns", "shipping"]) await share(shortcut);
  await page.getByRole("link", { name: "Add a reply" }).click();
  await page.getByLabel("Shortcut").fill("hello there");
  t.equal(await page.getByLabel("Shared with all agents").count(), 0);
  await page.getByLabel("Text").fill(hostileText);
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByText("Use letters, digits, - and _ without spaces, 32 at most, like hello.").waitFor();
  await page.getByLabel("Shortcut").fill("привет");
  await page.getByText("<b>Hello</b> Maria,").waitFor();
  await shoot(t, page, "people-new-reply");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByRole("heading", { name: "/привет" }).waitFor();
  await page.getByRole("link", { name: "All canned replies" }).click();
  await page.getByRole("link", { name: /^\/shipping/ }).waitFor();
  await shoot(t, page, "people-replies");
  await page.getByLabel("Find a canned reply").fill("/при");
  await page.getByText("1 reply").waitFor();
  t.equal(await page.getByRole("link", { name: /^\/shipping/ }).count(), 0);
  await page.getByLabel("Find a canned reply").fill("/ship");
  await page.getByRole("link", { name: /^\/shipping/ }).click();
  await page.getByText("Administrators change it.").waitFor();
  t.equal(await page.getByRole("button", { name: /Save|Remove/ }).count(), 0);
  t.match(await page.locator(".reply-whole").textContent(), hostileText);
  await page.getByRole("link", { name: "All canned replies" }).click();
  await page.getByRole("link", { name: /^\/привет/ }).click();
  await page.getByLabel("Shortcut").fill("hello");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Remove…" }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByRole("heading", { name: "Canned replies" }).waitFor();
  await page.getByRole("link", { name: /^\/hello/ }).waitFor({ state: "detached" });
  t.same(complaints, []);
});

t.test(
  "[AUTH-15] an administrator shares a reply; a shortcut that is already used is refused with the reason",
  async (t) => {
    const service = await startService(t);
    const token = await service.logIn("kim");
    const { page } = await openDeskPage(browser, service, "ada", "#/settings/replies/add");
    await page.getByLabel("Shortcut").fill("hello");
    await page.getByLabel("Text").fill("Hello {name}");
    await page.getByLabel("Shared with all agents").check();
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("heading", { name: "/hello" }).waitFor();
    const { body } = await service.call("GET", "/api/canned-replies", { token });
    t.match(body, { replies: [{ shortcut: "hello", text: "Hello {name}", shared: true }] });
    await page.goto(`${service.url}/desk/#/settings/replies/add`);
    await page.getByRole("heading", { name: "Add a canned reply" }).waitFor();
    await page.getByLabel("Shortcut").fill("HELLO");
    await page.getByLabel("Text").fill("Again");
    await page.getByLabel("Shared with all agents").check();
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText("There is a reply with this shortcut already.").waitFor();
    await untilFocused(page.getByLabel("Shortcut"));
  },
);

t.test("a reply that was changed in the settings is changed at once in a chat", async (t) => {
  const service = await startService(t);
  await service.enter("lee");
  await service.say("7", "Hello");
  const token = await service.logIn("kim");
  const { body } = await service.call("GET", "/api/chats?state=waiting", { token });
  const [chat] = (body as unknown as { readonly chats: readonly { readonly id: string }[] }).chats;
  await service.call("POST", `/api/chats/${chat?.id}/accept`, { token });
  await service.call("POST", "/api/canned-replies", { token, body: { shortcut: "hello", text: "The first text" } });
  const { page } = await openDeskPage(browser, service, "kim", `#/inbox/mine/${chat?.id}`);
  const field = page.locator("textarea");
  await field.pressSequentially("/");
  await page.getByRole("option", { name: /The first text/ }).waitFor();
  await page.getByRole("link", { name: "Manage replies" }).click();
  await page.getByRole("link", { name: /^\/hello/ }).click();
  await page.getByLabel("Text").fill("The second text");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved", { exact: true }).waitFor();
  await page.goto(`${service.url}/desk/#/inbox/mine/${chat?.id}`);
  await field.fill("");
  await field.pressSequentially("/");
  await page.getByRole("option", { name: /The second text/ }).waitFor();
  t.equal(await page.getByRole("option", { name: /The first text/ }).count(), 0);
});
