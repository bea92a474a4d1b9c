import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import t from "tap";
import { ServiceProcess } from "../../system/harness/service/process.ts";
import { openBrowser, openPage } from "../browser.ts";
import { sizes } from "../views.ts";
import { shoot } from "./desk-page.ts";

const run = promisify(execFile);

/** Returns the text after a word in the output of the first start. */
const printed = (text: string, word: string): string => {
  const [, found] = new RegExp(`^ +${word} +(.+)$`, "m").exec(text) ?? [];
  if (found === undefined) throw new Error(`Expected ${word} in ${text}`);
  return found;
};

const step = (page: Page, title: string, state: "done" | "to do") =>
  page.getByRole("heading", { name: `${title} (${state})`, exact: true });

t.setTimeout(120_000);

t.test(
  "[CH-10, DEL-09] a person gets from an empty folder to a delivered reply with only the printed text",
  async (t) => {
    const folder = await mkdtemp(join(tmpdir(), "parley-first-"));
    const life = new ServiceProcess(["--data", join(folder, "data"), "--port", "0"], {});
    t.teardown(async () => {
      await life.kill();
      await rm(folder, { recursive: true, force: true });
    });
    await life.ready();
    const words = life.stdout;
    const browser = await openBrowser(t);
    const { page, context, complaints } = await openPage(browser, printed(words, "Desk"), { viewport: sizes.wide });

    await page.getByLabel("E-mail").fill(printed(words, "Administrator"));
    await page.getByLabel("Password").fill(printed(words, "Password"));
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByLabel("The password made for you").fill(printed(words, "Password"));
    await page.getByLabel(/New password/).fill("a password of my own");
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByRole("heading", { name: "First steps", exact: true }).waitFor();
    await step(page, "Write as a sample customer", "to do").waitFor();

    await run("sh", ["-c", printed(words, "Paste")]);
    await step(page, "Write as a sample customer", "done").waitFor();
    await page.locator(".chat-list").getByRole("link", { name: /Ann/ }).click();
    await page.locator(".chat-header").getByRole("button", { name: "Reply" }).click();
    await page.locator(".composer textarea").fill("Hello Ann");
    await page.keyboard.press("Enter");
    const reply = page.locator("[data-seq]").filter({ hasText: "Hello Ann" });
    await reply.getByText("Delivered").waitFor();

    const sample = await context.newPage();
    await sample.goto(printed(words, "Sample customer"));
    await sample.getByText("An agent is at the desk").waitFor();
    await sample.locator(".bubble", { hasText: "Hello Ann" }).waitFor();
    t.same(
      await sample.locator(".bubble").allInnerTexts(),
      ["Hello", "Hello Ann"],
      "the message that curl sent is shown",
    );
    await page.locator(".composer textarea").pressSequentially("Do you");
    await sample.getByText("Administrator is typing…").waitFor();
    await sample.getByLabel("Your message").pressSequentially("Thank");
    await page
      .locator(".chat-header, .conversation")
      .getByText(/types|typing/i)
      .first()
      .waitFor();
    await sample.getByLabel("Your message").fill("Thank you");
    await sample.keyboard.press("Enter");
    await page.locator("[data-seq]").filter({ hasText: "Thank you" }).waitFor();
    await shoot(t, sample, "sample-customer");

    await page.locator(".rail").getByRole("link", { name: "Inbox" }).click();
    await page.goto(`${page.url().split("#")[0]}#/inbox/waiting`);
    await step(page, "Answer", "done").waitFor();
    await step(page, "Add a bot", "to do").waitFor();
    await shoot(t, page, "first-steps");
    await page.getByRole("button", { name: "Connect the sample bot" }).click();
    await step(page, "Add a bot", "done").waitFor();
    await page.getByRole("button", { name: "Hide" }).click();
    await page.getByRole("heading", { name: "First steps", exact: true }).waitFor({ state: "detached" });
    await page.reload();
    await page.locator(".no-chat h2").waitFor();
    t.equal(
      await page.getByRole("heading", { name: "First steps", exact: true }).count(),
      0,
      "after a reload the first steps stay hidden, as the service stores it",
    );
    await page.keyboard.press("Control+k");
    await page.keyboard.type("first steps");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "First steps", exact: true }).waitFor();
    t.same(
      complaints.filter((text) => !text.includes("401")),
      [],
    );
  },
);
