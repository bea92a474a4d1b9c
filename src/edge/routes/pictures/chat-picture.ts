import type { ChatId } from "../../../../machines/ids.ts";
import type { ChatView } from "../../../domain/chat/queries/chat-queries.ts";
import { readMedia } from "../../../domain/chat/queries/file-queries.ts";
import type { Route } from "../../server/router.ts";
import { findVisibleChat } from "../desk/chats/visible-chat.ts";
import { findCaller } from "../desk/desk-caller.ts";
import type { DeskParts } from "../desk/desk-parts.ts";
import type { PictureParts } from "./answer-picture.ts";
import { answerPicture, noSuchPicture, pictureAnswer } from "./answer-picture.ts";

/**
 * `GET /api/chats/{id}/pictures/client`, `…/{seq}-file`, `…/{seq}-thumb`: the client's photo and the pictures of a message, for
 * agents who may see the chat. Source: AUTH-15, CH-30, CH-52.
 */
export const chatPictureRoute = (desk: DeskParts, parts: PictureParts): Route => ({
  pattern: "/api/chats/:id/pictures/:picture",
  gate: "load",
  methods: {
    async get(exchange, [idText = "", picture = ""]) {
      const caller = findCaller(desk, exchange);
      const found = caller && (await findVisibleChat(desk, exchange, caller, idText));
      if (!found) return;
      const address = await addressOf(desk, found, picture);
      if (address === null) return exchange.answerFailure(noSuchPicture);
      await answerPicture(parts, exchange, { client: caller.profile.id, address, shownOn: "same-origin" });
    },
  },
  docs: {
    get: {
      id: "readChatPicture",
      summary:
        "Returns the photo of the client or a picture of a message. The service fetches pictures of other hosts.",
      tag: "Files",
      access: "agent",
      ...pictureAnswer,
    },
  },
});

const messagePicture = /^([1-9][0-9]{0,14})-(file|thumb)$/;

async function addressOf(
  desk: Pick<DeskParts, "store">,
  { id, view }: { readonly id: ChatId; readonly view: ChatView },
  picture: string,
): Promise<string | null> {
  if (picture === "client") return view.context.client.photo;
  const [, seq, field] = messagePicture.exec(picture) ?? [];
  const media = seq === undefined ? null : await readMedia(desk.store, id, Number(seq));
  return (field === "thumb" ? media?.thumb : media?.file) ?? null;
}
