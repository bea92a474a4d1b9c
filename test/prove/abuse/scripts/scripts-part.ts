import type { Browser } from "playwright-core";
import { launchBrowser, openPage } from "../../../browser/browser.ts";
import { openDeskPage } from "../../../browser/desk/desk-page.ts";
import { openInspectorPage } from "../../../browser/inspector/inspector-page.ts";
import { openSite, visit } from "../../../browser/widget/site.ts";
import { bubble, composer, label } from "../../../browser/widget/ui-page.ts";
import type { ProofPart, ProofRow } from "../../proof-part.ts";
import type { World } from "../world/open-world.ts";
import { openWorld } from "../world/open-world.ts";
import type { Hostile } from "./hostile-world.ts";
import { sayAsBot, writeHostile } from "./hostile-world.ts";
import { hostileFiles, payload } from "./payload.ts";
import type { Judge } from "./screens.ts";
import { expectHarmless, expectShown, walkScreens } from "./screens.ts";

const media = ["photo", "video", "audio", "voice"];
const ofCustomer = [
  ...[
    "customerName",
    "customerEmail",
    "customerPhone",
    "customerId",
    "customerInvite",
    "customerText",
    "customerFileName",
  ],
  ...media.flatMap((type) => [`${type}FileName`, `${type}Title`, `${type}Performer`]),
  ...["place", "refusal", "crmTitle", "crmKey", "crmContent", "crmPageTitle"],
];
const ofVisitor = [
  ...["visitorText", "invitation", "comment", "leftText", "visitorDescription", "secondTitle"],
  ...["rowTitle", "rowKey", "rowContent", "rowAlone", "crmName", "crmEmail", "crmPhone"],
];
const ofBot = ["botClient", "botTitle", "botText", "botMarkdown", "botPlain", "botButtons", "buttonText"];

/** The world after all users wrote, a browser, and the function that gets the results. */
interface Walk {
  readonly world: World;
  readonly hostile: Hostile;
  readonly browser: Browser;
  readonly judge: Judge;
}

async function walkDesk({ world: { service }, hostile: { chats }, browser, judge }: Walk): Promise<void> {
  const desk = await openDeskPage(browser, service, "kim");
  await walkScreens(judge, "desk", desk, [
    { place: `#/inbox/mine/${chats.customer}`, shows: ofCustomer },
    { place: `#/inbox/mine/${chats.visitor}`, shows: ofVisitor },
    { place: `#/inbox/all/${chats.bot}`, shows: ofBot },
    { place: "#/inbox/failed", shows: ["customerName", "refusal"] },
    { place: "#/left", shows: ["visitorName", "visitorEmail", "visitorPhone", "leftText"] },
    { place: "#/deliveries", shows: ["customerName", "refusal", "botText"] },
  ]);
  await service.call("POST", `/api/chats/${chats.customer}/close`, { token: await service.logIn("kim") });
  await service.settle();
  await walkScreens(judge, "desk", desk, [{ place: "#/archive", shows: ["customerName"] }]);
}

const walkAdministration = async ({ world, browser, judge }: Walk): Promise<void> =>
  walkScreens(judge, "administration", await openDeskPage(browser, world.service, "ada"), [
    { place: "#/deliveries", shows: ["customerName", "refusal"] },
    { place: "#/settings/channels/MOBILEAPP1/connection", shows: [] },
    { place: "#/settings/channels/WIDGETAPP1/general", shows: [] },
    { place: "#/settings/channels/BOTAPP0001/bot", shows: [] },
    { place: "#/settings/agents", shows: [] },
  ]);

const walkInspector = async ({ world, hostile: { chats }, browser, judge }: Walk): Promise<void> =>
  walkScreens(judge, "inspector", await openInspectorPage(browser, world.service), [
    { place: "#/", shows: ["customerName", "crmName", "botClient"] },
    { place: `#/actor/chat/${chats.customer}`, shows: ["customerName"] },
    { place: `#/chat/${chats.customer}/sequence`, shows: [] },
    { place: `#/chat/${chats.visitor}/sequence`, shows: [] },
  ]);

/** Checks the messages of a bot for a visitor, on the page of a shop. */
async function walkWidget({ world, browser, judge }: Walk, siteUrl: string): Promise<void> {
  const { service } = world;
  const token = await service.logIn("ada");
  const endpoint = "https://bot.example.com/w";
  const bot = { provider: "acme-bots", endpoint, token: "w1dg3t", name: payload("botName", 90) };
  await service.call("PATCH", "/api/channels/WIDGETAPP1", { token, body: { bot } });
  world.facts.set("botToken", bot.token);
  const shop = await visit(browser, { url: siteUrl }, { path: '/?a="><script>window.__pwned=1</script>' });
  await label(shop.page).click();
  await composer(shop.page).fill(payload("typed", 300));
  await shop.page.keyboard.press("Enter");
  await bubble(shop.page, "typed").first().waitFor();
  await service.settle();
  const { chats } = (await service.call("GET", "/api/chats?channel=WIDGETAPP1", { token })).body;
  await sayAsBot(world, String(Math.max(...chats.map(({ id }) => Number(id)))));
  await expectShown(judge, shop.page, "widget", ["typed", "botText", "botMarkdown", "botTitle", "buttonText"]);
  await expectHarmless(judge, shop, "widget");
}

/** Browsers may show some of the files, but none as a page of the service. Source: CH-60. */
async function openFiles({ hostile: { files }, browser, judge }: Walk): Promise<void> {
  for (const [index, { name }] of hostileFiles.entries()) {
    const address = files[index] ?? "";
    const { headers } = await fetch(address);
    const header = (of: string): string => headers.get(of) ?? "";
    judge(header("content-security-policy") === "sandbox; default-src 'none'", `${name} is in a sandbox`);
    judge(header("x-content-type-options") === "nosniff", `${name} is taken for nothing else`);
    judge(!/html|script|xhtml/.test(header("content-type")), `${name} is ${header("content-type")}`);
    if (header("content-disposition").startsWith("attachment")) continue;
    const { page } = await openPage(browser, address, {});
    judge((await page.evaluate(() => Reflect.get(window, "__pwned"))) === undefined, `${name} runs nothing`);
  }
}

async function walkAll(judge: Judge): Promise<void> {
  const world = await openWorld();
  const browser = await launchBrowser();
  const endings: (() => unknown)[] = [() => world.close(), () => browser.close()];
  try {
    const walk: Walk = { world, browser, judge, hostile: await writeHostile(world) };
    const ending = { teardown: (end: () => unknown) => void endings.push(end) };
    const site = await openSite(ending, world.service, { channelId: "WIDGETAPP1" });
    await walkDesk(walk);
    await walkAdministration(walk);
    await walkInspector(walk);
    await walkWidget(walk, site.url);
    await openFiles(walk);
  } finally {
    for (const end of endings.reverse()) await end();
  }
}

export const scripts: ProofPart = {
  name: "scripts",
  summary:
    "Scripts through every field that others write, up to the desk, the administration, the inspector and the widget.",
  async run({ progress }): Promise<readonly ProofRow[]> {
    let [looks, wrong] = [0, 0];
    await walkAll((isSo, what) => {
      looks += 1;
      if (isSo) return;
      wrong += 1;
      progress(`scripts: not so: ${what}`);
    });
    return [
      {
        promise: "no input breaks it",
        tried:
          "markup, scripts and addresses that run in every field that others write, looked for on four screens in Chromium",
        count: looks,
        unit: "looks",
        lost: wrong,
        replay: "npm run prove -- --only scripts",
      },
    ];
  },
};
