import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { textsOf } from "../../../shared/language/texts.ts";
import { firstStepsOf } from "../../first-steps/first-steps-data.ts";
import { shell } from "../../texts/en/shell.ts";
import { go, placeOf } from "../route.ts";
import { secondScript } from "../second-script.ts";
import { useDesk } from "../use-desk.ts";
import { useCommands } from "./commands.ts";
import { rememberChats } from "./last-chats.ts";

const text = textsOf("shell", shell);

/** Opens the dialogs of keys over the page, once they are loaded: keys that were typed before would reach the page below. */
export function Helpers(): JSX.Element | null {
  const open = useSignal<"palette" | "keys" | null>(null);
  const close = (): void => {
    open.value = null;
  };
  const desk = useDesk();
  useEffect(rememberChats, []);
  const isAdministrator = desk.surroundings.value.agent.role === "admin";
  const showSteps = (): void => {
    void firstStepsOf(desk).show(true);
    go(placeOf(["inbox"]));
  };
  useCommands(
    isAdministrator
      ? [{ id: "first-steps", title: text("showFirstSteps"), group: text("everywhere"), run: showSteps }]
      : [],
    [desk, isAdministrator],
  );
  const { value: loaded } = secondScript;
  const isLoaded = typeof loaded === "object";
  const group = text("everywhere");
  useCommands(
    isLoaded
      ? [
          { id: "palette", title: text("findCommand"), keys: "mod+k", group, run: () => (open.value = "palette") },
          { id: "keys", title: text("showKeys"), keys: "?", group, run: () => (open.value = "keys") },
        ]
      : [],
    [isLoaded],
  );
  if (!isLoaded || open.value === null) return null;
  return open.value === "palette" ? <loaded.Palette onClose={close} /> : <loaded.KeyMap onClose={close} />;
}
