import type { Page, Route } from "playwright-core";
import sharp from "sharp";
import t from "tap";
import { sessionCookieName } from "../../../../src/edge/routes/desk/session/session-cookie.ts";
import { openBrowser, openPage, untilFocused } from "../../browser.ts";
import { setSize, sizes } from "../../views.ts";
import { openDeskPage, shoot } from "../desk-page.ts";
import { acceptAs, goTo } from "../inbox/inbox-page.ts";
import { part, save } from "./settings-channels.ts";
import { agentsOf, hostileName, startWithZoe, tryLogIn, zoe } from "./settings-people.ts";

t.setTimeout(300_000);
const browser = await openBrowser(t);
const service = await startWithZoe(t, { config: { departments: [{ id: 1, name: hostileName }] } });
const token = await service.logIn("ada");
await service.call("PATCH", "/api/channels/OTHERAPP01", { token, body: { agents: [5], name: hostileName } });
const { page, complaints } = await openDeskPage(browser, service, "ada", "#/settings/agents");
const hostile = `<script>alert(1)</script>${"W".repeat(100)}`;
const hostileText = "<b>Hello</b> {name},\n\u202Ehere is {agent}. $& $1";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Presses Tab until the element with that label has the focus. */
async function tabTo(page: Page, label: string): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press("Tab");
    const found = await page.evaluate(() => {
      const { activeElement } = document;
      const labels = activeElement instanceof HTMLInputElement ? [...(activeElement.labels ?? [])] : [];
      return [...labels, activeElement].map((one) => one?.textContent?.trim() ?? "");
    });
    if (found.includes(label)) return;
  }
  throw new Error(`Expected a way by Tab to "${label}", got none.`);
}

t.test("[AUTH-14, AUTH-15] an agent is added with only the keyboard; the new password is shown once", async (t) => {
  await page.getByRole("link", { name: /^Kim Away kim@example.com/ }).waitFor();
  await tabTo(page, "Add an agent");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Add an agent" }).waitFor();
  await tabTo(page, "Name");
  await page.keyboard.insertText(hostileName);
  await tabTo(page, "E-mail");
  await page.keyboard.type("nobody");
  await tabTo(page, hostileName);
  await page.getByText("Enter an e-mail address, like pat@example.com.").waitFor();
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  await untilFocused(page.getByLabel("E-mail"));
  t.pass("the wrong field has the focus");
  t.equal((await agentsOf(service)).length, 5, "nothing was created");
  await shoot(t, page, "people-new-agent");
  await page.keyboard.press("Control+A");
  await page.keyboard.type("new@example.com");
  await tabTo(page, "MOBILEAPP1");
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "was added" }).waitFor();
  const invitation = await page.getByLabel("Invitation", { exact: true }).inputValue();
  await shoot(t, page, "people-invitation");
  const made = await page.getByLabel("Password", { exact: true }).inputValue();
  t.match(made, /^[a-z2-9]{4}(-[a-z2-9]{4}){4}$/);
  t.equal(invitation, `${service.url}/desk/#/invitation/new%40example.com/${made}`);
  t.equal(await tryLogIn(service, "new@example.com", made), 200);
  const { body } = await service.call("GET", "/api/channels/MOBILEAPP1", { token });
  t.ok((body as unknown as { readonly channel: { readonly agents: readonly number[] } }).channel.agents.includes(6));
  t.match((await agentsOf(service)).at(-1), {
    name: hostileName,
    email: "new@example.com",
    departments: [1],
    phone: null,
    photo: null,
    role: "agent",
  });
  await tabTo(page, "Done");
  await page.keyboard.press("Enter");
  await part(page, "Agent").waitFor();
  t.notOk((await page.content()).includes(made), "the password is not in the page any more");
  await page.goBack();
  await page.getByRole("heading", { name: "Add an agent" }).waitFor();
  t.notOk((await page.content()).includes(made));
  await goTo(page, "#/settings/agents");
  await page.getByRole("link", { name: /onerror/ }).waitFor();
  t.equal(await page.locator("img").count(), 0, "a name is shown as text");
  await shoot(t, page, "people-agents");
});

t.test(
  "[CH-13, CH-39, AUTH-14, AUTH-15] an agent has the own account: sessions, photo, password, and no settings of administrators",
  async (t) => {
    const logIn = async (userAgent: string): Promise<string> => {
      const body = { email: zoe.email, password: zoe.password };
      return (await service.call("POST", "/api/session", { body, headers: { "user-agent": userAgent } })).body.token;
    };
    const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:131.0) Gecko/20100101 Firefox/131.0";
    const strange = await logIn(hostile);
    const { hostname } = new URL(service.url);
    const cookie = { name: sessionCookieName, value: await logIn(firefox), path: "/", expires: -1, domain: hostname };
    const kept = { ...cookie, httpOnly: true, secure: false, sameSite: "Strict" as const };
    const { page: own } = await openPage(browser, `${service.url}/desk/`, {
      viewport: sizes.wide,
      storageState: { cookies: [kept], origins: [] },
    });
    const asked: string[] = [];
    own.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await own.getByRole("link", { name: "Settings" }).click();
    await own.getByRole("heading", { name: "Canned replies" }).waitFor();
    const links = own.getByRole("navigation", { name: "Settings" }).getByRole("link");
    t.same(await links.allTextContents(), ["Canned replies", "Your account"]);
    for (const place of ["agents/4", "channels/MOBILEAPP1/connection"]) {
      await goTo(own, `#/settings/${place}`);
      await own.getByRole("heading", { name: "For administrators" }).waitFor();
    }
    t.same(
      asked.filter((path) =>
        /^\/api\/(agents|departments|providers|channels)|(agents|departments|providers|channels)-/.test(path),
      ),
      [],
      "no settings are loaded",
    );
    t.notMatch(await own.content(), /chat-api/);

    await goTo(own, "#/settings/me");
    const sessions = own.getByRole("list", { name: "Sessions" });
    await sessions.getByText(hostile).waitFor();
    t.match(await part(own, "You").textContent(), /Zoe.*zoe@example\.com.*Agent/);
    const rows = sessions.getByRole("listitem");
    t.equal(await rows.count(), 2, "only the agent's own sessions are shown");
    t.match(await rows.first().textContent(), /Firefox 131, Windows.*This session.*127\.0\.0\.1/);
    t.equal(await rows.first().getByRole("button").count(), 0);
    await shoot(t, own, "people-me");
    await rows
      .last()
      .getByRole("button", { name: /^End the session/ })
      .click();
    await sessions.getByText(hostile).waitFor({ state: "detached" });
    t.equal((await service.call("GET", "/api/session", { token: strange })).status, 401);
    t.notOk((await own.content()).includes(strange));

    const photo = part(own, "Photo");
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
    await photo.getByRole("button", { name: "Use this picture" }).click();
    await photo.getByText("The new photo is there.").waitFor();
    const { body } = await service.call("GET", "/api/agents/5", { token });
    t.match(body.agent.photo, /\/photos\//);
    await photo.locator(`img[src="${body.agent.photo}"]`).waitFor();
    await photo.getByRole("button", { name: "Remove the photo" }).click();
    await photo.getByText("The photo was removed.").waitFor();
    await photo.locator("img").waitFor({ state: "detached" });

    const other = await logIn(firefox);
    const hint = own.locator('input[autocomplete="username"]');
    const widthOf = (element: HTMLElement | SVGElement) => (element as HTMLElement).offsetWidth;
    t.equal(await hint.evaluate(widthOf), 1, "a long technical text does not make the page wider");
    const current = own.getByLabel("Current password");
    await current.fill("a guess");
    await own.getByLabel("New password").fill("short");
    await own.keyboard.press("Enter");
    await own.getByText("Use 10 to 1,024 characters, and no password that many people have.").waitFor();
    await own.getByLabel("New password").fill("second one");
    await own.keyboard.press("Enter");
    await own.getByText("This is not the password you log in with now. Enter that one.").waitFor();
    await untilFocused(current);
    const loseAnswer = async (route: Route): Promise<void> => {
      await route.fetch();
      await route.fulfill({ status: 504, body: "" });
    };
    await own.route("**/api/session/password", loseAnswer, { times: 1 });
    await current.fill(zoe.password);
    await own.keyboard.press("Enter");
    await own.getByText("Your password was changed. Your other sessions have ended.").waitFor();
    t.equal(await current.inputValue(), "");
    t.equal((await service.call("GET", "/api/session", { token: other })).status, 401);
    t.equal(await tryLogIn(service, zoe.email, "second one"), 200);

    await own.getByRole("button", { name: "Log out everywhere…" }).press("Enter");
    const loaded = own.waitForEvent("load");
    await own.getByRole("dialog").getByRole("button", { name: "Log out everywhere" }).click();
    await loaded;
    await own.getByLabel("Password").waitFor();
    t.equal(await own.locator(".workplace").count(), 0, "the page shows nothing of the agent's desk");
  },
);

t.test("[AUTH-14, AUTH-15] an agent is changed, gets another password, and is removed", async (t) => {
  await goTo(page, "#/settings/agents/5");
  await part(page, "Channels").getByRole("link", { name: hostileName }).waitFor();
  const asked = page.waitForRequest((request) => request.method() === "PATCH");
  await page.getByRole("textbox", { name: "Phone" }).fill("+15550100");
  await page.getByLabel(hostileName).check();
  await save(page, "Agent");
  t.same((await asked).postDataJSON(), { addDepartments: [1], phone: "+15550100" });
  const password = part(page, "Password");
  await button(page, "New password…").click();
  await page.getByText("The old password ends at once").waitFor();
  await button(page, "Set it").click();
  const made = await password.getByLabel("New password", { exact: true }).inputValue();
  await password.getByText("The password is shown only now.").waitFor();
  t.equal(await tryLogIn(service, zoe.email, "second one"), 401);
  t.equal(await tryLogIn(service, zoe.email, made), 200);
  await shoot(t, page, "people-agent");
  await button(page, "New password…").click();
  await page.getByRole("dialog").getByLabel("Password").fill("a given one");
  await button(page, "Set it").click();
  await password.getByLabel("New password", { exact: true }).waitFor({ state: "detached" });
  t.equal(await tryLogIn(service, zoe.email, "a given one"), 200);
  t.notMatch(await page.content(), /a given one/, "a password that was entered is not shown");
  await button(page, "Remove…").click();
  await page.getByText("open chats wait again").waitFor();
  await page.getByText("will have no agents").waitFor();
  await button(page, "Remove").click();
  await page.getByRole("heading", { name: "Agents", exact: true }).waitFor();
  await page.getByRole("link", { name: /Zoe/ }).waitFor({ state: "detached" });
  t.equal((await agentsOf(service)).length, 5);

  await goTo(page, "#/settings/agents/4");
  await page.getByText("The config file names this agent.").waitFor();
  await page.getByRole("combobox", { name: "Role" }).selectOption("agent");
  await part(page, "Agent").getByRole("button", { name: "Save" }).click();
  await page.getByText("Agent 4 is the last administrator: make another agent an administrator first.").waitFor();
  await button(page, "Remove…").click();
  await button(page, "Remove").click();
  await page.getByRole("dialog").getByText("Agent 4 is the last administrator").waitFor();
  await page.keyboard.press("Escape");
  t.equal(await password.getByRole("link", { name: "Your account" }).count(), 1);
  await part(page, "Agent").getByRole("button", { name: "Undo changes" }).click();
});

t.test("[AUTH-15] departments are added, renamed and removed; a department with agents stays", async (t) => {
  await goTo(page, "#/settings/departments");
  await page.getByRole("link", { name: "Add a department" }).click();
  await button(page, "Add").click();
  await page.getByText("Enter a name.").waitFor();
  await page.getByLabel("Name").fill("Sales");
  await page.keyboard.press("Enter");
  await part(page, "Agents").getByText("This department has no members").waitFor();
  await part(page, "Department").getByLabel("Name").fill("Sales and service");
  await save(page, "Department");
  await service.call("PATCH", "/api/agents/1", { token, body: { departments: [2] } });
  await service.pass(1_000);
  await part(page, "Agents").getByRole("link", { name: "Kim" }).waitFor();
  await button(page, "Remove…").click();
  await button(page, "Remove").click();
  await page.getByRole("dialog").getByText("Department 2 has agents: Kim (1). Take them out of it first.").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "All departments" }).click();
  await page.getByRole("link", { name: /onerror.* 1 agent/ }).waitFor();
  await shoot(t, page, "people-departments");
  await page.getByRole("link", { name: /^Sales and service 1 agent$/ }).click();
  await service.call("PATCH", "/api/agents/1", { token, body: { departments: [] } });
  await service.pass(1_000);
  await part(page, "Agents").getByText("This department has no members").waitFor();
  await button(page, "Remove…").click();
  await button(page, "Remove").click();
  await page.getByRole("link", { name: "Add a department" }).waitFor();
  await page.getByRole("link", { name: /^Sales and service/ }).waitFor({ state: "detached" });
  const { body } = await service.call("GET", "/api/departments", { token });
  t.equal((body as unknown as { readonly departments: readonly { readonly id: number }[] }).departments.length, 1);
});

t.test("[AUTH-15] agents have their own replies, and only administrators change shared ones", async (t) => {
  await goTo(page, "#/settings/replies/add");
  await page.getByLabel("Shortcut").fill("shipping");
  await page.getByLabel("Text").fill(hostileText);
  await page.getByLabel("Shared with all agents").check();
  await button(page, "Add").click();
  await page.getByRole("heading", { name: "/shipping" }).waitFor();
  await goTo(page, "#/settings/replies/add");
  await page.getByRole("heading", { name: "Add a canned reply" }).waitFor();
  await page.getByLabel("Shortcut").fill("SHIPPING");
  await page.getByLabel("Text").fill("Again");
  await page.getByLabel("Shared with all agents").check();
  await button(page, "Add").click();
  await page.getByText("There is a reply with this shortcut already.").waitFor();
  await untilFocused(page.getByLabel("Shortcut"));

  // A longer list can be searched.
  for (const shortcut of ["bye", "hours", "prices", "returns"])
    await service.call("POST", "/api/canned-replies", { token, body: { shortcut, text: "Good day", shared: true } });

  await service.say({ id: "7", name: "Maria" }, "Hello");
  const chatId = await acceptAs(service, "kim", "Maria");
  const kim = await openDeskPage(browser, service, "kim", "#/settings/replies");
  const { page: own } = kim;
  await own.getByRole("link", { name: "Add a reply" }).click();
  await own.getByLabel("Shortcut").fill("hello there");
  t.equal(await own.getByLabel("Shared with all agents").count(), 0);
  await own.getByLabel("Text").fill(hostileText);
  await button(own, "Add").click();
  await own.getByText("Use letters, digits, - and _ without spaces, 32 at most, like hello.").waitFor();
  await own.getByLabel("Shortcut").fill("привет");
  await own.getByText("<b>Hello</b> Maria,").waitFor();
  await shoot(t, own, "people-new-reply");
  await button(own, "Add").click();
  await own.getByRole("heading", { name: "/привет" }).waitFor();
  await own.getByRole("link", { name: "All canned replies" }).click();
  await own.getByRole("link", { name: /^\/shipping/ }).click();
  await own.getByText("Administrators change it.").waitFor();
  t.equal(await own.getByRole("button", { name: /Save|Remove/ }).count(), 0);
  t.match(await own.locator(".reply-whole").textContent(), hostileText);

  await goTo(own, `#/inbox/mine/${chatId}`);
  const field = own.locator("textarea");
  await field.pressSequentially("/");
  await own.getByRole("option", { name: /привет/ }).waitFor();
  await own.getByRole("link", { name: "Manage replies" }).click();
  await own.getByLabel("Find a canned reply").fill("/при");
  await own.getByRole("link", { name: /^\/shipping/ }).waitFor({ state: "detached" });
  await shoot(t, own, "people-replies");
  await own.getByRole("link", { name: /^\/привет/ }).click();
  await own.getByLabel("Text").fill("The second text");
  await button(own, "Save").click();
  await own.getByText("Saved", { exact: true }).waitFor();
  await goTo(own, `#/inbox/mine/${chatId}`);
  await field.fill("");
  await field.pressSequentially("/");
  await own.getByRole("option", { name: /The second text/ }).waitFor();
  await goTo(own, "#/settings/replies");
  await own.getByRole("link", { name: /^\/привет/ }).click();
  await button(own, "Remove…").click();
  await button(own, "Remove").click();
  await own.getByRole("link", { name: /^\/shipping/ }).waitFor();
  t.equal(await own.getByRole("link", { name: /^\/привет/ }).count(), 0);
  t.same(
    [...complaints, ...kim.complaints].filter((words) => !words.includes("status of 4")),
    [],
    "the only errors are about refused requests",
  );
});

t.test(
  "on a phone the menu of the settings stays visible, marks the current page, and leads to every other page",
  async (t) => {
    await goTo(page, "#/settings/me");
    await setSize(page, sizes.phone);
    const links = page.getByRole("navigation", { name: "Settings" }).getByRole("link");
    const own = links.filter({ hasText: "Your account" });
    // The menu scrolls when its size changes, which the page notices with the next drawing.
    const untilInSight = () =>
      page.waitForFunction(() => {
        const link = document.querySelector(".settings-nav [aria-current=page]");
        const { left, right, top } = link?.getBoundingClientRect() ?? { left: -1, right: 0, top: -1 };
        return left >= 0 && right <= innerWidth && top >= 0;
      });
    await page.getByRole("heading", { name: "Your account" }).waitFor();
    t.equal(await own.getAttribute("aria-current"), "page");
    await untilInSight();
    t.pass("the last link is visible");
    await page.locator(".section.settings").evaluate((section) => section.scrollTo(0, section.scrollHeight));
    await untilInSight();
    t.pass("the menu is also visible at the end of a long page");
    await links.filter({ hasText: "Channels" }).click();
    await page.getByRole("heading", { name: "Manage channels", exact: true }).first().waitFor();
  },
);

t.test(
  "[AUTH-15] an invited agent chooses a password on the address of the invitation, which works once",
  async (t) => {
    const { body } = await service.call("POST", "/api/agents", {
      token,
      body: { name: "Ivy", email: "ivy+desk@example.com", role: "agent" },
    });
    const { password } = body as unknown as { readonly password: string };
    const place = `${service.url}/desk/#/invitation/${encodeURIComponent("ivy+desk@example.com")}/${password}`;
    const open = async () => (await openPage(browser, place, { viewport: sizes.wide })).page;
    const own = await open();
    await own.getByRole("heading", { name: "Welcome to the desk" }).waitFor();
    t.notMatch(own.url(), password, "the address does not keep the password");
    await shoot(t, own, "invitation");
    await own.getByRole("button", { name: "Set the password and start" }).click();
    await own.getByText("Use 10 characters or more").waitFor();
    await own.getByLabel("New password").fill("a battery of horses");
    await own.getByRole("button", { name: "Set the password and start" }).click();
    await own.locator(".workplace").waitFor();
    t.equal(await tryLogIn(service, "ivy+desk@example.com", "a battery of horses"), 200);
    const late = await open();
    await late.getByLabel("New password").fill("a battery of ponies");
    await late.getByRole("button", { name: "Set the password and start" }).click();
    await late.getByText("This invitation was used already").waitFor();
  },
);
