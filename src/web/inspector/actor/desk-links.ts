import type { InspectedActor } from "../../../codec/inspect/inspected.types.ts";
import { textsOf } from "../../shared/language/texts.ts";
import { actorRoom } from "../texts/en/actor.ts";

const text = textsOf("actor", actorRoom);

interface DeskLink {
  readonly words: string;
  readonly href: string;
}

/** The desk's address for an actor; null when the desk does not show such actors. */
export function deskLinkOf({ kind, id, state, chatId }: InspectedActor): DeskLink | null {
  const part = encodeURIComponent(id);
  switch (kind) {
    case "delivery":
      return { words: text("openInDesk"), href: `/desk/#/deliveries/${part}` };
    case "channel":
      return { words: text("openSettings"), href: `/desk/#/settings/channels/${part}` };
    case "agent":
      return { words: text("openSettings"), href: `/desk/#/settings/agents/${part}` };
  }
  if (chatId === null) return null;
  const view = kind === "chat" && state === "closed" ? "archive" : "inbox/all";
  return {
    words: text(kind === "chat" ? "openInDesk" : "openChatInDesk"),
    href: `/desk/#/${view}/${encodeURIComponent(chatId)}`,
  };
}
