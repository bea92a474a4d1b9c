import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import { temporaryFolder } from "../../../harness/temporary-folder.ts";
import { FaultyMachine } from "./faulty-machine.ts";
import type { Note } from "./power-cut.ts";
import { volatileParts } from "./power-cut.ts";

const write = (offset: number, former: string, isDurable = false): Note => ({
  kind: "write",
  write: { path: "rows", offset, former: Buffer.from(former), isDurable },
});

t.test("writes since the last sync may be lost, block by block", async (t) => {
  const blocks = (notes: readonly Note[]): readonly string[] =>
    [...volatileParts(notes)].map(
      ([key, parts]) => `${key}: ${parts.map(({ offset, bytes }) => `${offset} ${bytes}`)}`,
    );
  t.strictSame(blocks([write(0, "a"), write(1, "b"), write(5_000, "c")]), ["0 rows: 0 a,1 b", "1 rows: 5000 c"]);
  t.strictSame(blocks([write(4_095, "xy")]), ["0 rows: 4095 x", "1 rows: 4096 y"], "a write over two blocks");
  t.strictSame(blocks([write(0, "a"), { kind: "sync", path: "rows" }, write(1, "b")]), ["0 rows: 1 b"]);
  t.strictSame(blocks([write(0, "a"), { kind: "sync", path: "journal" }]), ["0 rows: 0 a"], "a sync of another file");
  t.strictSame(blocks([write(0, "a"), write(1, "b", true)]), [], "a write that is on the disk takes its block along");
});

/** Runs the script on files below the folder, in a separate process. Returns the result of each step. */
function act(machine: FaultyMachine, script: string): readonly string[] {
  const code = `
    const fs = require("node:fs");
    const told = [];
    const step = (name, act) => { try { told.push(name + " " + act()); } catch (error) { told.push(name + " " + error.code); } };
    ${script}
    console.log(JSON.stringify(told));`;
  const env = { PATH: process.env["PATH"], ...machine.environment() };
  return JSON.parse(execFileSync(process.execPath, ["-e", code], { encoding: "utf8", env }));
}

t.test("the disk and the clock fail on command", async (t) => {
  const folder = join(temporaryFolder(t), "data");
  mkdirSync(folder);
  const file = join(folder, "file");
  const machine = await FaultyMachine.create(t, folder);
  const open = `const file = fs.openSync(${JSON.stringify(file)}, "r+");`;
  const steps = `step("write", () => fs.writeSync(file, "new!", 0)); step("sync", () => fs.fsyncSync(file) ?? "done");`;
  const tries = {
    whole: ["write 4", "sync done"],
    full: ["write ENOSPC", "sync done"],
    broken: ["write EIO", "sync EIO"],
    syncFails: ["write 4", "sync EIO"],
    torn: ["write EIO", "sync EIO"],
    // Node.js writes the rest without a further call.
    short: ["write 4", "sync done"],
    lying: ["write 4", "sync done"],
  } as const;
  for (const [mode, expected] of Object.entries(tries) as [keyof typeof tries, readonly string[]][]) {
    writeFileSync(file, "old old");
    machine.setDisk("whole");
    const before = machine.faults();
    machine.setDisk(mode);
    // The file is opened first. On a broken disk this also fails.
    const script =
      mode === "broken"
        ? `let file = 0; step("open", () => (file = fs.openSync(${JSON.stringify(file)}, "r+")));`
        : open + steps;
    t.strictSame(act(machine, script), mode === "broken" ? ["open EIO"] : expected, mode);
    t.equal(machine.faults() > before, mode !== "whole", `${mode} is counted`);
  }
  machine.setDisk("readOnly");
  t.strictSame(act(machine, `step("open", () => fs.openSync(${JSON.stringify(file)}, "r+"))`), ["open EROFS"]);

  machine.setDisk("whole");
  machine.record();
  writeFileSync(file, "old old");
  act(machine, `${open} fs.writeSync(file, "kept", 0); fs.fsyncSync(file); fs.writeSync(file, "lost", 4);`);
  t.equal(readFileSync(file, "utf8"), "keptlost");
  t.equal(
    machine.powerCut(() => 0),
    1,
  );
  t.equal(readFileSync(file, "latin1").slice(0, 7), "keptold", "after a power cut the disk has all synced bytes");
  machine.setDisk("lying");
  act(machine, `${open} fs.writeSync(file, "told", 0); fs.fsyncSync(file);`);
  machine.powerCut(() => 0);
  t.equal(readFileSync(file, "latin1").slice(0, 4), "kept", "a disk that lies does not have even these");

  machine.setDisk("whole");
  machine.setClock(-3_600_000);
  const [shown] = act(machine, `step("time", () => Date.now())`);
  t.ok(Math.abs(Number(shown?.split(" ")[1]) + 3_600_000 - Date.now()) < 60_000, "the clock is an hour behind");
});
