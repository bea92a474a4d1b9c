import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import t from "tap";
import { asAgentId } from "../../../../src/core/ids.ts";
import { createSessions } from "../../../../src/domain/agent/accounts/sessions.ts";
import type { Write } from "../../../../src/ports/store.ts";
import { createFaultyStore } from "../../../harness/faulty-store.ts";

const kim = asAgentId(1);
const minuteMs = 60_000;
const place = { address: "2001:db8::1", userAgent: "Mozilla/5.0" };

const setUp = async (sessionsMax = 100) => {
  const time = { nowMs: 1_700_000_000_000 };
  const clock = { nowMs: () => time.nowMs, wakeAt: () => ({ cancel: () => undefined }) };
  const faulty = createFaultyStore();
  return { ...faulty, time, clock, sessions: await createSessions(faulty.store, clock, sessionsMax) };
};

t.test("a session that is used while it ends stays ended", async (t) => {
  const { sessions, store, time, hold } = await setUp();
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
  t.strictSame(sessions.list(kim), []);
});

t.test("a session that another part of the process has ended is not written again", async (t) => {
  const { sessions, store, time } = await setUp();
  const token = await sessions.open(kim, place);
  const rows = await store.scan("session", { limit: 9 });
  t.equal(rows.length, 1);
  await store.commit({}, () => rows.map(({ key }) => ({ table: "session", key, row: null })));
  time.nowMs += 10 * minuteMs;
  sessions.find(token);
  t.strictSame(await store.scan("session", { limit: 9 }), []);
});

t.test("the stored details of a login stay when a use is written, also in the next process", async (t) => {
  const { sessions: before, store, clock, time, commits } = await setUp();
  const token = await before.open(kim, { address: place.address, userAgent: `${"😀".repeat(255)}more\u0007` });
  await before.open(kim);
  const sessions = await createSessions(store, clock, 100);
  const createdAtMs = time.nowMs;
  time.nowMs += 5 * minuteMs;
  const committed = commits();
  t.equal(sessions.find(token), kim);
  const kept = { agentId: kim, createdAtMs, address: place.address, userAgent: "😀".repeat(255) };
  const rows = (await store.scan("session", { limit: 9 })).map(({ row }) => row);
  t.strictSame(
    rows.find(({ address }) => address !== undefined),
    { ...kept, lastSeenAtMs: time.nowMs },
  );
  await sessions.open(kim);
  sessions.find(token);
  t.equal(commits(), committed + 2, "one use, one login");
});

t.test("sessions that ended, are ending or are too old are not listed", async (t) => {
  const { sessions, time, hold } = await setUp();
  await sessions.open(kim);
  time.nowMs += 15 * 24 * 60 * minuteMs;
  const [stays, ends] = [await sessions.open(kim), await sessions.open(kim)];
  await sessions.open(asAgentId(2));
  t.equal(sessions.list(kim).length, 3);
  const release = hold();
  const closing = sessions.close(ends);
  t.equal(sessions.list(kim).length, 2);
  release();
  await closing;
  time.nowMs += 15 * 24 * 60 * minuteMs;
  t.strictSame(
    sessions.list(kim).map(({ id }) => id),
    [sessions.idOf(stays)],
  );
});

t.test(
  "when there are too many sessions, the least recently used session ends, also in the next process",
  async (t) => {
    const { sessions, store, clock, time } = await setUp(3);
    const open = async (): Promise<string> => {
      time.nowMs += minuteMs;
      return sessions.open(kim, place);
    };
    const [first, second, third] = [await open(), await open(), await open()];
    time.nowMs += 10 * minuteMs;
    sessions.find(first);
    const fourth = await open();
    t.strictSame(
      [first, second, third, fourth].map((token) => sessions.find(token)),
      [kim, undefined, kim, kim],
    );
    t.equal((await store.scan("session", { limit: 9 })).length, 3);
    sessions.find(third);
    const next = await createSessions(store, clock, 3);
    // The order of use is known only before the start. All three uses are within the minutes in which a use is not written again.
    await Promise.all([next.open(kim), next.open(kim)]);
    t.equal(
      [first, third, fourth].filter((token) => next.find(token) === kim).length,
      1,
      "each login ended another session",
    );
    t.equal((await store.scan("session", { limit: 9 })).length, 3);
  },
);

t.test("a session that could not be stored ends no other session", async (t) => {
  const { sessions, store, failNext } = await setUp(1);
  const token = await sessions.open(kim);
  failNext(1);
  await t.rejects(sessions.open(asAgentId(2)));
  t.equal(sessions.find(token), kim);
  t.strictSame([sessions.list(kim).length, sessions.list(asAgentId(2))], [1, []]);
  t.equal((await store.scan("session", { limit: 9 })).length, 1);
});

t.test("a session that is being stored while all sessions of its agent end also ends", async (t) => {
  const { sessions, store, hold } = await setUp();
  const release = hold();
  const opening = sessions.open(kim);
  const closing = sessions.closeAll(kim);
  release();
  const token = await opening;
  await closing;
  t.equal(sessions.find(token), undefined);
  t.strictSame(await store.scan("session", { limit: 9 }), []);
});

t.test("each login deletes up to a thousand sessions that are too old", async (t) => {
  const { store, clock } = await setUp();
  const rows = Array.from({ length: 1_500 }, (_, index): Write => {
    return { table: "session", key: [`old-${index}`], row: { agentId: kim, createdAtMs: 0 } };
  });
  await store.commit({}, () => rows);
  const sessions = await createSessions(store, clock, 10_000);
  const count = async (): Promise<number> => (await store.scan("session", { limit: 9_999 })).length;
  await sessions.open(kim);
  t.equal(await count(), 501);
  await sessions.open(kim);
  t.equal(await count(), 2);
});

const keyFacts = { name: "import", scopes: ["chats:read"], channelIds: [], expiresAtMs: null };

t.test("[AUTH-16] API keys end no logins, however many there are", async (t) => {
  const { sessions } = await setUp(2);
  for (const name of ["one", "two", "three"]) await sessions.apiKeys.create(kim, { ...keyFacts, name });
  const [first, second] = [await sessions.open(kim), await sessions.open(kim)];
  t.equal(sessions.find(first), kim);
  t.equal(sessions.find(second), kim);
  const third = await sessions.open(kim);
  t.strictSame([first, second, third].map(sessions.find), [undefined, kim, kim]);
  t.equal(sessions.apiKeys.list().length, 3);
});

t.test("[AUTH-16] the token of a login never looks like an API key", async (t) => {
  const { sessions } = await setUp();
  const { randomBytes } = crypto;
  t.teardown(() => {
    crypto.randomBytes = randomBytes;
    syncBuiltinESMExports();
  });
  let made = 0;
  const likeKey = Buffer.from("pk_".padEnd(43, "A"), "base64url");
  Object.assign(crypto, { randomBytes: (size: number) => (made++ === 0 ? likeKey : randomBytes(size)) });
  syncBuiltinESMExports();
  t.notMatch(await sessions.open(kim), /^pk_/);
  t.equal(made, 2);
});

t.test("[AUTH-16] a key in the store and in the config file is one key, with the rights of the file", async (t) => {
  const { sessions } = await setUp();
  const { token } = await sessions.apiKeys.create(kim, keyFacts);
  await sessions.apiKeys.declare([{ token, agentId: kim, facts: { ...keyFacts, scopes: ["export"] } }]);
  sessions.find(token);
  t.match(sessions.apiKeys.find(token), { scopes: ["export"] });
  t.match(sessions.apiKeys.list(), [{ scopes: ["export"], isDeclared: true }]);
  await sessions.apiKeys.declare([]);
  t.match(sessions.apiKeys.list(), [{ scopes: ["chats:read"], isDeclared: false }]);
});
