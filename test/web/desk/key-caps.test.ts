import { readFileSync } from "node:fs";
import t from "tap";
import { showKeys } from "../../../src/web/desk/shell/commands/key-caps.tsx";
import { useTexts } from "../../../src/web/shared/language/texts.ts";

const keys = ["mod+k", "R", "Enter", "Escape", "j", "?"];

t.test("keys have the names of the agent's own keyboard", async (t) => {
  t.same(keys.map(showKeys), ["Ctrl+K", "Shift+R", "Enter", "Esc", "j", "?"]);
  const shell = JSON.parse(readFileSync("src/web/desk/texts/de/shell.json", "utf8"));
  useTexts("de", { shell });
  t.teardown(() => useTexts("en", {}));
  t.same(keys.map(showKeys), ["Strg+K", "Umschalt+R", "Enter", "Esc", "j", "?"]);
});
