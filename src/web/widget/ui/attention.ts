import { isWindowOpen } from "../../../../machines/widget/widget-state.ts";
import { canPlay } from "../../shared/browser/play-tones.ts";
import type { Environment } from "../body/environment.types.ts";
import type { Model } from "../body/model.types.ts";
import { pageTitle } from "../body/page/page-title.ts";
import { chime } from "./chime.ts";

/** A tab in which the visitor reads is the first to take a message. */
const behindMs = 300;

/**
 * Notifies a visitor who looks elsewhere of new messages: a number in the title of a hidden tab, and one sound over all tabs. A tab in
 * which the visitor reads takes the message in silence.
 */
export function createAttention({ after, alone }: Pick<Environment, "after" | "alone">): (model: Model) => void {
  let told: string | undefined;
  let hasBegun = false;
  return (model) => {
    const { hidden } = document;
    const isRead = !hidden && isWindowOpen(model.state);
    const last = model.lines.findLast(({ from }) => from !== "client")?.key;
    if (hasBegun && last !== told && model.unread > 0 && (isRead || (model.isSoundOn && canPlay())))
      after(isRead ? 0 : behindMs, () => alone(`svc_sound_${last}`, () => isRead || chime()));
    told = last;
    hasBegun = true;
    pageTitle.mark(hidden && model.unread > 0 ? `(${model.unread}) ` : "");
  };
}
