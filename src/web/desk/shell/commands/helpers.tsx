import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { firstStepsOf } from "../../first-steps/first-steps-data.ts";
import { go, placeOf } from "../route.ts";
import { useDesk } from "../use-desk.ts";
import { useCommands } from "./commands.ts";
import { KeyMap } from "./key-map.tsx";
import { Palette } from "./palette.tsx";

/** What is called over the page by a key: the palette of commands and the map of keys. */
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
    isAdministrator ? [{ id: "first-steps", title: "Show the first steps", group: "Everywhere", run: showSteps }] : [],
    [desk, isAdministrator],
  );
  useCommands(
    [
      {
        id: "palette",
        title: "Find a command",
        keys: "mod+k",
        group: "Everywhere",
        run: () => (open.value = "palette"),
      },
      { id: "keys", title: "Show all keys", keys: "?", group: "Everywhere", run: () => (open.value = "keys") },
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
