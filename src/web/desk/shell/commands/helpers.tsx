import type { Signal } from "@preact/signals";
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { textsOf } from "../../../shared/language/texts.ts";
import { leaving, useModal } from "../../../shared/ui/dialog.tsx";
import { firstStepsOf } from "../../first-steps/first-steps-data.ts";
import { shell } from "../../texts/en/shell.ts";
import { go, placeOf } from "../route.ts";
import { secondScript } from "../second-script.ts";
import { useDesk } from "../use-desk.ts";
import { useCommands } from "./commands.ts";
import { rememberChats } from "./last-chats.ts";

const text = textsOf("shell", shell);

/** The dialogs that keys open over the page: the palette of commands and the map of keys. */
export function Helpers(): JSX.Element | null {
  const open = useSignal<"palette" | "keys" | null>(null);
  const typed = useSignal("");
  const close = (): void => {
    open.value = null;
    typed.value = "";
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
    [
      { id: "palette", title: text("findCommand"), keys: "mod+k", group, run: () => (open.value = "palette") },
      { id: "keys", title: text("showKeys"), keys: "?", group, run: () => (open.value = "keys") },
    ],
    [],
  );
  if (open.value === null) return null;
  if (!isLoaded) return <Opening typed={typed} onClose={close} />;
  return open.value === "palette" ? (
    <loaded.Palette typed={typed.peek()} onClose={close} />
  ) : (
    <loaded.KeyMap onClose={close} />
  );
}

interface OpeningProps {
  readonly typed: Signal<string>;
  readonly onClose: () => void;
}

/** Takes what is typed until the dialog is loaded. Otherwise the letters would be keys of the page below. */
function Opening({ typed, onClose }: OpeningProps): JSX.Element {
  const dialog = useModal();
  return (
    <dialog ref={dialog} class="palette" aria-busy="true" onCancel={leaving(onClose)}>
      <input
        aria-label={text("findCommandOrChat")}
        onInput={(event) => {
          typed.value = event.currentTarget.value;
        }}
      />
    </dialog>
  );
}
