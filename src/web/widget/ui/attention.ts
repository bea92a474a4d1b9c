import { isWindowOpen } from "../../../../machines/widget/widget-state.ts";
import type { Model } from "../body/model.types.ts";
import { pageTitle } from "../body/page/page-title.ts";
import { chime } from "./chime.ts";

/** Notifies a visitor who looks elsewhere of new messages: a number in the title of a hidden tab, and a sound. */
export function createAttention(): (model: Model) => void {
  let before: Model | null = null;
  return (model) => {
    const { hidden } = document;
    const isNew = before !== null && model.unread > before.unread;
    if (isNew && model.isSoundOn && (hidden || !isWindowOpen(model.state))) chime();
    pageTitle.mark(hidden && model.unread > 0 ? `(${model.unread}) ` : "");
    before = model;
  };
}
