import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { DeskChat } from "../../../codec/desk/desk.ts";
import { textsOf } from "../../shared/language/texts.ts";
import { Icon } from "../../shared/parts/icon.tsx";
import { BlacklistDialog } from "../shell/steps/blacklist-dialog.tsx";
import { clientTexts } from "../texts/en/client.ts";

const text = textsOf("client", clientTexts);

/** Adds the client to the blacklist or removes it, after a question to the agent. Source: WH-20. */
export function Blacklist({ chat }: { readonly chat: DeskChat }): JSX.Element {
  const isAsking = useSignal(false);
  const { blacklisted } = chat.client;
  const ask = (): void => {
    isAsking.value = true;
  };
  return (
    <section class="blacklist" aria-label={text("blacklist")}>
      <button type="button" class={blacklisted ? "quiet" : "quiet danger"} onClick={ask}>
        <Icon name="block" /> {text(blacklisted ? "offBlacklist" : "toBlacklist")}
      </button>
      {isAsking.value && <BlacklistDialog chat={chat} onClose={() => (isAsking.value = false)} />}
    </section>
  );
}
