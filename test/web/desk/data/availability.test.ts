import t from "tap";
import type { DeskTab } from "./desk-tab.ts";
import type { DeskWorld } from "./desk-world.ts";
import { startDeskWorld } from "./desk-world.ts";

t.setTimeout(300_000);

const shown = (...tabs: readonly DeskTab[]) => tabs.map((tab) => tab.desk.available.peek());
const drop = async (world: DeskWorld, ...tabs: readonly DeskTab[]): Promise<void> => {
  for (const tab of tabs) tab.wire().cut();
  await world.settle();
};

t.test("[CH-12] the agent's choice survives drops, reloads and restarts, and is the same in all tabs", async (t) => {
  const world = await startDeskWorld(t);
  const tab = await world.openTab();
  t.equal(await world.service.status(), "1");
  const other = await world.openTab("kim", { storage: tab.storage });
  other.desk.setAvailable(false);
  t.strictSame(shown(tab, other), [false, false]);
  await world.settle();
  t.equal(await world.service.status(), "0");
  await drop(world, tab, other);
  await world.pass(1_000);
  t.equal(await world.service.status(), "0");
  await world.restart();
  await world.until(() => tab.isReady() && other.isReady(), "both tabs are connected again");
  t.equal(await world.service.status(), "0");
  for (const one of [tab, other]) one.leave();
  await world.settle();
  const back = await world.openTab("kim", { storage: tab.storage });
  t.equal(await world.service.status(), "0");
  back.desk.setAvailable(true);
  await world.settle();
  t.equal(await world.service.status(), "1");
  t.strictSame(shown(back), [true]);
});

t.test("[CH-12] a choice made while no tab is connected is sent by the first tab that connects", async (t) => {
  const world = await startDeskWorld(t);
  const tab = await world.openTab();
  tab.net = "down";
  await drop(world, tab);
  tab.desk.setAvailable(false);
  tab.leave();
  const back = await world.openTab("kim", { storage: tab.storage });
  t.equal(await world.service.status(), "0");
  const other = await world.openTab("kim", { storage: tab.storage });
  back.net = "down";
  await drop(world, back);
  back.desk.setAvailable(true);
  await world.settle();
  t.equal(await world.service.status(), "1", "the other tab sends the choice");
  t.strictSame(shown(back, other), [true, true]);
});

t.test(
  "[CH-12] with two browsers the last choice is used, and a browser that reconnects does not undo it",
  async (t) => {
    const world = await startDeskWorld(t);
    const office = await world.openTab();
    const home = await world.openTab();
    home.desk.setAvailable(false);
    await world.settle();
    await office.desk.readSurroundings();
    await world.settle();
    t.strictSame(shown(office, home), [false, false]);
    await drop(world, office);
    await world.pass(1_000);
    t.equal(await world.service.status(), "0", "the office browser does not send its older choice when it reconnects");
    home.desk.setAvailable(true);
    await world.settle();
    office.leave();
    const again = await world.openTab("kim", { storage: office.storage });
    t.strictSame(shown(again), [true], "the other desk made this choice");
    t.equal(await world.service.status(), "1");
  },
);

t.test("the agent's choice stays when the service takes a half-dead desk for closed", async (t) => {
  const world = await startDeskWorld(t);
  const tab = await world.openTab();
  tab.wire().fault = "dead";
  tab.stand = (path) => (path === "/api/session" ? new Response(JSON.stringify(gone(tab))) : undefined);
  await tab.desk.readSurroundings();
  await world.pass(1_000);
  t.strictSame(shown(tab), [true]);
  tab.stand = () => undefined;
  await world.pass(30_000);
  t.strictSame(shown(tab), [true]);
  t.equal(await world.service.status(), "1");
});

/** Returns the desk's surroundings as the service would send them: every agent is unavailable. */
function gone({ desk }: DeskTab) {
  const now = desk.surroundings.peek();
  return { ...now, agents: now.agents.map((agent) => ({ ...agent, available: false })) };
}
