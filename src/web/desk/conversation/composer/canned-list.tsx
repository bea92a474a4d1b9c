import type { JSX } from "preact";
import type { ApiFailure } from "../../../shared/api/api.ts";
import { textsOf } from "../../../shared/language/texts.ts";
import { loading } from "../../../shared/parts/missing.tsx";
import type { Combobox } from "../../../shared/ui/combobox.tsx";
import { Listbox } from "../../../shared/ui/combobox.tsx";
import { placeOf } from "../../shell/route.ts";
import { composerTexts } from "../../texts/en/composer.ts";
import type { CannedReply } from "./canned.ts";

const text = textsOf("composer", composerTexts);

export interface CannedListProps {
  readonly box: Combobox<CannedReply>;
  /** Null: the replies are loaded. */
  readonly waitsFor: ApiFailure | "loading" | null;
  readonly query: string;
}

/** The canned replies that match the text after `/`; the field keeps the focus. */
export const CannedList = ({ box, waitsFor, query }: CannedListProps): JSX.Element => (
  // biome-ignore lint/a11y/noStaticElementInteractions: the field keeps the focus when anything in this list is pressed.
  <div class="popover canned" onMouseDown={(event) => event.preventDefault()}>
    <Listbox {...box.list} label={text("cannedReplies")} empty={whyNone(waitsFor, query)}>
      {(reply) => (
        <>
          <b>
            <bdi dir="ltr">/{reply.shortcut}</bdi>
          </b>
          <span dir="auto">{reply.text}</span>
          <span class="help">{text(reply.shared ? "everyones" : "yours")}</span>
        </>
      )}
    </Listbox>
    <p class="popover-foot">
      <span>{text("cannedKeys")}</span>
      <a href={placeOf(["settings", "replies"])}>{text("manageReplies")}</a>
    </p>
  </div>
);

function whyNone(waitsFor: CannedListProps["waitsFor"], query: string): string {
  if (waitsFor === "loading") return loading();
  if (waitsFor !== null) return text("cannedFailed", { reason: waitsFor.message });
  return query === "" ? text("noCanned") : text("noneFits", { query });
}
