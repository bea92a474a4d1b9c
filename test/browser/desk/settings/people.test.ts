import type { Page } from "playwright-core";
import t from "tap";
import { startService } from "../../../harness/service.ts";
import { openBrowser, untilFocused } from "../../browser.ts";
import { openDeskPage, shoot } from "../desk-page.ts";
import { part, save } from "./settings-channels.ts";
import { agentsOf, hostileName, startWithZoe, tryLogIn, zoe } from "./settings-people.ts";

const browser = await openBrowser(t);
const departments = [{ id: 1, name: hostileName }];

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
  const service = await startService(t, { config: { departments } });
  const { page, complaints } = await openDeskPage(browser, service, "ada", "#/settings/agents");
  await page.getByRole("link", { name: /^Kim Away kim@example.com/ }).waitFor();
  await tabTo(page, "Add an agent");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Add an agent" }).waitFor();
  await tabTo(page, "Name");
  await page.keyboard.type(hostileName);
  await tabTo(page, "E-mail");
  await page.keyboard.type("nobody");
  await tabTo(page, hostileName);
  await page.getByText("Enter an e-mail address, like pat@example.com.").waitFor();
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  await untilFocused(page.getByLabel("E-mail"));
  t.pass("the wrong field has the focus");
  t.equal((await agentsOf(service)).length, 4, "nothing was created");
  await page.keyboard.press("Control+A");
  await page.keyboard.type("new@example.com");
  await shoot(t, page, "people-new-agent");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "was added" }).waitFor();
  await shoot(t, page, "people-agent-added");
  const made = await page.getByLabel("Password", { exact: true }).inputValue();
  t.match(made, /^[a-z2-9]{4}(-[a-z2-9]{4}){4}$/);
  t.equal(await tryLogIn(service, "new@example.com", made), 200);
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
  await page.goto(`${service.url}/desk/#/settings/agents`);
  await page.getByRole("link", { name: /onerror/ }).waitFor();
  t.equal(await page.locator("img").count(), 0, "a name is shown as text");
  await shoot(t, page, "people-agents");
  t.same(complaints, []);
});

t.test("[AUTH-14, AUTH-15] an agent is changed, gets another password, and is removed", async (t) => {
  const service = await startWithZoe(t, { config: { departments } });
  const token = await service.logIn("ada");
  await service.call("PATCH", "/api/channels/OTHERAPP01", { token, body: { agents: [5], name: hostileName } });
  const { page, complaints } = await openDeskPage(browser, service, "ada", "#/settings/agents/5");
  await part(page, "Channels").getByRole("link", { name: hostileName }).waitFor();
  const asked = page.waitForRequest((request) => request.method() === "PATCH");
  await page.getByRole("textbox", { name: "Phone" }).fill("+15550100");
  await page.getByLabel(hostileName).check();
  await save(page, "Agent");
  t.same((await asked).postDataJSON(), { departments: [1], phone: "+15550100" });
  await shoot(t, page, "people-agent");
  const password = part(page, "Password");
  await password.getByRole("button", { name: "New password…" }).click();
  await page.getByText("The old password ends at once").waitFor();
  await page.getByRole("button", { name: "Set it" }).click();
  const made = await password.getByLabel("New password", { exact: true }).inputValue();
  await password.getByText("The password is shown only now.").waitFor();
  t.equal(await tryLogIn(service, zoe.email, zoe.password), 401);
  t.equal(await tryLogIn(service, zoe.email, made), 200);
  await password.getByRole("button", { name: "New password…" }).click();
  await page.getByRole("dialog").getByLabel("Password").fill("a given one");
  await page.getByRole("button", { name: "Set it" }).click();
  await password.getByLabel("New password", { exact: true }).waitFor({ state: "detached" });
  t.equal(await tryLogIn(service, zoe.email, "a given one"), 200);
  t.notMatch(await page.content(), /a given one/, "a password that was entered is not shown");
  await page.getByRole("button", { name: "Remove…" }).click();
  await page.getByText("open chats wait again").waitFor();
  await page.getByText("will have no agents").waitFor();
  await shoot(t, page, "people-remove-agent");
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByRole("heading", { name: "Agents", exact: true }).waitFor();
  await page.getByRole("link", { name: /Zoe/ }).waitFor({ state: "detached" });
  t.equal((await agentsOf(service)).length, 4);
  t.same(complaints, []);
});

t.test("[AUTH-15] the last administrator stays; accounts of the config file are marked", async (t) => {
  const service = await startService(t);
  const { page } = await openDeskPage(browser, service, "ada", "#/settings/agents/4");
  await page.getByText("The config file names this agent.").waitFor();
  await page.getByRole("combobox", { name: "Role" }).selectOption("agent");
  await part(page, "Agent").getByRole("button", { name: "Save" }).click();
  await page.getByText("Agent 4 is the last administrator: make another agent an administrator first.").waitFor();
  await page.getByRole("button", { name: "Remove…" }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByRole("dialog").getByText("Agent 4 is the last administrator").waitFor();
  await page.keyboard.press("Escape");
  t.equal((await agentsOf(service)).filter(({ role }) => role === "admin").length, 1);
  t.equal(await part(page, "Password").getByRole("link", { name: "Your account" }).count(), 1);
  await page.goto(`${service.url}/desk/#/settings/agents/1`);
  await page.getByRole("textbox", { name: "E-mail" }).fill("kim@elsewhere.example.com");
  await part(page, "Agent").getByRole("button", { name: "Save" }).click();
  await page.getByText("The e-mail of agent 1 is set in the config file: change it there.").waitFor();
});

t.test("[AUTH-15] departments are added, renamed and removed; a department with agents stays", async (t) => {
  const service = await startService(t);
  const { page, complaints } = await openDeskPage(browser, service, "ada", "#/settings/departments");
  await page.getByText("No department yet.").waitFor();
  await page.getByRole("link", { name: "Add a department" }).click();
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByText("Enter a name.").waitFor();
  await page.getByLabel("Name").fill("Sales");
  await page.keyboard.press("Enter");
  await part(page, "Agents").getByText("This department has no members").waitFor();
  const name = part(page, "Department").getByLabel("Name");
  await name.fill(hostileName);
  await save(page, "Department");
  const token = await service.logIn("ada");
  await service.call("PATCH", "/api/agents/1", { token, body: { departments: [1] } });
  await service.pass(1_000);
  await part(page, "Agents").getByRole("link", { name: "Kim" }).waitFor();
  await shoot(t, page, "people-department");
  await page.getByRole("button", { name: "Remove…" }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByRole("dialog").getByText("Department 1 has agents: Kim (1). Take them out of it first.").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "All departments" }).click();
  await page.getByRole("link", { name: /onerror.* 1 agent$/ }).click();
  await service.call("PATCH", "/api/agents/1", { token, body: { departments: [] } });
  await service.pass(1_000);
  await part(page, "Agents").getByText("This department has no members").waitFor();
  await page.getByRole("button", { name: "Remove…" }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByText("No department yet.").waitFor();
  const others = complaints.filter((words) => !words.includes("409"));
  t.same(others, [], "the only errors are the browser's own entries about 409");
});
