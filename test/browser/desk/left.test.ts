import type { Page, WebSocketRoute } from "playwright-core";
import t from "tap";
import type { VisitorClient } from "../../harness/visitor-client.ts";
import { enterVisitor } from "../../harness/visitor-client.ts";
import { openBrowser, untilFocused } from "../browser.ts";
import { hostile, startWithWidget } from "./client/client-world.ts";
import { openDeskPage, shoot } from "./desk-page.ts";
import { goTo } from "./inbox/inbox-page.ts";

const browser = await openBrowser(t);

async function leave(visitor: VisitorClient, text: string, rest: object = {}): Promise<void> {
  const answer = await visitor.ask({ type: "offline_message", email: "tom@mailbox.example", text, ...rest });
  if (answer.type !== "done") throw new Error(`Expected done, got ${JSON.stringify(answer)}`);
}

const smtp = { url: "smtp://localhost", from: "desk@shop.example" };

const texts = (page: Page): Promise<readonly string[]> => page.locator(".left-text").allInnerTexts();

t.test(
  "[WH-18, WJ-14] offline messages are shown live and counted on the rail, are taken and done, and are answered by mail",
  async (t) => {
    const service = await startWithWidget(t, { config: { smtp } });
    const { page: visitor } = await enterVisitor(t, service);
    const { page, complaints } = await openDeskPage(browser, service, "kim", "#/left");
    const sockets: WebSocketRoute[] = [];
    let isCut = false;
    await page.routeWebSocket(/\/ws\/desk$/, (socket) => {
      if (isCut) return void socket.close();
      sockets.push(socket);
      socket.connectToServer();
    });
    await page.reload();
    await page.getByText("No message waits for an answer.").waitFor();
    const rail = (name: string) => page.getByRole("navigation").getByRole("link", { name, exact: true });
    const row = (text: string) => page.getByRole("article").filter({ hasText: text });
    await leave(visitor, "Please call me.\nOn Monday.", { name: "Tomas Berg", phone: "+44 20 7946 0181" });
    await page.getByText("Please call me.").waitFor();
    await leave(visitor, hostile, { name: hostile, email: "no@where", phone: "" });
    await page.locator(".left-text", { hasText: "<b>" }).waitFor();
    t.same(await texts(page), [hostile, "Please call me.\nOn Monday."], "the newest is first");
    t.equal(await page.locator(".left-messages b, .left-messages img").count(), 0);
    const hrefs = await page.locator(".reach a").evaluateAll((links) => links.map((link) => link.getAttribute("href")));
    t.same(hrefs, ["mailto:no@where", "tel:+442079460181", "mailto:tom@mailbox.example", "tel:+442079460181"]);
    t.match(await page.locator(".reach").first().innerText(), "Web shop");

    await rail("Offline messages, 2 to do").waitFor();
    isCut = true;
    await sockets.at(-1)?.close();
    await leave(visitor, "Unheard");
    isCut = false;
    await rail("Offline messages, 3 to do").waitFor();
    await row("Unheard").waitFor();
    t.equal(await page.getByText("New", { exact: true }).count(), 3, "they have no owner");
    const lee = await service.logIn("lee");
    await service.call("PATCH", "/api/offline-messages/2", { token: lee, body: { ownerId: 2 } });
    await rail("Offline messages, 2 to do").waitFor();
    await page.getByText("Assigned to Lee").waitFor();
    await row("Unheard").getByRole("button", { name: "Take" }).click();
    await row("Unheard").getByText("Yours").waitFor();
    await row("Unheard").getByRole("button", { name: "Done" }).click();
    await row("Unheard")
      .getByText(/Done by you/)
      .waitFor();
    await rail("Offline messages, 1 to do").waitFor();
    await shoot(t, page, "left");

    await row("Please call").getByRole("button", { name: "Answer by mail" }).click();
    const text = page.getByRole("textbox", { name: "Text" });
    await untilFocused(text);
    await page.keyboard.type("Yes.");
    t.equal(await text.inputValue(), "Yes.\n\n> Please call me.\n> On Monday.\n");
    await shoot(t, page, "left-mail");
    await page.getByRole("button", { name: "Send mail" }).click();
    await page.getByText("Being sent.").waitFor();
    await service.settle();
    t.match(service.mails[0], { to: ["tom@mailbox.example"], subject: "Your message to Web shop" });
    const failure = { kind: "error_answer", code: "550", message: "550 No such mailbox" } as const;
    service.mails[0]?.answer({ failure, isFinal: true });
    await page.getByText("Not sent: 550 No such mailbox").waitFor();
    await page.getByRole("button", { name: "Send again" }).click();
    await page.getByText("Being sent").waitFor();
    await service.settle();
    t.equal(service.mails.length, 2);
    service.mails[1]?.answer();
    await page.getByText("Sent by mail.").waitFor();

    await visitor.ask({ type: "message", text: "I am here now" });
    await page.getByRole("button", { name: "Chats of visitor 1" }).first().press("Enter");
    await page.getByRole("link", { name: /I am here now/ }).click();
    await page.waitForURL(/#\/inbox\/all\/1$/);
    const before = page.locator(".left-before li", { hasText: "On Monday." });
    await before.waitFor();
    await shoot(t, page, "left-before");
    await before.getByRole("button", { name: "Answered" }).click();
    await before.waitFor({ state: "detached" });
    t.same(complaints, []);
  },
);

t.test("older messages load on request; a failure is shown", async (t) => {
  const service = await startWithWidget(t);
  const { page: visitor } = await enterVisitor(t, service);
  for (let number = 1; number <= 101; number += 1) await leave(visitor, `Message ${number}`);
  const { page } = await openDeskPage(browser, service, "kim", "#/inbox");
  await page.getByRole("link", { name: "Offline messages, 101 to do" }).waitFor();
  // The rail reads these messages too, at any time. So each request fails until `isBroken` is false.
  let isBroken = true;
  await page.route(/\/api\/offline-messages\?state=open&cursor/, async (route) => {
    if (!isBroken) await route.continue();
    else await route.fulfill({ status: 500, json: { error: { code: "internal_error", message: "Something broke." } } });
  });
  await goTo(page, "#/left");
  await page.getByText("Message 101", { exact: true }).waitFor();
  t.equal((await texts(page)).length, 100);
  await page.getByRole("button", { name: "Show older ones" }).click();
  await page.getByRole("alert").getByText("Something broke.").waitFor();
  isBroken = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("Message 1", { exact: true }).waitFor();
  t.equal((await texts(page)).length, 101);
});
