import type { ChatMessage } from "../../../../machines/chat/message.types.ts";
import { isShownToClient } from "../../../codec/desk/desk.ts";
import { linkPreviewAnswer } from "../../../codec/desk/desk-answer-schemas.ts";
import { firstLinkIn } from "../../../codec/text/first-link.ts";
import { parseMarkdown } from "../../../codec/text/markdown.ts";
import { ownFilePath } from "../../../core/addresses/own-file.ts";
import { fail, ok } from "../../../core/result.ts";
import { readMessage } from "../../../domain/chat/queries/chat-queries.ts";
import type { Directory } from "../../../domain/directory.ts";
import type { LinkPreviews } from "../../../ports/link-previews.ts";
import type { Store } from "../../../ports/store.ts";
import { findVisibleChat } from "../desk/visible-chat.ts";
import type { Operation } from "../operation.ts";
import { operation } from "../operation.ts";

const noLink = fail("not_found", "The message has no link that has a preview.");
const seqPattern = /^[1-9][0-9]{0,14}$/;

/** Only a link that a stored message shows is read, never an address from a request. Source: AUTH-04, AUTH-15. */
export const readLinkPreview = (
  linkPreviews: LinkPreviews,
  {
    directory,
    store,
    publicUrl,
  }: { readonly directory: Directory; readonly store: Store; readonly publicUrl: () => string },
): Operation =>
  operation({
    method: "get",
    path: "/api/chats/:id/messages/:seq/preview",
    id: "readLinkPreview",
    summary:
      "Returns what the page says about itself that the first link of a message leads to. The service reads the page, if `linkPreviews` of the config file is `on`.",
    tag: "Files",
    gate: "load",
    access: "agent",
    scope: "chats:read",
    answer: { status: 200, description: "The preview.", schema: linkPreviewAnswer },
    failures: ["overloaded"],
    find: ({ caller, parameters: [idText] }) => findVisibleChat({ directory, store }, caller, idText),
    async handle({ found, parameters: [, seq] }) {
      const view = seqPattern.test(seq) ? await readMessage(store.durable, found.id, Number(seq)) : undefined;
      const url = view === undefined ? null : linkOf(view.message);
      if (url === null || ownFilePath(publicUrl(), url) !== null) return noLink;
      const preview = await linkPreviews.read(url);
      if (!preview.ok) return preview;
      const { title, description, site } = preview.value;
      return ok({ preview: { url, title, description, site: site || new URL(url).host } });
    },
  });

function linkOf(message: ChatMessage): string | null {
  const { type, text } = message.content;
  if (!isShownToClient(message)) return null;
  const url = firstLinkIn(text, type === "markdown" ? parseMarkdown(text) : []);
  return url !== null && URL.parse(url) !== null ? url : null;
}
