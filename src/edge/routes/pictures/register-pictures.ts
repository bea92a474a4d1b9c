import Type from "typebox";
import type { ChatMessage } from "../../../../machines/chat/message.types.ts";
import type { AgentId, ChatId } from "../../../../machines/ids.ts";
import { isShownToClient } from "../../../codec/desk/desk.ts";
import { linkPreviewAnswer } from "../../../codec/desk/desk-answer-schemas.ts";
import { firstLinkIn } from "../../../codec/text/first-link.ts";
import { parseMarkdown } from "../../../codec/text/markdown.ts";
import { ownFilePath } from "../../../core/addresses/own-file.ts";
import { asAgentId } from "../../../core/ids.ts";
import { fail, ok } from "../../../core/result.ts";
import type { Accounts } from "../../../domain/agent/accounts/accounts.ts";
import type { ChatView } from "../../../domain/chat/queries/chat-queries.ts";
import { readMessage } from "../../../domain/chat/queries/chat-queries.ts";
import { readMedia } from "../../../domain/chat/queries/file-queries.ts";
import type { Directory } from "../../../domain/directory.ts";
import type { VisitorPictures } from "../../../domain/feed/visitor-pictures.ts";
import type { LinkPreviews } from "../../../ports/link-previews.ts";
import type { Picture, Pictures } from "../../../ports/pictures.ts";
import type { Store } from "../../../ports/store.ts";
import { keptApiHeaders } from "../../answer/api-headers.ts";
import type { HttpExchange } from "../../http/http-exchange.ts";
import type { HttpServer } from "../../server/server.ts";
import { Callers } from "../desk/desk-caller.ts";
import type { OwnProcess } from "../desk/request/own-origin.ts";
import { findVisibleChat } from "../desk/visible-chat.ts";
import type { Transfers } from "../files/transfers.ts";
import type { Operation } from "../operation.ts";
import { addOperations, operation, rawOperation } from "../operation.ts";

interface PictureSources {
  readonly pictures: Pictures;
  /** The transfers of all files. */
  readonly transfers: Transfers;
  readonly publicUrl: () => string;
}

/** Registers the routes of pictures and previews from other hosts, for the desk and for visitors' pages. */
export function registerPictures(
  server: HttpServer,
  parts: {
    readonly directory: Directory;
    readonly accounts: Accounts;
    readonly store: Store;
    readonly pictures: Pictures;
    readonly linkPreviews: LinkPreviews;
    readonly visitorPictures: VisitorPictures;
    readonly transfers: Transfers;
    readonly own: OwnProcess;
  },
): void {
  const { directory, accounts, store, pictures, linkPreviews, visitorPictures, transfers, own } = parts;
  const { origin, limits, publicUrl } = own;
  const sources = { pictures, transfers, publicUrl };
  addOperations(server, { callers: new Callers({ directory, accounts, origin }), limits }, [
    readChatPicture(sources, directory, store),
    readAgentPicture(sources, directory),
    readVisitorPicture(sources, visitorPictures),
    readLinkPreview(linkPreviews, { directory, store, publicUrl }),
  ]);
}

/** What all routes of pictures declare. */
const common = {
  method: "get",
  gate: "load",
  tag: "Files",
  answer: {
    status: 200,
    description:
      "The picture: PNG, JPEG, GIF, WebP or AVIF. 302 where it is a file of the service; 404 where there is none that can be shown.",
    schema: Type.Unsafe({ type: "string", format: "binary" }),
  },
  failures: ["not_found"],
} as const;

/**
 * `…/client`, `…/{seq}-file`, `…/{seq}-thumb`: the client's photo and the pictures of a message, for agents who may see the chat.
 * Source: AUTH-15, CH-30, CH-52.
 */
const readChatPicture = (sources: PictureSources, directory: Directory, store: Store): Operation =>
  rawOperation({
    ...common,
    path: "/api/chats/:id/pictures/:picture",
    id: "readChatPicture",
    scope: "chats:read",
    summary: "Returns the photo of the client or a picture of a message. The service fetches pictures of other hosts.",
    access: "agent",
    async serve({ exchange, caller, parameters: [idText, picture] }) {
      const found = await findVisibleChat({ directory, store }, caller, idText);
      if (!found.ok) return exchange.answerFailure(found.failure);
      const address = await addressOf(store, found.value, picture);
      await answerPicture(sources, exchange, { client: caller.profile.id, address, shownOn: "same-origin" });
    },
  });

const messagePicture = /^([1-9][0-9]{0,14})-(file|thumb)$/;

async function addressOf(
  store: Store,
  { id, view }: { readonly id: ChatId; readonly view: ChatView },
  picture: string,
): Promise<string | null> {
  if (picture === "client") return view.context.client.photo;
  const [, seq, field] = messagePicture.exec(picture) ?? [];
  const media = seq === undefined ? null : await readMedia(store, id, Number(seq));
  return (field === "thumb" ? media?.thumb : media?.file) ?? null;
}

const agentIdPattern = /^[1-9][0-9]{0,14}$/;

/** For every agent. Source: AUTH-15. */
const readAgentPicture = (sources: PictureSources, directory: Directory): Operation =>
  rawOperation({
    ...common,
    path: "/api/agents/:id/picture",
    id: "readAgentPicture",
    scope: "chats:read",
    summary: "Returns the photo of an agent. The service fetches photos of other hosts.",
    access: "agent",
    serve({ exchange, caller, parameters: [idText] }) {
      const agent = agentIdPattern.test(idText) ? directory.agentEver(asAgentId(Number(idText))) : undefined;
      const address = agent?.profile.photo ?? null;
      return answerPicture(sources, exchange, { client: caller.profile.id, address, shownOn: "same-origin" });
    },
  });

/**
 * A picture at the address that a visitor's page received. Without the service's own signature, no request is sent to any host.
 */
const readVisitorPicture = (sources: PictureSources, visitorPictures: VisitorPictures): Operation =>
  rawOperation({
    ...common,
    path: "/pictures/:signature/:address",
    id: "readVisitorPicture",
    summary: "Returns a picture of another host for the widget. The widget gets the address from the service.",
    access: "anyone",
    serve({ exchange, parameters: [signature, encoded] }) {
      const address = visitorPictures.open(signature, encoded);
      const client = exchange.remoteAddress();
      return answerPicture(sources, exchange, { client, address, shownOn: "cross-origin" });
    },
  });

/** The pages that may show the picture: those of the service, or any page. */
type ShownOn = "same-origin" | "cross-origin";

/** The time is short, because a host may put another picture at the same address. */
const keptSeconds = 3_600;

const noSuchPicture = fail("not_found", "There is no such picture.");

/** Smaller pictures do not count as transfers, because a list of people loads many of them at once. */
const smallBytesMax = 64 * 1024;

interface AskedPicture {
  /** The agent, or the address of a visitor, for the limits of transfers. */
  readonly client: AgentId | string;
  /** `null` if there is none that can be shown. */
  readonly address: string | null;
  readonly shownOn: ShownOn;
}

/** Answers with the picture at an address that the service has stored, never at an address from a request. Source: AUTH-04. */
async function answerPicture(
  { pictures, transfers, publicUrl }: PictureSources,
  exchange: HttpExchange,
  { client, address, shownOn }: AskedPicture,
): Promise<void> {
  if (address === null) return exchange.answerFailure(noSuchPicture.failure);
  const own = ownFilePath(publicUrl(), address);
  // The redirect has a body, because answers without a body have a small budget for each address.
  if (own !== null)
    return exchange.answer(302, { headers: ["Location", own], body: JSON.stringify({ location: own }) });
  const fetched = await pictures.fetch(address);
  if (!exchange.isOpen) return;
  if (!fetched.ok) return exchange.answerFailure(fetched.failure);
  const { value: picture } = fetched;
  const head = { contentType: picture.contentType, headers: headersOf(shownOn) };
  if (picture.bytes.length <= smallBytesMax) {
    exchange.answerHeaders = keptApiHeaders;
    return exchange.answer(200, { ...head, body: picture.bytes });
  }
  // Read piece by piece, so that a slow reader does not keep a copy of the picture in memory.
  const tooMany = await transfers.run(client, (times) => {
    exchange.answerHeaders = keptApiHeaders;
    return exchange.answerStream(200, head, sourceOf(picture), times);
  });
  if (tooMany !== null) exchange.answerFailure(tooMany);
}

const headersOf = (shownOn: ShownOn) => [
  ...["Content-Disposition", "inline"],
  ...["Content-Security-Policy", "sandbox; default-src 'none'"],
  ...["Cross-Origin-Resource-Policy", shownOn],
  ...["Cache-Control", `private, max-age=${keptSeconds}`],
];

const sourceOf = ({ bytes }: Picture) => ({
  bytes: bytes.length,
  async read(target: Uint8Array, position: number): Promise<number> {
    const part = bytes.subarray(position, position + target.length);
    target.set(part);
    return part.length;
  },
});

const noLink = fail("not_found", "The message has no link that has a preview.");
const seqPattern = /^[1-9][0-9]{0,14}$/;

/** Only a link that a stored message shows is read, never an address from a request. Source: AUTH-04, AUTH-15. */
const readLinkPreview = (
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
