import type { Test } from "tap";
import t from "tap";
import type { Store } from "../../src/ports/store.ts";
import { chatOf } from "../desk/chat-of.ts";
import { createManualClock } from "../edge/manual-clock.ts";
import { everyPage } from "../harness/every-page.ts";
import { createMemoryStore } from "../harness/memory-store/memory-store.ts";
import type { Service } from "../harness/service.ts";
import { startService } from "../harness/service.ts";
import { webhooks } from "../harness/service-config.ts";
import { openSmall, quickFolder } from "../store/lmdb-fixture.ts";

/** Reads every page of the list as the administrator. */
async function listed(service: Service, query: string): Promise<readonly string[]> {
  const token = await service.logIn("ada");
  const read = async (cursor: string) => {
    const { status, body } = await service.call("GET", `/api/deliveries?${query}&cursor=${cursor}`, { token });
    if (status !== 200) throw new Error(`${query}: ${JSON.stringify(body)}`);
    return body;
  };
  return everyPage(read, ({ deliveries }) => deliveries.map(({ id }) => id));
}

/** Creates replies in two channels, 10 ms apart, and lists them by times at, between and beyond theirs. */
async function askByTimes(t: Test, store: Store, startMs: number): Promise<void> {
  const options = { limits: { pageRowsMax: 2 }, channels: { OTHERAPP01: { webhooks } } };
  const service = await startService(t, { ...options, store, clock: createManualClock(startMs) });
  const chats = [await chatOf(service, "kim", "a"), await chatOf(service, "max", "c", "OTHERAPP01")];
  service.clock.advance(1_000);
  const sent: { readonly id: string; readonly atMs: number; readonly chat: number }[] = [];
  for (let round = 0; round < 6; round += 1)
    for (const [chat, { reply }] of chats.entries()) {
      const { message } = (await reply(`${round}`)).body;
      sent.push({ id: message.delivery?.id ?? "", atMs: message.at, chat: chat + 1 });
      service.clock.advance(10);
    }
  const [firstMs, lastMs] = [sent[0]?.atMs ?? 0, sent.at(-1)?.atMs ?? 0];
  const between = (fromMs: number, toMs: number, chat?: number) =>
    sent
      .filter((one) => one.atMs >= fromMs && one.atMs <= toMs && (chat === undefined || one.chat === chat))
      .map(({ id }) => id)
      .reverse();
  for (const [fromMs, toMs] of [
    [firstMs, lastMs],
    [firstMs + 10, lastMs - 10],
    [firstMs + 11, lastMs - 11],
    [firstMs + 40, firstMs + 40],
    [firstMs + 41, firstMs + 49],
    [lastMs + 1, lastMs + 1_000],
  ] as const) {
    const times = `from=${fromMs}&to=${toMs}`;
    t.strictSame(await listed(service, `kind=message&${times}`), between(fromMs, toMs), times);
    t.strictSame(await listed(service, `kind=message&channel=OTHERAPP01&${times}`), between(fromMs, toMs, 2));
    t.strictSame(await listed(service, `kind=message&chat=1&${times}`), between(fromMs, toMs, 1));
  }
  t.strictSame(await listed(service, `from=${firstMs}`), between(firstMs, lastMs));
  t.strictSame(await listed(service, `kind=message&to=${lastMs - 20}`), between(firstMs, lastMs - 20));
  t.strictSame((await listed(service, `to=${firstMs - 1}`)).length, 1, "the event of the accepted chat is older");

  const token = await service.logIn("ada");
  const page = await service.call("GET", "/api/deliveries", { token });
  const goOn = (query: string) => service.call("GET", `/api/deliveries?cursor=${page.body.cursor}&${query}`, { token });
  t.match((await goOn(`to=${lastMs - 30}`)).body.deliveries[0], { id: between(firstMs, lastMs - 30)[0] });
  t.strictSame((await goOn(`from=${lastMs}`)).body, { deliveries: [], cursor: null }, "all deliveries are older");
}

t.test("[DEL-28] deliveries are found by their start times, across channels, on pages that miss nothing", (t) =>
  askByTimes(t, createMemoryStore(), 1_700_000_000_000),
);

// Ids of one process never decrease with time.
t.test("the same with the store on disk", async (t) =>
  askByTimes(t, await openSmall(quickFolder(t)), 1_800_000_000_000),
);

t.test("the list of failures reads only failures, however much was delivered since", async (t) => {
  const service = await startService(t, { limits: { pageRowsMax: 1 } });
  const { reply } = await chatOf(service, "kim");
  const { message } = (await reply("lost")).body;
  const failure = { kind: "http_status", code: "http_status", message: "Closed." } as const;
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    await service.settle();
    service.attempts.at(-1)?.answer({ httpStatus: 503, failure });
    await service.pass(3_000);
  }
  for (let number = 1; number <= 40; number += 1) {
    await reply(`${number}`);
    await service.settle();
    service.attempts.at(-1)?.answer();
    await service.settle();
  }
  const token = await service.logIn("ada");
  const first = await service.call("GET", "/api/deliveries?state=failed", { token });
  t.match(first.body.deliveries, [{ id: message.delivery?.id, state: "failed" }], "on the first page");
});

t.test("invalid times, and times in the wrong order, are refused", async (t) => {
  const service = await startService(t);
  const token = await service.logIn("ada");
  for (const [query, message] of [
    ["from=yesterday", /^Parameter from must be a whole number/],
    ["to=-1", /^Parameter to must be a whole number/],
    ["from=2&to=1", /^Parameter from must not be after parameter to, got 2 and 1/],
  ] as const)
    t.match(await service.call("GET", `/api/deliveries?${query}`, { token }), {
      status: 400,
      body: { error: { code: "invalid_request", message } },
    });
});
