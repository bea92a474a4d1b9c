import t from "tap";
import { defaultLimits } from "../../../../src/config/limits.ts";
import type { Result } from "../../../../src/core/result.ts";
import { createDamagedStore } from "../../../harness/damaged-store.ts";
import { address, codeOf, dayMs, setUp, zoe } from "./accounts-world.ts";

t.test("guesses are limited for each pair of account and address", async (t) => {
  const { accounts, time } = await setUp();
  const guess = (email = "kim@example.com", from = address) => accounts.logIn(email, "wrong", from);
  for (let attempt = 1; attempt <= 5; attempt += 1) t.equal(codeOf(await guess()), "unauthorized");
  const waits: number[] = [];
  for (let attempt = 1; attempt <= 8; attempt += 1) {
    const refused = await accounts.logIn("KIM@example.com", "correct horse", address);
    const waitSeconds = refused.ok ? 0 : (refused.failure.retryAfterSeconds ?? 0);
    waits.push(waitSeconds);
    time.nowMs += waitSeconds * 1000 - 1;
    t.equal(codeOf(await guess()), "rate_limited", "1 ms early");
    time.nowMs += 1;
    t.equal(codeOf(await guess()), "unauthorized");
  }
  t.same(waits, [1, 2, 4, 8, 16, 32, 60, 60]);
  t.equal(codeOf(await guess("nobody@example.com")), "unauthorized", "other accounts are not slowed");
  time.nowMs += 60_000;
  t.equal(codeOf(await accounts.logIn("kim@example.com", "correct horse", address)), "ok");
  t.equal(codeOf(await guess()), "unauthorized", "a success resets the count");
  t.equal(codeOf(await accounts.logIn("kim@example.com", "correct horse", address)), "ok");
});

t.test("six wrong guesses a minute from changing addresses do not lock an account", async (t) => {
  const { accounts, time } = await setUp();
  for (let guesses = 0; guesses < 120; guesses += 1) {
    await accounts.logIn("kim@example.com", "wrong", `198.51.100.${guesses}`);
    time.nowMs += 10_000;
  }
  t.equal(codeOf(await accounts.logIn("kim@example.com", "correct horse", address)), "ok", "from a new browser");
});

t.test("an IPv6 address is counted by its /64", async (t) => {
  const { accounts } = await setUp();
  const guess = (from: string) => accounts.logIn("kim@example.com", "wrong", from);
  for (let host = 1; host <= 5; host += 1) t.equal(codeOf(await guess(`2001:db8:1:2:${host}::1`)), "unauthorized");
  t.equal(codeOf(await guess("2001:db8:1:2:ffff::1")), "rate_limited");
  t.equal(codeOf(await guess("2001:db8:1:3::1")), "unauthorized", "the next network has its own count");
});

t.test("guesses are limited for each address, regardless of the account, also if they arrive at once", async (t) => {
  const { accounts, time } = await setUp();
  const guessAll = (name: string, count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, index) => accounts.logIn(`${name}${index}@example.com`, "x", address)),
    );
  const codes = (await guessAll("a", 27)).map(codeOf);
  t.same(codes.slice(0, 20), Array(20).fill("unauthorized"));
  t.same(codes.slice(20), Array(7).fill("rate_limited"));
  t.equal(codeOf(await accounts.logIn("kim@example.com", "correct horse", "192.0.2.99")), "ok");
  time.nowMs += 15 * 60_000;
  t.same((await guessAll("b", 19)).map(codeOf), Array(19).fill("unauthorized"), "forgotten after 15 minutes");
  t.equal(codeOf(await accounts.logIn("kim@example.com", "correct horse", address)), "ok");
  t.equal(codeOf(await accounts.logIn("c@example.com", "x", address)), "unauthorized");
  t.equal(
    codeOf(await accounts.logIn("d@example.com", "x", address)),
    "rate_limited",
    "a success does not reset the address's count",
  );
});

const knownOf = (result: Result<{ browserToken: string }>) => {
  if (result.ok) return { tokens: [result.value.browserToken] };
  throw new Error(`Expected a login, got ${result.failure.code}`);
};

t.test("the guesses of others do not lock out a browser that has logged in before", async (t) => {
  const limits = { ...defaultLimits, accountGuessesPerHour: 60, guessesPerHour: 200 };
  const { accounts, store, time, open } = await setUp({ limits });
  const first = await accounts.logIn("kim@example.com", "correct horse", address);
  const known = knownOf(first);
  t.match(known.tokens[0], /^[A-Za-z0-9_-]{43}$/);
  t.notMatch(JSON.stringify(await store.scan("fact", { limit: 9 })), known.tokens[0], "stored as a hash only");

  const flood = async (email: string, count: number): Promise<string> => {
    let code = "";
    for (let guess = 0; guess < count; guess += 1)
      code = codeOf(await accounts.logIn(email, "wrong", `2001:db8:${guess.toString(16)}::1`));
    return code;
  };
  t.equal(await flood("kim@example.com", 61), "rate_limited");
  t.equal(
    codeOf(await accounts.logIn("kim@example.com", "correct horse", "192.0.2.7")),
    "rate_limited",
    "a new browser waits",
  );
  const again = await accounts.logIn("kim@example.com", "correct horse", "2001:db8:5::1", known);
  t.same(knownOf(again), known, "the known browser does not wait, and keeps its token");
  for (let account = 0; account < 4; account += 1) await flood(`nobody${account}@example.com`, 60);
  t.equal(
    codeOf(await accounts.logIn("silent@example.com", "x", "192.0.2.8")),
    "rate_limited",
    "all unknown browsers together",
  );
  t.equal(codeOf(await accounts.logIn("kim@example.com", "correct horse", address, known)), "ok");

  for (let guess = 0; guess < 5; guess += 1)
    t.equal(codeOf(await accounts.logIn("kim@example.com", "wrong", `192.0.2.${guess}`, known)), "unauthorized");
  t.equal(
    codeOf(await accounts.logIn("kim@example.com", "correct horse", address, known)),
    "rate_limited",
    "its own count",
  );
  const stranger = await accounts.logIn("silent@example.com", "x", address, known);
  t.equal(codeOf(stranger), "rate_limited", "only one account knows the browser");
  time.nowMs += 60_000;
  t.equal(
    codeOf(await (await open()).logIn("kim@example.com", "correct horse", address, known)),
    "ok",
    "after a restart",
  );

  time.nowMs += 180 * dayMs;
  await flood("kim@example.com", 61);
  t.equal(
    codeOf(await accounts.logIn("kim@example.com", "correct horse", address, known)),
    "rate_limited",
    "forgotten",
  );
});

t.test("an account remembers its last twenty browsers, and none after it is removed", async (t) => {
  const { accounts, store } = await setUp();
  await accounts.create({ ...zoe, password: "first" });
  for (let login = 0; login < 25; login += 1) await accounts.logIn(zoe.email, "first", address);
  const [fact] = await store.scan("fact", { limit: 9 });
  t.equal(fact?.row.text.split("\n").length, 20);
  await accounts.remove(zoe.agentId, zoe.email);
  t.same(await store.scan("fact", { limit: 9 }), []);
});

t.test("a damaged row of known browsers prevents no login", async (t) => {
  const { store, damage } = createDamagedStore();
  const { accounts } = await setUp({ store });
  const known = knownOf(await accounts.logIn("kim@example.com", "correct horse", address));
  damage("fact", ["browsers/1"]);
  for (const browser of [known, undefined])
    t.equal(codeOf(await accounts.logIn("kim@example.com", "correct horse", address, browser)), "ok");
});

t.test("a known browser does not wait for strangers who fill the queue for hashes", async (t) => {
  const limits = { ...defaultLimits, passwordHashesAtOnce: 1, passwordHashesWaitingMax: 8 };
  const { accounts } = await setUp({ limits });
  const known = knownOf(await accounts.logIn("kim@example.com", "correct horse", address));
  const ended: string[] = [];
  const guess = (number: number) =>
    accounts.logIn("kim@example.com", "wrong", `198.51.100.${number}`).then((result) => ended.push(codeOf(result)));
  const strangers = Array.from({ length: 12 }, (_, number) => guess(number));
  const own = accounts.logIn("kim@example.com", "correct horse", address, known);
  ended.push(`known ${codeOf(await own)}`);
  await Promise.all(strangers);
  const hashed = ended.filter((code) => code !== "rate_limited");
  t.equal(hashed.length, 10);
  // One stranger's password is being hashed when the login arrives; on a busy machine it is the second one.
  t.ok(hashed.indexOf("known ok") <= 2, "the task runs right after the current hash");
});

t.test("a new browser goes before the guesses of addresses that failed, however many they are", async (t) => {
  const limits = { ...defaultLimits, passwordHashesAtOnce: 1, passwordHashesWaitingMax: 8 };
  const { accounts } = await setUp({ limits });
  const ended: string[] = [];
  const guess = async (number: number, name = "kim"): Promise<void> => {
    const result = await accounts.logIn(`${name}@example.com`, "wrong", `198.51.100.${number}`);
    ended.push(codeOf(result));
    if (!result.ok && result.failure.code === "rate_limited") t.equal(result.failure.retryAfterSeconds, 1);
  };
  for (let number = 0; number < 40; number += 1) await guess(number, number % 2 === 0 ? "kim" : "nobody");
  ended.length = 0;
  const flood = Array.from({ length: 40 }, (_, number) => guess(number));
  const login = accounts
    .logIn("kim@example.com", "correct horse", address)
    .then((result) => ended.push(codeOf(result)));
  await Promise.all([...flood, login]);
  t.equal(ended.filter((code) => code === "rate_limited").length, 32, "the rest is refused without a hash");
  t.ok(
    ended.filter((code) => code !== "rate_limited").indexOf("ok") <= 2,
    "the login runs right after the current hash",
  );
});
