import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { textsOf } from "../../../shared/language/texts.ts";
import { firstStepsOf } from "../../first-steps/first-steps-data.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { shell } from "../../texts/en/shell.ts";
import { go, placeOf } from "../route.ts";
import { useDesk } from "../use-desk.ts";
import { commands, showKeys, useCommands } from "./commands.ts";
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

/** The keys that work at the moment, with their actions. */
function KeyMap({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const keyed = [...new Map(commands.value.map((command) => [command.id, command])).values()].flatMap((command) =>
    command.keys === undefined ? [] : [{ ...command, keys: command.keys }],
  );
  const groups = [...new Set(keyed.map(({ group }) => group))];
  return (
    <Dialog title={text("keys")} onClose={onClose}>
      <div class="keys-map">
        {groups.map((group) => (
          <section key={group}>
            <h3>{group}</h3>
            <ul>
              {keyed
                .filter((command) => command.group === group)
                .map(({ id, title, keys }) => (
                  <li key={id}>
                    {title} <kbd>{showKeys(keys)}</kbd>
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
