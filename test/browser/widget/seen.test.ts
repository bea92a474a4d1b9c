import t from "tap";
import { until } from "../../delivery/through-service.ts";
import { startService } from "../../harness/service.ts";
import { step } from "../../visitors/visitor-channel.ts";
import { openBrowser } from "../browser.ts";
import { openSite, visit } from "./site.ts";
import { bubble, composer, dialog, label, looking, shoot } from "./ui-page.ts";

t.setTimeout(300_000);
const browser = await openBrowser(t);

t.test(
  "[WJ-54, WJ-55] the widget shows what a reply quotes, and reports a message only when it is in view",
  async (t) => {
    const service = await startService(t, looking({}));
    await service.enter("kim");
    const site = await openSite(t, service);
    const { page, complaints } = await visit(browser, site);
    const seenSeq = async (): Promise<number | undefined> => {
      const token = await service.logIn("kim");
      return (await service.call("GET", "/api/chats/1", { token })).body.chat.seenSeq;
    };
    await label(page).click();
    await composer(page).fill("Where is <b>my</b> order?");
    await page.keyboard.press("Enter");
    await page.getByTitle("Sent", { exact: true }).waitFor();
    t.equal(await seenSeq(), undefined, "a visitor's own message is not reported");
    await step(service, "accept");
    await step(service, "messages", { type: "text", text: "It is on its way.", replyTo: 1 });
    await bubble(page, "It is on its way.").waitFor();
    await until(async () => (await seenSeq()) === 2);
    const quote = bubble(page, "It is on its way.").locator("blockquote");
    t.equal((await quote.innerText()).trim(), "You: Where is <b>my</b> order?");
    await shoot(t, page, "quote");

    await page.keyboard.press("Escape");
    await dialog(page).waitFor({ state: "hidden" });
    await step(service, "messages", { type: "text", text: "Anything else?" });
    await label(page).getByText("1").waitFor();
    t.equal(await seenSeq(), 2, "the window is closed");
    await label(page).click();
    await until(async () => (await seenSeq()) === 3);
    t.same(complaints, []);
  },
);
