import t from "tap";
import { startService } from "../../../harness/service.ts";
import { bot } from "../../../harness/service-config.ts";
import { openBrowser } from "../../browser.ts";
import { openDeskPage, shoot } from "../desk-page.ts";
import { apiChannelOf, part, save } from "./settings-channels.ts";
import { hostileName } from "./settings-people.ts";

t.setTimeout(300_000);
const browser = await openBrowser(t);
const place = "#/settings/channels/MOBILEAPP1/bot";
/** OTHERAPP01 has a bot, so that there is a provider. */
const options = { channels: { OTHERAPP01: { bot } } };

t.test(
  "[BOT-04, AUTH-14] a bot is connected with its provider's data; its secrets are entered and never shown",
  async (t) => {
    const service = await startService(t, options);
    const { page, complaints } = await openDeskPage(browser, service, "ada", place);
    await page.getByLabel("Provider", { exact: true }).selectOption("Acme Bots");
    t.match(
      await page.getByLabel("Service endpoint", { exact: true }).inputValue(),
      /\/bots\/webhooks\/acme-bots\/\{token\}$/,
    );
    await page.getByLabel("Provider's endpoint").fill("https://bot.example.com/hook");
    const token = page.getByLabel("Token", { exact: true });
    await token.fill(bot.token);
    const connect = page.getByRole("button", { name: "Connect" });
    await connect.click();
    await page.getByText("The bot of OTHERAPP01 has this token. Enter another one.").waitFor();
    t.equal(await token.getAttribute("aria-invalid"), "true", "the error about a used token is beside its field");
    await token.fill("an0ther");
    await page.getByLabel("Name", { exact: true }).fill("Robin");
    await page.getByLabel("Ask for temporary access tokens").check();
    await page.getByLabel("Token URL").fill("https://bot.example.com/oauth");
    await page.getByLabel("Client id").fill("parley");
    await page.getByLabel("Client secret").fill("s3cret");
    await connect.click();
    await part(page, "Bot").getByText("Saved", { exact: true }).waitFor();
    const connected = (await apiChannelOf(service)).bot;
    t.match(connected, {
      provider: "acme-bots",
      endpoint: "https://bot.example.com/hook",
      name: "Robin",
      photo: null,
      oauth: { clientId: "parley" },
    });
    t.equal(await page.getByLabel("Service endpoint", { exact: true }).inputValue(), connected?.serviceUrl);
    await shoot(t, page, "settings-bot");
    await page.reload();
    t.equal(await token.inputValue(), "");
    t.equal(await token.getAttribute("placeholder"), "Set");
    t.notMatch(await page.content(), /an0ther|s3cret/);
    const sent = page.waitForRequest((request) => request.method() === "PATCH");
    await page.getByRole("textbox", { name: "Address of the photo" }).fill("https://bot.example.com/robin.png");
    await save(page, "Bot");
    t.same(
      (await sent).postDataJSON(),
      { bot: { photo: "https://bot.example.com/robin.png" } },
      "the token is not sent again",
    );
    t.same(
      complaints.filter((words) => !words.includes("409")),
      [],
    );
  },
);

t.test("[BOT-08] disconnecting explains the effect on the bot's chats, and moves them to the agents", async (t) => {
  const service = await startService(t, { channels: { MOBILEAPP1: { bot } } });
  await service.enter("kim");
  const token = await service.logIn("kim");
  await service.say("7", "Hello");
  await service.settle();
  const states = async (): Promise<unknown> => {
    const { body } = await service.call("GET", "/api/chats", { token });
    return (body as unknown as { readonly chats: readonly { readonly state: string }[] }).chats.map(
      ({ state }) => state,
    );
  };
  t.same(await states(), ["with_bot"]);
  const { page } = await openDeskPage(browser, service, "ada", place);
  await page.getByRole("button", { name: "Disconnect…" }).click();
  await page.getByText("Chats that are with the bot go to the agents at once").waitFor();
  await shoot(t, page, "settings-bot-disconnect");
  await page.getByRole("button", { name: "Disconnect", exact: true }).click();
  await page.getByRole("heading", { name: "Connect a bot" }).waitFor();
  await service.settle();
  t.same(await states(), ["waiting"]);
  t.equal((await apiChannelOf(service)).bot, null);
});

t.test(
  "[BOT-03, BOT-05] a provider gets its id and the address for its requests; the id may be any word",
  async (t) => {
    const service = await startService(t);
    const { page, complaints } = await openDeskPage(browser, service, "ada", "#/settings/providers");
    await page.getByText("No provider yet.").waitFor();
    t.match(
      await page.getByLabel("Issue an id from a shell", { exact: true }).inputValue(),
      /^npm run provider -- add /,
    );
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
  },
);

t.test("[BOT-03, BOT-08] a provider is renamed; it cannot be removed while one of its bots is connected", async (t) => {
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
  await part(page, "Bots").getByText("No bot of this provider is connected.").waitFor();
  await page.getByRole("button", { name: "Remove…" }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByText("No provider yet.").waitFor();
});
