import type { VisitorPictures } from "../../../domain/feed/visitor-pictures.ts";
import type { HttpServer } from "../../server/server.ts";
import type { DeskParts } from "../desk/desk-parts.ts";
import { agentPictureRoute } from "./agent-picture.ts";
import type { PictureParts } from "./answer-picture.ts";
import { chatPictureRoute } from "./chat-picture.ts";
import { visitorPictureRoute } from "./visitor-picture.ts";

/** Registers the routes of pictures from other hosts, for the desk and for visitors' pages. */
export function registerPictures(
  server: Pick<HttpServer, "route">,
  parts: DeskParts & PictureParts & { readonly visitorPictures: VisitorPictures },
): void {
  server.route(chatPictureRoute(parts, parts));
  server.route(agentPictureRoute(parts, parts));
  server.route(visitorPictureRoute(parts.visitorPictures, parts));
}
