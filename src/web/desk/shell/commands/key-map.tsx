import type { JSX } from "preact";
import { textsOf } from "../../../shared/language/texts.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { shell } from "../../texts/en/shell.ts";
import { commands } from "./commands.ts";
import { showKeys } from "./key-names.ts";

const text = textsOf("shell", shell);

/** The keys that work at the moment, with their actions. */
export function KeyMap({ onClose }: { readonly onClose: () => void }): JSX.Element {
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
