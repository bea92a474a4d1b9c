import { readdirSync, readFileSync } from "node:fs";
import t from "tap";
import { rulesInSource } from "./project/rules-in-source.ts";

const listOf = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Rules that have no test yet. A rule leaves this list with its first test and never comes back. */
const withoutTest: readonly string[] = [];

/** Rules that are kept: they may not stand in the list above. */
const resolved = listOf(`
  CH-01 CH-02 CH-03 CH-04 CH-05 CH-06 CH-07 CH-08 CH-09 CH-10 CH-11 CH-12 CH-13 CH-14 CH-15 CH-16
  CH-17 CH-18 CH-19 CH-20 CH-21 CH-22 CH-23 CH-24 CH-25 CH-26 CH-27 CH-28 CH-29 CH-30 CH-31 CH-32
  CH-33 CH-34 CH-35 CH-36 CH-37 CH-38 CH-39 CH-40 CH-41 CH-42 CH-43 CH-44 CH-45 CH-46 CH-47 CH-48
  CH-49 CH-50 CH-51 CH-52 CH-53 CH-54 CH-55 CH-56 CH-57 CH-58 CH-59 CH-60
  BOT-01 BOT-02 BOT-03 BOT-04 BOT-05 BOT-06 BOT-07 BOT-08 BOT-09 BOT-10 BOT-11 BOT-12 BOT-13 BOT-14 BOT-15 BOT-16
  BOT-17 BOT-18 BOT-19 BOT-20 BOT-21 BOT-22 BOT-23 BOT-24 BOT-25 BOT-26 BOT-27 BOT-28 BOT-29 BOT-30 BOT-31 BOT-32
  BOT-33 BOT-34 BOT-35 BOT-36 BOT-37 BOT-38 BOT-39 BOT-40 BOT-41 BOT-42 BOT-43 BOT-44 BOT-45 BOT-46 BOT-47 BOT-48
  BOT-49
  DEL-01 DEL-02 DEL-03 DEL-04 DEL-05 DEL-06 DEL-07 DEL-08 DEL-09 DEL-10 DEL-11 DEL-12 DEL-13 DEL-14 DEL-15 DEL-16
  DEL-17 DEL-18 DEL-19 DEL-20 DEL-21 DEL-22 DEL-23 DEL-24 DEL-25 DEL-26 DEL-27 DEL-28 DEL-29 DEL-30
  AUTH-01 AUTH-02 AUTH-03 AUTH-04 AUTH-05 AUTH-06 AUTH-07 AUTH-08 AUTH-09 AUTH-10 AUTH-11 AUTH-12 AUTH-13 AUTH-14 AUTH-15
  ERR-01 ERR-02 ERR-03 ERR-04 ERR-05 ERR-06 ERR-07 ERR-08 ERR-09 ERR-10 ERR-11 ERR-12 ERR-13 ERR-14 ERR-15 ERR-16
  ERR-17 ERR-18 ERR-19
  LIM-01 LIM-02 LIM-03 LIM-04 LIM-05
  VER-01 VER-02 VER-03 VER-04 VER-05
  WH-01 WH-02 WH-03 WH-04 WH-05 WH-06 WH-07 WH-08 WH-09 WH-10 WH-11 WH-12 WH-13 WH-14 WH-15 WH-16
  WH-17 WH-18 WH-19 WH-20 WH-21 WH-22 WH-23 WH-24 WH-25 WH-26 WH-27 WH-28 WH-29 WH-30 WH-31 WH-32
  WH-33 WH-34 WH-35 WH-36 WH-37 WH-38 WH-39 WH-40 WH-41 WH-42
  WJ-01 WJ-02 WJ-03 WJ-04 WJ-05 WJ-06 WJ-07 WJ-08 WJ-09 WJ-10 WJ-11 WJ-12 WJ-13 WJ-14 WJ-15 WJ-16
  WJ-17 WJ-18 WJ-19 WJ-20 WJ-21 WJ-22 WJ-23 WJ-24 WJ-25 WJ-26 WJ-27 WJ-28 WJ-29 WJ-30 WJ-31 WJ-32
  WJ-33 WJ-34 WJ-35 WJ-36 WJ-37 WJ-38 WJ-39 WJ-40 WJ-41 WJ-42 WJ-43 WJ-44 WJ-45 WJ-46
  CALL-01 CALL-02 CALL-03 CALL-04 CALL-05 CALL-06 CALL-07 CALL-08 CALL-09 CALL-10 CALL-11
`);

const known: readonly string[] = JSON.parse(readFileSync("test/rules.json", "utf8"));
const tested = new Map<string, string>();
for (const path of readdirSync("test", { recursive: true, encoding: "utf8" })) {
  if (!path.endsWith(".ts") || path === "rules.test.ts") continue;
  for (const rule of rulesInSource(readFileSync(`test/${path}`, "utf8"))) tested.set(rule, path);
}

t.test("titles name rules that exist", async (t) => {
  const unknown = [...tested]
    .filter(([rule]) => !known.includes(rule))
    .map(([rule, path]) => `${rule} in test/${path}`);
  t.same(unknown, []);
});

t.test("every rule has a test or stands in the list of those without", async (t) => {
  t.same(
    known.filter((rule) => !tested.has(rule) && !withoutTest.includes(rule)),
    [],
  );
});

t.test("the list of rules without a test names no rule that has one", async (t) => {
  t.same(
    withoutTest.filter((rule) => tested.has(rule)),
    [],
  );
});

t.test("the list of rules without a test names only rules that exist and are not resolved", async (t) => {
  t.same(
    withoutTest.filter((rule) => !known.includes(rule) || resolved.includes(rule)),
    [],
  );
  t.same(
    resolved.filter((rule) => !known.includes(rule)),
    [],
  );
});

t.test("rules are found in titles and tables, and nowhere else", async (t) => {
  const source = `
    t.test("[CH-24] one", run);
    t.test('[CH-25, CH-26] two', run);
    t.test(\`[\${row.rule}] \${row.name}\`, run);
    const row = { rule: "DEL-01", rules: "DEL-02, DEL-03" };
    // t.test("[CH-27] taken out", run);
    const text = "see CH-28, and [CH-29";
  `;
  t.same(rulesInSource(source), ["CH-24", "CH-25", "CH-26", "DEL-01", "DEL-02", "DEL-03"]);
});
