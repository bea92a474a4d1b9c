import t from "tap";
import { asAgentId } from "../../../../src/core/ids.ts";
import { createSessions } from "../../../../src/domain/agent/accounts/sessions.ts";
import { createFaultyStore } from "../../../harness/faulty-store.ts";

const kim = asAgentId(1);
const minuteMs = 60_000;
const place = { address: "2001:db8::1", userAgent: "Mozilla/5.0" };

const setUp = (inMemoryMax = 100) => {
  const time = { nowMs: 1_700_000_000_000 };
  const clock = { nowMs: () => time.nowMs, wakeAt: () => ({ cancel: () => undefined }) };
  const faulty = createFaultyStore();
  return { ...faulty, time, sessions: createSessions(faulty.store, clock, inMemoryMax) };
};

t.test("a session that is used while it ends does not come back", async (t) => {
  const { sessions, store, time, hold } = setUp();
  const token = await sessions.open(kim, place);
  time.nowMs += 10 * minuteMs;
  const release = hold();
  const closing = sessions.close(token);
  t.equal(sessions.find(token), undefined);
  release();
  await closing;
  const other = await sessions.open(kim);
  time.nowMs += 10 * minuteMs;
  t.equal(sessions.find(other), kim, "its use is being written");
  await sessions.closeAll(kim);
  t.strictSame(await store.scan("session", { limit: 9 }), []);
  t.strictSame(await sessions.list(kim), []);
});

t.test("a session that another part of the process ended is not written again", async (t) => {
  const { sessions, store, time } = setUp();
  const token = await sessions.open(kim, place);
  const rows = await store.scan("session", { limit: 9 });
  t.equal(rows.length, 1);
  await store.commit([], () => rows.map(({ key }) => ({ table: "session", key, row: null })));
  time.nowMs += 10 * minuteMs;
  sessions.find(token);
  t.strictSame(await store.scan("session", { limit: 9 }), []);
});

t.test("what was kept of a login stays when its use is written, also of sessions not in memory", async (t) => {
  const { sessions, store, time, commits } = setUp(1);
  const token = await sessions.open(kim, { address: place.address, userAgent: `${"😀".repeat(255)}more\u0007` });
  await sessions.open(kim);
  const createdAtMs = time.nowMs;
  time.nowMs += 5 * minuteMs;
  const before = commits();
  t.equal(sessions.find(token), kim);
  const kept = { agentId: kim, createdAtMs, address: place.address, userAgent: "😀".repeat(255) };
  const rows = (await store.scan("session", { limit: 9 })).map(({ row }) => row);
  t.strictSame(
    rows.find(({ address }) => address !== undefined),
    { ...kept, lastSeenAtMs: time.nowMs },
  );
  await sessions.open(kim);
  sessions.find(token);
  t.equal(commits(), before + 2, "one use, one login");
});

t.test("sessions that ended, are ending or are too old are not listed", async (t) => {
  const { sessions, time, hold } = setUp();
  await sessions.open(kim);
  time.nowMs += 15 * 24 * 60 * minuteMs;
  const [stays, ends] = [await sessions.open(kim), await sessions.open(kim)];
  await sessions.open(asAgentId(2));
  t.equal((await sessions.list(kim)).length, 3);
  const release = hold();
  const closing = sessions.close(ends);
  t.equal((await sessions.list(kim)).length, 2);
  release();
  await closing;
  time.nowMs += 15 * 24 * 60 * minuteMs;
  t.strictSame(
    (await sessions.list(kim)).map(({ id }) => id),
    [sessions.idOf(stays)],
  );
});
