import t from "tap";
import { defaultLimits } from "../../../../src/config/limits.ts";
import { asAgentId } from "../../../../src/core/ids.ts";
import type { Result } from "../../../../src/core/result.ts";
import type { AccountsParts } from "../../../../src/domain/agent/accounts/accounts.ts";
import { createAccounts } from "../../../../src/domain/agent/accounts/accounts.ts";
import { createSessions } from "../../../../src/domain/agent/accounts/sessions.ts";
import { createFaultyStore } from "../../../harness/faulty-store.ts";
import { hashingAt } from "./accounts-world.ts";

const remoteAddress = "192.0.2.1";
const zoe = { agentId: asAgentId(9), email: "Zoe@Example.com" };
const codeOf = (result: Result<unknown>): string => (result.ok ? "ok" : result.failure.code);

const setUp = async (parts: Partial<AccountsParts> = {}) => {
  const clock = { nowMs: () => 1_700_000_000_000, wakeAt: () => ({ cancel: () => undefined }) };
  const faulty = createFaultyStore();
  const sessions = await createSessions(faulty.store, clock, 100);
  const { store } = faulty;
  const own = { store, sessions, clock, configAgents: [], limits: defaultLimits, hashing: hashingAt(1024) };
  const accounts = await createAccounts({ ...own, ...parts });
  await accounts.create({ ...zoe, password: "first" });
  const logIn = (password: string, email = zoe.email) => accounts.logIn(email, password, remoteAddress);
  const login = await logIn("first");
  const token = login.ok ? login.value.token : "";
  const begin = (current = "first", password = "own") =>
    accounts.changeOwnPassword({ ...zoe, current, password, token });
  return { ...faulty, accounts, logIn, token, begin };
};

/** Returns the last step of a started change. Throws if the change was refused. */
const storing = (began: Result<() => Promise<Result<void>>>): (() => Promise<Result<void>>) => {
  if (began.ok) return began.value;
  throw new Error(`Expected that it may be stored, got ${began.failure.code}`);
};

t.test("an agent's own change does not overwrite a password that an administrator sets meanwhile", async (t) => {
  const { accounts, logIn, token, begin } = await setUp();
  const store = storing(await begin());
  t.equal(codeOf(await logIn("own")), "unauthorized", "nothing is stored before the last step");
  const change = { ...zoe, nextEmail: zoe.email, password: "administrator's" };
  t.ok((await accounts.change(change, async () => undefined)).ok);
  t.equal(codeOf(await store()), "conflict");
  t.strictSame([codeOf(await logIn("own")), codeOf(await logIn("administrator's"))], ["unauthorized", "ok"]);
  t.equal(accounts.authenticate(token), zoe.agentId, "the change ended no session");
});

t.test(
  "a change that was sent twice at once is answered like the first one; another password at once is a conflict",
  async (t) => {
    const { begin, logIn } = await setUp();
    const [one, same, other] = [
      storing(await begin()),
      storing(await begin()),
      storing(await begin("first", "theirs")),
    ];
    t.strictSame([codeOf(await one()), codeOf(await same()), codeOf(await other())], ["ok", "ok", "conflict"]);
    t.equal(codeOf(await logIn("own")), "ok");
  },
);

t.test("a password is never lost between the steps of an administrator's change", async (t) => {
  for (const nextEmail of [zoe.email, "z@example.com"]) {
    const { accounts, logIn, begin } = await setUp();
    const store = storing(await begin());
    let stored = "";
    const apply = async () => {
      stored = codeOf(await store());
    };
    t.ok((await accounts.change({ ...zoe, nextEmail, password: undefined }, apply)).ok);
    t.equal(stored, "conflict", nextEmail);
    t.equal(codeOf(await logIn("first", nextEmail)), "ok", nextEmail);
    t.equal(codeOf(await logIn("own", nextEmail)), "unauthorized", nextEmail);
  }
});

t.test("a password is not changed to itself, also with another Unicode composition", async (t) => {
  const { accounts, begin } = await setUp();
  const change = { ...zoe, nextEmail: zoe.email, password: "caf\u00e9" };
  t.ok((await accounts.change(change, async () => undefined)).ok);
  const refused = await begin("cafe\u0301", "caf\u00e9");
  const message = "Field password must be another one than current.";
  t.strictSame(refused, { ok: false, failure: { code: "invalid_request", message } });
  t.equal(
    codeOf(await begin("wrong", "wrong")),
    "access_denied",
    "a caller without the password gets no other information",
  );
  t.equal(codeOf(await begin("caf\u00e9", "Caf\u00e9")), "ok");
});

t.test("an administrator's failed change does not block later changes", async (t) => {
  const { accounts, logIn, begin } = await setUp();
  const change = accounts.change({ ...zoe, nextEmail: "z@example.com", password: undefined }, () =>
    Promise.reject(new Error("The disk is full")),
  );
  await t.rejects(change);
  t.equal(codeOf(await storing(await begin())()), "ok");
  t.equal(codeOf(await logIn("own")), "ok");
});

t.test("a login with the old password that is in progress during the change gets no session", async (t) => {
  const { store, accounts, begin, hold, logIn } = await setUp();
  const step = storing(await begin());
  const until = async (isThere: () => Promise<boolean>): Promise<void> => {
    while (!(await isThere())) await new Promise((resolve) => setImmediate(resolve));
  };
  const remember = hold();
  const late = logIn("first");
  // A scan waits for the previous commit, so the commit of the browser has reached its gate.
  await until(async () => (await store.scan("fact", { limit: 9 })).some(({ row }) => row.text.includes("\n")));
  const open = hold();
  remember();
  await until(async () => (await store.scan("session", { limit: 9 })).length === 2);
  const stored = step();
  open();
  t.equal(codeOf(await stored), "ok");
  t.equal(codeOf(await late), "unauthorized");
  t.equal((await store.scan("session", { limit: 9 })).length, 1);
  t.equal((await accounts.listSessions(zoe.agentId)).length, 1, "the session that changed it");
});

t.test("checking the current password costs one hash, and too many checks at once are refused", async (t) => {
  const limits = { ...defaultLimits, passwordHashesAtOnce: 1, passwordHashesWaitingMax: 0 };
  const { accounts, begin, logIn, token } = await setUp({ limits });
  for (const current of ["first", "wrong"]) {
    const [first, second] = await Promise.all([logIn("first"), begin(current)]);
    t.strictSame([codeOf(first), codeOf(second)], ["ok", "overloaded"]);
  }
  const stranger = { agentId: asAgentId(10), email: zoe.email, current: "first", password: "x", token };
  const [refused, busy] = await Promise.all([accounts.changeOwnPassword(stranger), logIn("first")]);
  t.strictSame(
    [codeOf(refused), codeOf(busy)],
    ["access_denied", "rate_limited"],
    "the account of another agent is not its own",
  );
  t.equal(codeOf(await begin()), "ok", "a refused check is not a guess");
});
