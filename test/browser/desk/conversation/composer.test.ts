import t from "tap";
import { until } from "../../../delivery/through-service.ts";
import { startService } from "../../../harness/service.ts";
import { openBrowser } from "../../browser.ts";
import { takePicture } from "../../pictures.ts";
import { openDeskPage, shoot } from "../desk-page.ts";
import { button, field, focusedField, message, post, step } from "./conversation-world.ts";

t.setTimeout(300_000);
const browser = await openBrowser(t);

const service = await startService(t, { limits: { uploadBytesMax: 20_000 } });
await post(service, { type: "text", text: "Hello" }, { name: "Maria" });
await step(service, "kim", "accept");
for (const [shortcut, text] of Object.entries({ hello: "Dear {name}, {agent} is here.", bye: "Good bye" }))
  await service.call("POST", "/api/canned-replies", { token: await service.logIn("kim"), body: { shortcut, text } });
const { page, complaints } = await openDeskPage(browser, service, "kim", "#/inbox/mine/1");
await field(page).waitFor();

t.test("[CH-48, CH-49] typing is notified in both directions, and only to the client", async (t) => {
  await post(service, { type: "typein" });
  const typing = page.getByText("Maria is typing");
  await typing.waitFor();
  await post(service, { type: "typeout" });
  await typing.waitFor({ state: "detached" });
  await post(service, { type: "typein" });
  await typing.waitFor();
  await post(service, { type: "text", text: "So" });
  await typing.waitFor({ state: "detached" });

  const sent = async (count: number): Promise<readonly string[]> => {
    await until(() => service.notices.length >= count);
    return service.notices.map(({ state }) => state);
  };
  await field(page).pressSequentially("Hi");
  t.same(await sent(1), ["typein"]);
  await field(page).fill("");
  t.same(await sent(2), ["typein", "typeout"]);
  await page.getByRole("tab", { name: "Note" }).click();
  await field(page).pressSequentially("for us");
  await page.getByRole("tab", { name: "Reply" }).click();
  await field(page).pressSequentially("again");
  t.same(await sent(3), ["typein", "typeout", "typein"]);
  await page.evaluate(() => {
    location.hash = "#/inbox/mine";
  });
  t.same(await sent(4), ["typein", "typeout", "typein", "typeout"], "typing ends when the agent leaves the chat");
  await page.evaluate(() => {
    location.hash = "#/inbox/mine/1";
  });
  await field(page).waitFor();
  t.equal(await field(page).inputValue(), "again", "the draft is kept");
  await page.getByRole("tab", { name: "Note" }).click();
  t.equal(await field(page).inputValue(), "for us");
  await field(page).press("Enter");
  t.match(await message(page, "for us").innerText(), /Only agents see this/);
  await service.settle();
  t.equal(service.attempts.length, 0);
});

t.test("[CH-42] canned replies and emoji are inserted into the text with the keyboard", async (t) => {
  await page.getByRole("tab", { name: "Reply" }).click();
  await field(page).fill("");
  await field(page).press("/");
  await page.getByRole("option", { name: "/bye Good bye" }).waitFor();
  await shoot(t, page, "conversation-canned");
  await page.keyboard.type("he");
  await page.getByRole("option", { name: "/bye Good bye" }).waitFor({ state: "detached" });
  await page.keyboard.press("Enter");
  t.equal(await field(page).inputValue(), "Dear Maria, Kim is here.");
  await page.keyboard.type(" /zzz");
  await page.getByText("No canned reply matches “zzz”.").waitFor();
  await page.keyboard.press("Escape");
  await page.getByText("No canned reply matches “zzz”.").waitFor({ state: "detached" });
  await button(page, "Emoji").click();
  await page.getByRole("searchbox", { name: "Find an emoji" }).waitFor();
  await page.keyboard.type("thumbs up");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  t.equal(await field(page).inputValue(), "Dear Maria, Kim is here. /zzz👍");
  await button(page, "Emoji").click();
  await page
    .getByRole("region", { name: "Used recently" })
    .getByRole("button", { name: /thumbs up/ })
    .waitFor();
  await page.keyboard.press("Escape");
  t.equal(await page.getByRole("searchbox", { name: "Find an emoji" }).count(), 0);
});

t.test(
  "[CH-59, CH-60] files are sent in order with their comment; the page refuses files that are too large",
  async (t) => {
    await field(page).fill("");
    const png = await takePicture(page.locator(".chat-header h1"));
    await page.locator("input[type=file]").setInputFiles([
      { name: "title.png", mimeType: "image/png", buffer: png },
      { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("Dear all") },
      { name: "large.zip", mimeType: "application/zip", buffer: Buffer.alloc(20_001) },
    ]);
    await page.getByText("at most 20 kB can be sent").waitFor();
    await focusedField(page).waitFor();
    await page.locator(".tray-file.ready").nth(1).waitFor();
    await shoot(t, page, "conversation-tray");
    await button(page, "Remove large.zip").click();
    await field(page).fill("Both of them");
    await field(page).press("Enter");
    await message(page, "notes.txt").waitFor();
    for (let sent = 0; sent < 2; sent += 1) {
      // The page shows a file before it has sent the file to the service.
      await until(() => service.attempts.length > sent);
      service.attempts[sent]?.answer();
    }
    const [photo, notes] = service.attempts.map(({ content }) => content);
    t.match(photo, { type: "photo", text: "Both of them", media: { file_name: "title.png", file_size: png.length } });
    t.match(photo?.media, { width: Number, height: Number });
    t.match(notes, { type: "document", text: "", media: { file_name: "notes.txt", file_size: 8 } });
    t.match(photo?.media?.file, new RegExp(`^${service.url}/files/[\\w-]{22,}/title\\.png$`));
    await message(page, "title.png").locator("img").waitFor();
    t.equal(service.attempts.length, 2);

    for (const type of ["cells", "paste", "drop"])
      await field(page).evaluate((target, type) => {
        const carried = new DataTransfer();
        carried.items.add(new File(["Dear all"], `${type}.txt`));
        // Cells of a spreadsheet come with a picture of themselves, and stay text.
        if (type === "cells") carried.setData("text/plain", "1\t2");
        const options = { bubbles: true, cancelable: true };
        target.dispatchEvent(
          type === "paste" || type === "cells"
            ? new ClipboardEvent("paste", { ...options, clipboardData: carried })
            : new DragEvent(type, { ...options, dataTransfer: carried }),
        );
      }, type);
    await page.locator(".tray-file.ready").nth(1).waitFor();
    t.same(await page.locator(".tray-name").allInnerTexts(), ["paste.txt", "drop.txt"]);
    for (const type of ["paste", "drop"]) await button(page, `Remove ${type}.txt`).click();
  },
);

t.test(
  "[DEL-06] a message that the service refuses is shown as unsent, and can be changed or sent again",
  async (t) => {
    const unsent = page.locator("[data-unsent]");
    await page.route("**/messages", (route) =>
      route.fulfill({ status: 409, json: { error: { code: "conflict", message: "The chat is <b>closed</b>." } } }),
    );
    await field(page).fill("Second");
    await field(page).press("Enter");
    await unsent.getByText("Not sent: The chat is <b>closed</b>.").waitFor();
    await unsent.getByRole("button", { name: "Back into the draft" }).click();
    t.equal(await field(page).inputValue(), "Second");
    await field(page).press("Enter");
    await unsent.getByText("Not sent").waitFor();
    await page.unroute("**/messages");
    await unsent.getByRole("button", { name: "Try again" }).click();
    await message(page, "Second").waitFor();
    t.equal(await unsent.count(), 0);
  },
);

t.test("[CH-42] a text over 10 000 characters stays in the field, with a count", async (t) => {
  await field(page).fill("👍".repeat(10_001));
  await page.getByText("10,001 of 10,000 characters: 1 too many to be sent").waitFor();
  await field(page).press("Enter");
  await field(page).press("End");
  await field(page).press("Backspace");
  await page.getByText("10,000 of 10,000 characters").waitFor();
  await service.settle();
  const earlier = service.attempts.length;
  // The replies of a chat are sent one after the other.
  service.attempts.at(-1)?.answer();
  await field(page).press("Enter");
  await until(() => service.attempts.length > earlier);
  t.equal([...(service.attempts.at(-1)?.content.text ?? "")].length, 10_000);
  t.same(
    complaints.filter((text) => !text.includes("409")),
    [],
  );
});
