import { setImmediate as turn } from "node:timers/promises";
import t from "tap";
import { defaultLimits } from "../../../../src/config/limits.ts";
import { systemClock } from "../../../../src/core/clock.ts";
import type { Gate, Stranger } from "../../../../src/domain/agent/accounts/gate.ts";
import { createGate, strangerBackAfterSeconds } from "../../../../src/domain/agent/accounts/gate.ts";
import { createPasswords } from "../../../../src/domain/agent/accounts/passwords.ts";

const clock = { ...systemClock, ms: 0, nowMs: () => clock.ms };
const gateOf = (passwordHashesAtOnce: number, passwordHashesWaitingMax: number): Gate =>
  createGate({ ...defaultLimits, passwordHashesAtOnce, passwordHashesWaitingMax }, clock);

t.test("a password is hashed with scrypt at full cost and verified", async (t) => {
  const passwords = createPasswords(gateOf(2, 8));
  const stored = await passwords.hash("pässword");
  t.match(stored, /^scrypt\$131072\$8\$1\$/);
  t.equal(
    await passwords.verify("pa\u0308ssword", stored ?? ""),
    true,
    "composed and combining characters are one password",
  );
});

t.test("another password is refused, and each hash has its own salt", async (t) => {
  const passwords = createPasswords(gateOf(2, 8), 1024);
  const stored = await passwords.hash("pässword");
  t.equal(await passwords.verify("passwort", stored ?? ""), false);
  t.not(await passwords.hash("pässword"), stored);
});

t.test("a gate limits running and waiting tasks, and refuses all others", async (t) => {
  const gate = gateOf(2, 2);
  const running: string[] = [];
  const finish: (() => void)[] = [];
  const task = (name: string) => (): Promise<string> => {
    running.push(name);
    return new Promise((resolve) => finish.push(() => resolve(name)));
  };
  const results = ["a", "b", "c", "d"].map((name) => gate.run(task(name)));
  t.equal(await gate.run(task("e")), null);
  t.same(running, ["a", "b"]);
  finish[0]?.();
  t.equal(await results[0], "a");
  await turn();
  t.same(running, ["a", "b", "c"], "the next task starts when one has ended");
  finish[1]?.();
  finish[2]?.();
  t.same(await Promise.all([results[1], results[2]]), ["b", "c"]);
  await turn();
  const failing = gate.run(() => Promise.reject(new Error("broken")));
  finish[3]?.();
  t.equal(await results[3], "d");
  await t.rejects(failing, { message: "broken" });
  t.equal(await gate.run(async () => "after a failure"), "after a failure");
});

t.test(
  "of waiting strangers, the one with the most failures is refused, and those who come back as told go first",
  async (t) => {
    const gate = gateOf(1, 3);
    const begun: string[] = [];
    const refused: string[] = [];
    let finish = (): void => undefined;
    const ask = (group: string, failures = 0): void => {
      const task = (): Promise<true> => {
        begun.push(group);
        return new Promise((resolve) => {
          finish = () => resolve(true);
        });
      };
      void gate.run(task, { group, failures }).then((done) => done ?? refused.push(group));
    };
    for (const [group, failures] of [
      ["first", 9],
      ["a", 2],
      ["b", 1],
      ["c", 1],
    ] as const)
      ask(group, failures);
    ask("new");
    await turn();
    t.strictSame(refused, ["a"]);
    for (const group of ["newer", "newest", "late"]) ask(group);
    await turn();
    t.strictSame(refused, ["a", "c", "b", "late"]);
    clock.ms += strangerBackAfterSeconds * 1_000;
    ask("late");
    await turn();
    t.strictSame(refused.slice(4), ["newest"], "who comes back has a place");
    const ended = gate.run(async () => void begun.push("known"));
    for (let left = 4; left > 0; left -= 1) {
      finish();
      await turn();
    }
    await ended;
    t.strictSame(begun, ["first", "known", "late", "new", "newer"]);
    ask("newest");
    ask("x");
    ask("y");
    clock.ms += 60_000;
    ask("b");
    ask("b");
    await turn();
    t.strictSame(refused.slice(5), ["b"], "who comes back too late is like all others");
  },
);

t.test("fewer strangers wait when the tasks take long, and known people as before", async (t) => {
  for (const [taskMs, waitingMax] of [
    [100, 8],
    [1_000, 4],
    [20_000, 2],
  ] as const) {
    const gate = gateOf(2, 8);
    await gate.run(async () => {
      clock.ms += taskMs;
    });
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const ask = (stranger: Stranger | null) => gate.run(async () => ended, stranger).then((done) => done === null);
    const strangers = Array.from({ length: 12 }, (_, number) => ask({ group: `${taskMs} ${number}`, failures: 0 }));
    const known = Array.from({ length: 9 }, () => ask(null));
    end();
    const isRefused = (await Promise.all(strangers)).filter((refused) => refused);
    t.equal(isRefused.length, 12 - 2 - waitingMax, `${taskMs} ms`);
    t.equal((await Promise.all(known)).filter((refused) => refused).length, 1);
  }
});
