import t from "tap";
import { defaultLimits } from "../../../../src/config/limits.ts";
import { asAgentId } from "../../../../src/core/ids.ts";
import type { Store } from "../../../../src/ports/store.ts";
import { StoreError } from "../../../../src/ports/store-errors.ts";
import { createMemoryStore } from "../../../harness/memory-store/memory-store.ts";
import { address, codeOf, dayMs, hashingAt, kim, nothing, setUp, silent, tokenOf, zoe } from "./accounts-world.ts";

t.test("an agent of the config file logs in, is known by the token, logs out", async (t) => {
  const { accounts, store, open } = await setUp();
  const login = await accounts.logIn(" kim@EXAMPLE.com ", "correct horse", address);
  const token = tokenOf(login);
  t.match(token, /^[A-Za-z0-9_-]{43}$/, "256 bits");
  t.equal(login.ok ? login.value.agentId : 0, 1);
  t.equal(accounts.authenticate(token), 1);
  t.equal((await open()).authenticate(token), 1, "another process on the same store knows the token too");

  const rows = await store.scan("session", { limit: 10 });
  t.equal(rows.length, 1);
  t.notMatch(JSON.stringify(rows), token, "the token itself is not stored");

  t.equal(await accounts.logOut(token), 1);
  t.equal(accounts.authenticate(token), undefined);
  t.equal((await open()).authenticate(token), undefined);
  t.equal(await accounts.logOut(token), undefined);
  t.same(await store.scan("session", { limit: 10 }), []);
});

t.test("a missing token, another agent's token and a shortened token are refused", async (t) => {
  const { accounts } = await setUp();
  const token = tokenOf(await accounts.logIn("kim@example.com", "correct horse", address));
  for (const wrong of ["", "x", token.slice(1), `${token}x`, token.toUpperCase()]) {
    t.equal(accounts.authenticate(wrong), undefined, wrong.length.toString());
  }
});

t.test("wrong passwords, unknown e-mails and agents without a password get the same response", async (t) => {
  const { accounts } = await setUp();
  const answers = [
    await accounts.logIn("kim@example.com", "wrong horse", address),
    await accounts.logIn("kim@example.com", "", address),
    await accounts.logIn("nobody@example.com", "correct horse", address),
    await accounts.logIn("silent@example.com", "", address),
  ];
  for (const answer of answers) {
    t.same(answer, { ok: false, failure: { code: "unauthorized", message: "The e-mail or the password is wrong." } });
  }
});

t.test("the administrator of the first start has a password that is stored as a hash only", async (t) => {
  const { accounts, store, open } = await setUp({ configAgents: [] });
  const admin = { agentId: asAgentId(7), email: "Admin@localhost" };
  const first = await accounts.createAdministrator(admin);
  t.match(first, /^([a-hjkmnp-z2-9]{4}-){4}[a-hjkmnp-z2-9]{4}$/);
  const row = await store.read("account", ["admin@localhost"]);
  t.match(row?.passwordHash, /^scrypt\$1024\$8\$1\$[A-Za-z0-9+/]{22}==\$[A-Za-z0-9+/]{43}=$/);
  t.notMatch(JSON.stringify(row), first);

  const token = tokenOf(await accounts.logIn("admin@LOCALHOST", first, address));
  t.equal((await open()).authenticate(token), 7);
  t.equal(codeOf(await accounts.logIn("admin@localhost", `${first}x`, address)), "unauthorized");

  const second = await accounts.createAdministrator(admin);
  t.not(second, first);
  t.equal(
    codeOf(await accounts.logIn("admin@localhost", first, address)),
    "unauthorized",
    "the earlier password is replaced",
  );
  t.equal(codeOf(await accounts.logIn("admin@localhost", second, address)), "ok");
});

t.test("a session ends after 30 days, and a later login deletes its row", async (t) => {
  const { accounts, store, time } = await setUp();
  const token = tokenOf(await accounts.logIn("kim@example.com", "correct horse", address));
  time.nowMs += 30 * dayMs - 1;
  t.equal(accounts.authenticate(token), 1);
  time.nowMs += 1;
  t.equal(accounts.authenticate(token), undefined);
  const next = tokenOf(await accounts.logIn("kim@example.com", "correct horse", address));
  t.equal((await store.scan("session", { limit: 10 })).length, 1);
  t.equal(accounts.authenticate(next), 1);
});

t.test("an agent who is removed from the config file cannot log in or use an earlier session", async (t) => {
  const { accounts, store } = await setUp();
  const token = tokenOf(await accounts.logIn("kim@example.com", "correct horse", address));
  const { accounts: later } = await setUp({ store, configAgents: [silent] });
  t.equal(later.authenticate(token), undefined);
});

t.test("more logins at once than may wait are refused, and do not count as guesses", async (t) => {
  const limits = { ...defaultLimits, passwordHashesAtOnce: 1, passwordHashesWaitingMax: 1 };
  const { accounts } = await setUp({ limits });
  const logins = Array.from({ length: 4 }, () => accounts.logIn("kim@example.com", "correct horse", address));
  t.same((await Promise.all(logins)).map(codeOf), ["ok", "ok", "rate_limited", "rate_limited"]);
  for (let attempt = 1; attempt <= 4; attempt += 1) {
    t.equal(codeOf(await accounts.logIn("kim@example.com", "wrong", address)), "unauthorized");
  }
  t.equal(codeOf(await accounts.logIn("kim@example.com", "correct horse", address)), "ok");
});

t.test("while the store cannot write, logins fail without an effect on later logins", async (t) => {
  const memory = createMemoryStore();
  const disk = { isFull: false };
  const store: Store = {
    ...memory,
    commit: (conversations, apply) =>
      disk.isFull ? Promise.reject(new StoreError("No space left")) : memory.commit(conversations, apply),
  };
  const { accounts } = await setUp({ store });
  const token = tokenOf(await accounts.logIn("kim@example.com", "correct horse", address));
  disk.isFull = true;
  for (let attempt = 1; attempt <= 9; attempt += 1)
    await t.rejects(accounts.logIn("kim@example.com", "correct horse", address), StoreError);
  await t.rejects(accounts.logOut(token), StoreError);
  t.equal(accounts.authenticate(token), 1, "the session is still valid, as it is stored");
  disk.isFull = false;
  t.equal(
    codeOf(await accounts.logIn("kim@example.com", "correct horse", address)),
    "ok",
    "none of these logins was a wrong guess",
  );
  t.equal(await accounts.logOut(token), 1);
});

t.test("a login that cannot be stored completely leaves no session", async (t) => {
  for (const stored of [0, 1]) {
    const memory = createMemoryStore();
    let left = Number.POSITIVE_INFINITY;
    const store: Store = {
      ...memory,
      async commit(conversations, apply) {
        if (left === 0) throw new StoreError("No space left");
        left -= 1;
        await memory.commit(conversations, apply);
      },
    };
    const { accounts } = await setUp({ store });
    left = stored;
    await t.rejects(accounts.logIn("kim@example.com", "correct horse", address), StoreError);
    t.same(await store.scan("session", { limit: 10 }), [], `after ${stored} commits`);
  }
});

t.test("a damaged password hash is a defect, and its message contains no secret", async (t) => {
  const store = createMemoryStore();
  const row = { agentId: asAgentId(3), email: "x@example.com", passwordHash: "md5$s3cret" };
  await store.commit({}, () => [{ table: "account", key: ["x@example.com"], row }]);
  const { accounts } = await setUp({ store });
  const error = await accounts.logIn("x@example.com", "s3cret", address).then(
    () => "logged in",
    (reason: unknown) => String(reason),
  );
  t.match(error, /^TypeError: Expected a password hash/);
  t.notMatch(error, "s3cret");
});

t.test("every login does the work of one password check, whether or not the account exists", async (t) => {
  const limits = { ...defaultLimits, passwordHashesAtOnce: 1, passwordHashesWaitingMax: 0 };
  const { accounts } = await setUp({ limits });
  await accounts.createAdministrator({ agentId: asAgentId(7), email: "stored@example.com" });
  for (const email of ["kim@example.com", "stored@example.com", "silent@example.com", "nobody@example.com"]) {
    const [first, second] = await Promise.all([
      accounts.logIn(email, "wrong", address),
      accounts.logIn("kim@example.com", "correct horse", address),
    ]);
    t.equal(codeOf(first), "unauthorized", email);
    t.equal(codeOf(second), "rate_limited", `${email} takes the only place for a check`);
    await accounts.logIn("kim@example.com", "correct horse", address);
  }
});

t.test("an account is created, changed and removed; its sessions end when this is requested", async (t) => {
  const { accounts, store, open } = await setUp();
  t.same(await accounts.create({ ...zoe, password: "first" }), { ok: true, value: "first" });
  t.equal(accounts.lastAgentId(), 9);
  const logIn = (email: string, password: string) => accounts.logIn(email, password, address);
  const token = tokenOf(await logIn("zoe@example.com", "first"));

  const moving = { ...zoe, nextEmail: "z@example.com", password: "second" };
  let seenWhile: readonly string[] = [];
  t.ok(
    (
      await accounts.change(moving, async () => {
        seenWhile = (await store.scan("account", { limit: 9 })).map(({ key }) => key[0]);
      })
    ).ok,
  );
  t.same(seenWhile, ["z@example.com", "zoe@example.com"], "both accounts exist until the profile is stored");
  t.equal(codeOf(await logIn("zoe@example.com", "first")), "unauthorized");
  t.equal(accounts.authenticate(token), 9, "a change alone ends no session");
  const other = tokenOf(await logIn("z@example.com", "second"));
  const kims = tokenOf(await logIn("kim@example.com", "correct horse"));
  await accounts.endSessions(zoe.agentId);
  t.strictSame(
    [token, other, kims].map((one) => accounts.authenticate(one)),
    [undefined, undefined, 1],
  );
  t.equal((await open()).authenticate(other), undefined, "durably");

  const failing = accounts.change(
    { ...zoe, email: "z@example.com", nextEmail: "y@example.com", password: "third" },
    () => Promise.reject(new StoreError("The disk is full")),
  );
  await t.rejects(failing, StoreError);
  t.strictSame(
    [codeOf(await logIn("y@example.com", "third")), codeOf(await logIn("z@example.com", "second"))],
    ["unauthorized", "ok"],
  );

  const last = tokenOf(await logIn("z@example.com", "second"));
  await accounts.remove(zoe.agentId, "z@example.com");
  t.equal(accounts.authenticate(last), undefined);
  t.equal(codeOf(await logIn("z@example.com", "second")), "unauthorized");
  t.same(await store.scan("account", { limit: 9 }), []);
  await accounts.remove(kim.profile.id, kim.profile.email);
  t.equal(accounts.authenticate(kims), undefined);
  t.equal(
    codeOf(await logIn("kim@example.com", "correct horse")),
    "unauthorized",
    "the password of the config file is refused as well",
  );
  t.equal(accounts.lastAgentId(), 9, "a number is never used again");
});

t.test("a change without an account makes no old session valid again", async (t) => {
  const { accounts, store } = await setUp();
  const token = tokenOf(await accounts.logIn("kim@example.com", "correct horse", address));
  const { accounts: later } = await setUp({ store, configAgents: [] });
  const gone = { agentId: kim.profile.id, email: kim.profile.email, nextEmail: "k@example.com", password: undefined };
  t.ok((await later.change(gone, nothing)).ok);
  t.equal(later.authenticate(token), undefined);
  t.same(await store.scan("account", { limit: 9 }), []);
});

t.test("a login that began before the password changed opens no session after it", async (t) => {
  const { accounts: slow, store } = await setUp({ hashing: hashingAt(2 ** 16) });
  await slow.create({ ...zoe, password: "first" });
  const { accounts } = await setUp({ store });
  const late = accounts.logIn(zoe.email, "first", address);
  const change = { ...zoe, nextEmail: zoe.email, password: "second" };
  t.ok((await accounts.change(change, nothing)).ok);
  t.equal(codeOf(await late), "unauthorized");
  t.same(await store.scan("session", { limit: 9 }), []);
});

t.test("when too many password hashes are waiting, no account is created or changed", async (t) => {
  const limits = { ...defaultLimits, passwordHashesAtOnce: 1, passwordHashesWaitingMax: 0 };
  const { accounts, store } = await setUp({ limits });
  const busy = accounts.logIn("kim@example.com", "correct horse", address);
  t.equal(codeOf(await accounts.create({ ...zoe, password: "first" })), "overloaded");
  const change = { ...zoe, nextEmail: "z@example.com", password: "second" };
  const applied = { count: 0 };
  const apply = async () => {
    applied.count += 1;
  };
  t.equal(codeOf(await accounts.change(change, apply)), "overloaded");
  await busy;
  t.same([applied.count, await store.scan("account", { limit: 9 })], [0, []]);
});
