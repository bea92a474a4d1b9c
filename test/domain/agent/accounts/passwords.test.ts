import t from "tap";
import { createGate } from "../../../../src/domain/agent/accounts/gate.ts";
import { createPasswords } from "../../../../src/domain/agent/accounts/passwords.ts";

t.test("a password is hashed with scrypt at full cost and verified", async (t) => {
  const passwords = createPasswords(createGate(2, 8));
  const stored = await passwords.hash("pässword");
  t.match(stored, /^scrypt\$131072\$8\$1\$/);
  t.equal(
    await passwords.verify("pa\u0308ssword", stored ?? ""),
    true,
    "composed and combining characters are one password",
  );
});

t.test("another password is refused, and each hash has its own salt", async (t) => {
  const passwords = createPasswords(createGate(2, 8), 1024);
  const stored = await passwords.hash("pässword");
  t.equal(await passwords.verify("passwort", stored ?? ""), false);
  t.not(await passwords.hash("pässword"), stored);
});

t.test("a gate limits running and waiting tasks, and refuses all others", async (t) => {
  const gate = createGate(2, 2);
  const running: string[] = [];
  const finish: (() => void)[] = [];
  const task = (name: string) => (): Promise<string> => {
    running.push(name);
    return new Promise((resolve) => finish.push(() => resolve(name)));
  };
  const results = ["a", "b", "c", "d"].map((name) => gate.run(task(name)));
  t.equal(gate.run(task("e")), null);
  await Promise.resolve();
  t.same(running, ["a", "b"]);
  finish[0]?.();
  t.equal(await results[0], "a");
  await Promise.resolve();
  t.same(running, ["a", "b", "c"], "the next task starts when one has ended");
  finish[1]?.();
  finish[2]?.();
  t.same(await Promise.all([results[1], results[2]]), ["b", "c"]);
  const failing = gate.run(() => Promise.reject(new Error("broken")));
  finish[3]?.();
  t.equal(await results[3], "d");
  await t.rejects(failing ?? Promise.resolve(), { message: "broken" });
  t.equal(await gate.run(async () => "after a failure"), "after a failure");
});
