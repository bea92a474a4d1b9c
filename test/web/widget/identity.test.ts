import t from "tap";
import { change, widget } from "../../visitors/visitor-channel.ts";
import { claimsNow, sign, withIdentity } from "../../visitors/visitor-tokens.ts";
import type { Page } from "./page.ts";
import type { World } from "./world.ts";
import { startWorld } from "./world.ts";

const channels = withIdentity();

/** Calls `setIdentity` of the page. The returned list receives what the callback gets. */
function setIdentity(page: Page, token: unknown): readonly unknown[] {
  const reasons: unknown[] = [];
  page.command({ type: "identity", token, callback: (reason) => reasons.push(reason) });
  return reasons;
}

async function numberOf(world: World, page: Page): Promise<unknown> {
  const numbers: unknown[] = [];
  page.command({ type: "visitor_number", callback: (_error, number) => numbers.push(number) });
  await world.settle();
  return numbers[0];
}

t.test("[WJ-47] a token that waits for the widget is in its first hello, and later ones need none", async (t) => {
  const world = await startWorld(t, { channels });
  const token = await sign(claimsNow(world.service, { name: "Ann" }));
  const page = await world.load(world.openTab(), { waits: false });
  const reasons = setIdentity(page, token);
  await world.until(() => page.hasLoaded(), "ready");
  t.strictSame(reasons, [null]);
  t.strictSame(
    page.sent("hello").map(({ identity }) => identity),
    [token],
  );
  t.equal(page.facts.contact.name, "Ann");
  t.equal(await numberOf(world, page), 1, "there was no anonymous visitor");

  page.wire().cut();
  await world.pass(1_000);
  t.strictSame(
    page.sent("hello").map(({ identity }) => identity),
    [token, undefined],
  );
  t.equal(await numberOf(world, page), 1, "the browser stays proved");
});

t.test("[WJ-47, WJ-51] the page is told when what it proved has ended, and not when it logs out", async (t) => {
  const world = await startWorld(t, { channels });
  const page = await world.load();
  const proved = setIdentity(page, await sign(claimsNow(world.service)));
  await world.until(() => proved.length > 0, "the answer");
  world.service.clock.advance(7 * 24 * 60 * 60_000);
  page.wire().cut();
  await world.pass(1_000);
  await world.until(() => proved.length > 1, "the end of the proof");
  t.strictSame(proved, [null, "The visitor is no longer proved."]);
  page.wire().cut();
  await world.pass(1_000);
  const again = setIdentity(page, await sign(claimsNow(world.service)));
  await world.until(() => again.length > 0, "the answer");
  const left = setIdentity(page, null);
  await world.until(() => left.length > 0, "the logout");
  t.strictSame([proved.length, again, left], [2, [null], [null]]);
});

t.test("[WJ-51, WJ-52] a page proves the visitor and logs out, with its other tabs", async (t) => {
  const world = await startWorld(t, { channels });
  const token = () => sign(claimsNow(world.service));
  // Signed before the page loads, so that the first hello has the token.
  const ofPhone = await token();
  const phone = await world.load(world.openTab(), { waits: false });
  setIdentity(phone, ofPhone);
  await world.until(() => phone.hasLoaded(), "ready");
  phone.actions.send("From the phone");
  await world.settle();

  const browser = world.openBrowser();
  const page = await world.load(world.openTab(browser));
  const tab = await world.load(world.openTab(browser));
  t.equal(await numberOf(world, page), 2);
  const proved = setIdentity(page, await token());
  await world.until(() => proved.length > 0, "the answer");
  t.strictSame(proved, [null]);
  await world.until(() => tab.texts().length > 0, "the other tab");
  t.strictSame([page.texts(), tab.texts()], [["From the phone"], ["From the phone"]]);
  t.strictSame([await numberOf(world, page), await numberOf(world, tab)], [1, 1]);

  const left = setIdentity(page, null);
  await world.until(() => left.length > 0 && tab.texts().length === 0, "the other tab");
  t.strictSame([left, page.texts(), page.model().chat], [[null], [], null]);
  const anonymous = await numberOf(world, page);
  t.not(anonymous, 1);
  t.not(anonymous, 2, "a fresh visitor");
  t.equal(await numberOf(world, tab), anonymous);
  t.strictSame(phone.texts(), ["From the phone"], "the other browser stays");

  const { length } = page.wires;
  t.strictSame(setIdentity(page, null), [null]);
  await world.settle();
  t.equal(page.wires.length, length, "nothing happens for an anonymous visitor");
});

t.test("[WJ-52] what a proved visitor has not sent is never sent in the name of the next one", async (t) => {
  const world = await startWorld(t, { channels });
  const tab = world.openTab();
  const token = (sub: string) => sign(claimsNow(world.service, { sub }));
  const page = await world.load(tab);
  const second = await world.load(world.openTab(tab.browser));
  const proved = setIdentity(page, await token("4711"));
  await world.until(() => proved.length > 0, "the answer");
  await world.until(() => second.sent("hello").length === 2, "the other tab");
  for (const one of [page, second]) {
    one.switchTo("down");
    one.wire().cut();
    one.actions.send("My secret");
  }
  await world.settle();
  t.strictSame([page.texts(), second.texts()], [["My secret…"], ["My secret…"]]);
  const left = setIdentity(page, null);
  for (const one of [page, second]) one.switchTo("up");
  await world.until(() => left.length > 0 && second.model().link === "live", "both tabs");
  await world.settle();
  t.strictSame([page.texts(), second.texts()], [[], []]);

  const again = setIdentity(page, await token("4711"));
  await world.until(() => again.length > 0, "the answer");
  page.switchTo("down");
  page.wire().cut();
  page.actions.send("My other secret");
  await world.settle();
  const ofOther = await token("4712");
  const reloaded = await world.load(tab, { waits: false });
  const other = setIdentity(reloaded, ofOther);
  await world.until(() => other.length > 0, "the answer");
  await world.settle();
  t.strictSame(reloaded.texts(), []);
  const { body } = await world.service.call("GET", "/api/chats?state=unstaffed", {
    token: await world.service.logIn("kim"),
  });
  t.strictSame(body.chats, [], "no chat has begun");
});

t.test("[WJ-52] a browser without storage logs out too", async (t) => {
  const world = await startWorld(t, { channels });
  const page = await world.load(world.openTab(world.openBrowser(false)));
  const proved = setIdentity(page, await sign(claimsNow(world.service)));
  await world.until(() => proved.length > 0, "the answer");
  const number = await numberOf(world, page);
  const left = setIdentity(page, null);
  await world.until(() => left.length > 0, "the answer");
  t.not(await numberOf(world, page), number);
});

t.test("[WJ-47] what cannot be a token is refused in the page, and the hello stays short", async (t) => {
  const world = await startWorld(t, { channels });
  const page = await world.load(world.openTab(), { waits: false });
  const odd = [undefined, "", 5, {}, [], false, "a b", "é", "x".repeat(4_097), "x".repeat(100_000)];
  const early = odd.map((token) => setIdentity(page, token));
  await world.until(() => page.hasLoaded(), "ready");
  const late = odd.map((token) => setIdentity(page, token));
  await world.settle();
  for (const reasons of [...early, ...late]) t.strictSame(reasons, ["Identity must be a token or null."]);
  t.equal(page.wires.length, 1);
  const longest = setIdentity(page, "x".repeat(4_096));
  await world.until(() => longest.length > 0, "the answer");
  t.strictSame(longest, ["The token is not a JSON Web Token of at most 4096 characters."]);
});

t.test("[WJ-47, WJ-53] the callback gets the reason, once, and the visitor stays", async (t) => {
  const world = await startWorld(t, { channels });
  const page = await world.load();
  const wrong = setIdentity(page, await sign(claimsNow(world.service), "x".repeat(40)));
  const other = setIdentity(page, await sign(claimsNow(world.service, { aud: "OTHERAPP01" })));
  t.strictSame(wrong, ["A later call has replaced this one."]);
  await world.until(() => other.length > 0, "the answer");
  t.strictSame(other, ["The token is for another audience than this widget."]);
  t.equal(await numberOf(world, page), 1);

  await change(world.service, { widget: { ...widget, allowedOrigins: ["https://other.example.com"] } });
  const refused = await world.load(world.openTab(), { waits: false });
  const inVain = setIdentity(refused, "a.b.c");
  await world.settle();
  t.strictSame(inVain, ["The chat cannot be reached."]);
});
