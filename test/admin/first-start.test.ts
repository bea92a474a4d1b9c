import type { Test } from "tap";
import t from "tap";
import { prepareFirstStart } from "../../src/app/first-start.ts";
import type { Store } from "../../src/ports/store.ts";
import { StoreError } from "../../src/ports/store-errors.ts";
import { createMemoryStore } from "../harness/memory-store/memory-store.ts";
import type { Service } from "../harness/service.ts";
import { startService } from "../harness/service.ts";

const publicUrl = "https://chat.example.com";

/** A memory store that outlives its services, and refuses commits after a given number. */
function createCutStore() {
  const inner = createMemoryStore();
  let left = Number.POSITIVE_INFINITY;
  const store: Store = {
    read: (table, key) => inner.read(table, key),
    durable: inner.durable,
    scan: (table, range) => inner.scan(table, range),
    close: async () => undefined,
    async commit(needs, apply) {
      if (left === 0) throw new StoreError("The disk is full");
      left -= 1;
      await inner.commit(needs, apply);
    },
  };
  return {
    store,
    cutAfter(commits: number): void {
      left = commits;
    },
  };
}

const startEmpty = (t: Test, store: Store): Promise<Service> =>
  startService(t, { store, config: { agents: [], channels: [], publicUrl } });

const prepare = ({ app, url }: Service) => prepareFirstStart(app, { publicUrl, sampleCustomer: true }, url);

const settingsOf = ({ app }: Service) => [...app.runtime.directory.channels()].map(({ settings }) => settings);

const idIn = (text: string | undefined, pattern: RegExp): string | undefined => pattern.exec(text ?? "")?.[1];

/** Starts a service that fails at a commit, then starts another one. Returns whether the first start failed. */
async function startTwice(t: Test, commits: number): Promise<boolean> {
  const { store, cutAfter } = createCutStore();
  const service = await startEmpty(t, store);
  cutAfter(commits);
  const untold = await prepare(service).catch(() => null);
  cutAfter(Number.POSITIVE_INFINITY);
  const made = settingsOf(service);
  await service.stop();

  const next = await startEmpty(t, store);
  const first = await prepare(next);
  const channels = settingsOf(next);
  t.strictSame(channels.map(({ kind }) => kind).sort(), ["api", "widget"], `one of each after ${commits} commits`);
  for (const settings of made)
    t.strictSame(
      channels.find(({ id }) => id === settings.id),
      settings,
      "created objects are used unchanged",
    );
  const site = channels.find(({ kind }) => kind === "widget");
  t.match(site, { name: "Web site", agentIds: [1], enabled: true, webhookUrl: "", widget: { allowedOrigins: [] } });
  t.equal(idIn(first?.text, /Widget +(\S+)/), site?.id);
  t.match(first?.text, `<script src="${publicUrl}/widget/${site?.id}" async></script>\n`);
  t.match(first?.text, `${publicUrl}/demo/${site?.id}\n`);
  t.equal(idIn(first?.text, /API channel +(\S+)/), channels.find(({ kind }) => kind === "api")?.id);
  await first?.shown();
  t.equal(await prepare(next), null, "a printed text is not printed again");
  return untold === null;
}

t.test("a first start that printed nothing is repeated, regardless of the commit that failed", async (t) => {
  let commits = 0;
  while (await startTwice(t, commits)) commits += 1;
  t.ok(commits >= 4, `${commits} commits: the administrator, the channel, the widget's id, the widget`);
});

t.test("an installation that has a channel gets no other channel", async (t) => {
  const service = await startService(t);
  t.equal(await prepare(service), null);
  t.strictSame(
    settingsOf(service)
      .map(({ id }) => id)
      .sort(),
    ["MOBILEAPP1", "OTHERAPP01"],
  );
});
