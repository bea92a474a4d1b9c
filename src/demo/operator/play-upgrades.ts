import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FormerFolder } from "./former-folders.ts";
import type { FreshMachine } from "./fresh-machine.ts";
import { holds, startTold } from "./play-operator.ts";
import type { Transcript } from "./transcript.ts";

/** The administrator in the config file for these folders. */
const administrator = {
  id: 1,
  name: "Kim",
  email: "kim@example.com",
  password: "correct horse battery",
  role: "admin",
};

/** Opens each data folder of an earlier version with this version. */
export async function playUpgrades(
  machine: FreshMachine,
  told: Transcript,
  folders: readonly FormerFolder[],
): Promise<void> {
  told.title("Data folders of earlier versions");
  writeFileSync(join(machine.folder, "parley.json"), JSON.stringify({ agents: [administrator] }));
  for (const { name, about, texts, unpack } of folders) {
    unpack(join(machine.folder, name));
    told.output(`   ${about}`);
    const service = await startTold(machine, told, name, ["--config", "parley.json"]);
    await holds(told, service, administrator, texts);
    await service.end("SIGTERM");
  }
}
