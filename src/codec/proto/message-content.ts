import type { ClientFacts } from "../../../machines/chat/client.types.ts";
import type { MediaFields, MessageButton, MessageContent } from "../../../machines/chat/message.types.ts";
import type { records } from "./generated/records.js";

/** The content of a message, with the media fields under the names of the record. */
export function encodableContent(content: MessageContent): records.MessageContent.$Properties {
  const { media, type, text, fallback, cut = null } = content;
  if (media === null) return { type, text, fallback: fallback ?? null, buttons: [...(content.buttons ?? [])] };
  const { file_name: fileName, file_size: fileSize, ...rest } = media;
  return {
    type,
    text,
    cut,
    media: { ...rest, fileName: fileName ?? null, fileSize: fileSize ?? null },
  };
}

export function decodeMessageContent(content: records.MessageContent.$Properties | null | undefined): MessageContent {
  return {
    type: (content?.type ?? "") as MessageContent["type"],
    text: content?.text ?? "",
    media: content?.media ? decodeMedia(content.media) : null,
    ...(typeof content?.cut === "number" && { cut: content.cut }),
    ...(typeof content?.fallback === "string" && { fallback: content.fallback }),
    ...(content?.buttons && content.buttons.length > 0 && { buttons: content.buttons.map(decodeButton) }),
  };
}

const decodeButton = ({ text, id }: records.Button.$Properties): MessageButton => ({
  text: text ?? "",
  id: id ?? null,
});

function decodeMedia(media: records.Media.$Properties): MediaFields {
  const { file, thumb, emoji, fileName, fileSize, duration, width, height, performer, title, latitude, longitude } =
    media;
  return {
    ...(typeof file === "string" && { file }),
    ...(typeof thumb === "string" && { thumb }),
    ...(typeof emoji === "string" && { emoji }),
    ...(typeof fileName === "string" && { file_name: fileName }),
    ...(typeof fileSize === "number" && { file_size: fileSize }),
    ...(typeof duration === "number" && { duration }),
    ...(typeof width === "number" && { width }),
    ...(typeof height === "number" && { height }),
    ...(typeof performer === "string" && { performer }),
    ...(typeof title === "string" && { title }),
    ...(typeof latitude === "number" && { latitude }),
    ...(typeof longitude === "number" && { longitude }),
  };
}

export function decodeClientFacts(facts: records.ClientFacts.$Properties | null | undefined): ClientFacts {
  return {
    senderId: facts?.senderId ?? "",
    senderIdKind: (facts?.senderIdKind ?? "string") as ClientFacts["senderIdKind"],
    number: facts?.number ?? 0,
    name: facts?.name ?? null,
    phone: facts?.phone ?? null,
    email: facts?.email ?? null,
    photo: facts?.photo ?? null,
    description: facts?.description ?? null,
    url: facts?.url ?? null,
    pageTitle: facts?.pageTitle ?? null,
    userToken: facts?.userToken ?? null,
    session: typeof facts?.session === "string" ? JSON.parse(facts.session) : null,
    chatsCount: facts?.chatsCount ?? 0,
    isBlacklisted: facts?.isBlacklisted ?? false,
    pageData: typeof facts?.pageData === "string" ? JSON.parse(facts.pageData) : [],
  };
}

export const encodableClient = (facts: ClientFacts): records.ClientFacts.$Properties => ({
  ...facts,
  session: facts.session === null ? null : JSON.stringify(facts.session),
  pageData: facts.pageData.length === 0 ? null : JSON.stringify(facts.pageData),
});
