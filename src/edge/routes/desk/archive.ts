import Type from "typebox";
import type { ArchivePlace } from "../../../../workers/archive/archive.types.ts";
import type { Archive, ArchiveQuery } from "../../../archive/archive.ts";
import { chatSchema, nullable, strict } from "../../../codec/desk/desk-schemas.ts";
import type { Limits } from "../../../config/limits.ts";
import type { Result } from "../../../core/result.ts";
import { ok } from "../../../core/result.ts";
import { showChat } from "../../../domain/chat/queries/chat-queries.ts";
import type { Directory } from "../../../domain/directory.ts";
import type { Store } from "../../../ports/store.ts";
import type { Operation } from "../operation.ts";
import { operation } from "../operation.ts";
import { decodeCursor, encodeCursor } from "./request/cursor.ts";
import { checkWords, count, cursorText, queryOf, sortOf, text, times, toTimes } from "./request/query.ts";
import { visibleChannels } from "./visible-chat.ts";

const archiveAnswer = Type.Object(
  {
    chats: Type.Array(chatSchema, { description: "The chats of the page." }),
    cursor: nullable(Type.String(), "Where the next page goes on, also after a short or empty page; null at the end."),
    complete: Type.Boolean({ description: "False while chats are still being put into a new index." }),
  },
  strict,
);

interface ArchivedChats {
  readonly archive: Archive;
  readonly directory: Directory;
  readonly store: Store;
}

const queryIn = (documented: Limits) =>
  queryOf(
    {
      q: {
        ...text(
          "Words that a chat has, all of them, the last one also as the beginning of a word: in its messages and notes, names of files, what is known of the client, the page's address, names of agents. Case and accents do not matter. Every chat when absent.",
        ),
        schema: Type.String({ maxLength: documented.archiveQueryCodePointsMax }),
      },
      ...times("Closed"),
      channel: text("Only chats of the channel with this id."),
      agent: count("Only chats in which the agent with this id took part."),
      sort: sortOf("closedAt"),
      cursor: cursorText,
    },
    ({ q = "", from, to, channel, agent, sort, cursor }, limits) => {
      const words = checkWords(q, limits);
      if (!words.ok) return words;
      const closed = toTimes({ from, to });
      if (!closed.ok) return closed;
      const isOldestFirst = sort === "closedAt";
      const after = readCursor(listOf({ isOldestFirst }), cursor);
      if (!after.ok) return after;
      return ok({ text: q, ...closed.value, channel, agentId: agent ?? null, isOldestFirst, after: after.value });
    },
  );

/** `GET /api/archive`: closed chats that the caller may see, by the time of closing. */
export const searchArchive = ({ archive, directory, store }: ArchivedChats, documented: Limits): Operation =>
  operation({
    method: "get",
    path: "/api/archive",
    gate: "load",
    id: "searchArchive",
    scope: "chats:read",
    summary: "Lists the closed chats that the caller can see, the last or the first closed chat first.",
    tag: "Archive",
    access: "agent",
    query: queryIn(documented),
    answer: { status: 200, description: "A page of closed chats.", schema: archiveAnswer },
    failures: ["invalid_request"],
    async handle({ caller, query: { channel, ...query }, limits }) {
      const channelIds = visibleChannels(directory, caller.profile, channel);
      const page = await archive.search({ ...query, channelIds });
      if (!page.ok) return page;
      const { chats, next, isComplete: complete } = page.value;
      const found = await Promise.all(chats.map((view) => showChat(store.durable, view, limits)));
      const cursor = next === null ? null : encodeCursor(listOf(query), `${next.closedAtMs} ${next.chatNumber}`);
      return ok({ chats: found, cursor, complete });
    },
  });

/** The list that a cursor belongs to. */
const listOf = ({ isOldestFirst }: Pick<ArchiveQuery, "isOldestFirst">): string =>
  isOldestFirst ? "archive by age" : "archive";

function readCursor(list: string, text: string | undefined): Result<ArchivePlace | null> {
  const place = decodeCursor(list, /^[0-9]{1,15} [0-9]{1,15}$/, text);
  if (!place.ok) return place;
  if (place.value === undefined) return ok(null);
  const [closedAtMs = 0, chatNumber = 0] = place.value.split(" ").map(Number);
  return ok({ closedAtMs, chatNumber });
}
