import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { textsOf } from "../../../shared/language/texts.ts";
import { firstStepsOf } from "../../first-steps/first-steps-data.ts";
import { shell } from "../../texts/en/shell.ts";
import { go, placeOf } from "../route.ts";
import { useDesk } from "../use-desk.ts";
import { useCommands } from "./commands.ts";
import { KeyMap } from "./key-map.tsx";
import { Palette } from "./palette.tsx";

const text = textsOf("shell", shell);

/** The dialogs that keys open over the page: the palette of commands and the map of keys. */
export function Helpers(): JSX.Element {
  const open = useSignal<"palette" | "keys" | null>(null);
  const close = (): void => {
    open.value = null;
  };
  const desk = useDesk();
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
  useCommands(
    [
      {
        id: "palette",
        title: text("findCommand"),
        keys: "mod+k",
        group: text("everywhere"),
        run: () => (open.value = "palette"),
      },
      { id: "keys", title: text("showKeys"), keys: "?", group: text("everywhere"), run: () => (open.value = "keys") },
    ],
    [],
  );
  return (
    <>
      {open.value === "palette" && <Palette onClose={close} />}
      {open.value === "keys" && <KeyMap onClose={close} />}
    </>
  );
}
