import type { InspectedActor } from "../../../codec/inspect/inspected.types.ts";

interface DeskLink {
  readonly words: string;
  readonly href: string;
}

/** The desk's address for an actor; null when the desk does not show such actors. */
export function deskLinkOf({ kind, id, state, chatId }: InspectedActor): DeskLink | null {
  const part = encodeURIComponent(id);
  switch (kind) {
    case "delivery":
      return { words: "Open in the desk", href: `/desk/#/deliveries/${part}` };
    case "channel":
      return { words: "Open the actor's settings", href: `/desk/#/settings/channels/${part}` };
    case "agent":
      return { words: "Open the actor's settings", href: `/desk/#/settings/agents/${part}` };
  }
  if (chatId === null) return null;
  const view = kind === "chat" && state === "closed" ? "archive" : "inbox/all";
  return {
    words: kind === "chat" ? "Open in the desk" : "Open the chat in the desk",
    href: `/desk/#/${view}/${encodeURIComponent(chatId)}`,
  };
}
