import { chatAddress } from "../../machines/tells.ts";
import { asChatId } from "../core/ids.ts";
import type { Result } from "../core/result.ts";
import type { Source } from "./actor-sources.ts";

/** The position from which a search in closed chats continues. */
export interface ClosedPlace {
  readonly closedAtMs: number;
  readonly chatNumber: number;
}

/** Returns a page of the closed chats with these words, the last closed first. With `channelIds` null, the channel does not matter. */
export type SearchClosedChats = (query: {
  readonly text: string;
  readonly channelIds: readonly string[] | null;
  readonly after: ClosedPlace | null;
}) => Promise<Result<{ readonly chats: readonly ClosedPlace[]; readonly next: ClosedPlace | null }>>;

/** Pages of the archive that are read for one page here. */
const pagesMax = 8;

/** Finds closed chats that contain these words anywhere. The caller checks further conditions. A failed search continues from its position. */
export function closedChats(search: SearchClosedChats, text: string, channelId: string | undefined): Source {
  return async function* pages(place) {
    const channelIds = channelId === undefined ? null : [channelId];
    let after = place === undefined ? null : readPlace(place);
    for (let page = 0; page < pagesMax; page += 1) {
      const found = await search({ text, channelIds, after });
      if (!found.ok) break;
      const { chats, next } = found.value;
      yield chats.map((chat) => ({
        actor: chatAddress(asChatId(String(chat.chatNumber))),
        place: textOf(chat),
      }));
      if (next === null) return;
      after = next;
    }
    yield { later: after === null ? "" : textOf(after) };
  };
}

const textOf = ({ closedAtMs, chatNumber }: ClosedPlace): string => `${closedAtMs}.${chatNumber}`;

function readPlace(place: string): ClosedPlace | null {
  const [closedAtMs, chatNumber] = place.split(".").map(Number);
  const isPlace = Number.isSafeInteger(closedAtMs) && Number.isSafeInteger(chatNumber);
  return isPlace ? { closedAtMs: closedAtMs ?? 0, chatNumber: chatNumber ?? 0 } : null;
}
