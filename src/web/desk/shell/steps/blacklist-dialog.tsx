import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { DeskChat } from "../../../../codec/desk/desk.ts";
import { textsOf } from "../../../shared/language/texts.ts";
import { cancel, press, underWay } from "../../../shared/parts/press.ts";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { shell } from "../../texts/en/shell.ts";
import { useDesk } from "../use-desk.ts";
import { blacklistChat } from "./chat-steps.ts";

const text = textsOf("shell", shell);

interface BlacklistDialogProps {
  readonly chat: DeskChat;
  readonly onClose: () => void;
}

/** Asks before a client is added to the blacklist or removed from it. Source: WH-20. */
export function BlacklistDialog({ chat, onClose }: BlacklistDialogProps): JSX.Element {
  const desk = useDesk();
  const [isBusy, setBusy] = useState(false);
  // The chat at the time of the question. A later change of the chat must not reverse the question.
  const [{ id, client, state }] = useState(chat);
  const { name, blacklisted } = client;
  const change = async (): Promise<void> => {
    setBusy(true);
    await blacklistChat(desk, id, !blacklisted);
    onClose();
  };
  const meaning = state === "with_agent" ? "toBlacklistStays" : "toBlacklistLeaves";
  return (
    <Dialog title={text(blacklisted ? "offBlacklistQuestion" : "toBlacklistQuestion", { name })} onClose={onClose}>
      <p>{text(blacklisted ? "offBlacklistMeans" : meaning)}</p>
      <footer class="dialog-actions">
        <button type="button" onClick={onClose}>
          {cancel()}
        </button>
        <button
          type="button"
          class={blacklisted ? "primary" : "danger"}
          {...press(isBusy ? underWay() : null, () => void change())}
        >
          {text(blacklisted ? "offBlacklist" : "toBlacklist")}
        </button>
      </footer>
    </Dialog>
  );
}
