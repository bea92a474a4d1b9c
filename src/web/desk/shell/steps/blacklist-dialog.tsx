import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { DeskChat } from "../../../../codec/desk/desk.ts";
import { press, underWay } from "../../../shared/parts/press.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { useDesk } from "../use-desk.ts";
import { blacklistChat } from "./chat-steps.ts";

interface BlacklistDialogProps {
  readonly chat: DeskChat;
  readonly onClose: () => void;
}

/** Asks before a client is put on the blacklist, or taken off. Source: WH-20. */
export function BlacklistDialog({ chat, onClose }: BlacklistDialogProps): JSX.Element {
  const desk = useDesk();
  const [isBusy, setBusy] = useState(false);
  // As it was asked: a question does not turn into its opposite when the chat changes, be it by its own answer.
  const [{ id, client, state }] = useState(chat);
  const { name, blacklisted } = client;
  const change = async (): Promise<void> => {
    setBusy(true);
    await blacklistChat(desk, id, !blacklisted);
    onClose();
  };
  const stays = state === "with_agent" ? "This chat stays with its agent" : "This chat leaves the list";
  return (
    <Dialog title={blacklisted ? `Take ${name} off the blacklist?` : `Put ${name} on the blacklist?`} onClose={onClose}>
      <p>
        {blacklisted
          ? "What the client writes is offered to agents again."
          : `What the client writes is kept and shown to nobody, and the client does not learn of it. ${stays}.`}
      </p>
      <footer class="dialog-actions">
        <button type="button" onClick={onClose}>
          Cancel
        </button>
        <button
          type="button"
          class={blacklisted ? "primary" : "danger"}
          {...press(isBusy ? underWay() : null, () => void change())}
        >
          {blacklisted ? "Take off the blacklist" : "Put on the blacklist"}
        </button>
      </footer>
    </Dialog>
  );
}
