import type { VisitorPictures } from "../../../domain/feed/visitor-pictures.ts";
import type { Route } from "../../server/router.ts";
import type { HttpServer } from "../../server/server.ts";
import type { DeskParts } from "../desk/desk-parts.ts";
import { agentPictureRoute } from "./agent-picture.ts";
import type { PictureParts } from "./answer-picture.ts";
import { answerPicture, noSuchPicture, pictureAnswer } from "./answer-picture.ts";
import { chatPictureRoute } from "./chat-picture.ts";

/** Registers the routes of pictures from other hosts, for the desk and for visitors' pages. */
export function registerPictures(
  server: Pick<HttpServer, "route">,
  desk: DeskParts,
  pictures: PictureParts & { readonly visitorPictures: VisitorPictures },
): void {
  server.route(chatPictureRoute(desk, pictures));
  server.route(agentPictureRoute(desk, pictures));
  server.route(visitorPictureRoute(pictures.visitorPictures, pictures));
}

/**
 * `GET /pictures/{signature}/{address}`: a picture at the address that a visitor's page received. Without the service's own
 * signature, no request is sent to any host.
 */
const visitorPictureRoute = (visitorPictures: VisitorPictures, parts: PictureParts): Route => ({
  pattern: "/pictures/:signature/:address",
  gate: "load",
  methods: {
    async get(exchange, [signature = "", encoded = ""]) {
      const address = visitorPictures.open(signature, encoded);
      if (address === null) return exchange.answerFailure(noSuchPicture);
      await answerPicture(parts, exchange, { client: exchange.remoteAddress(), address, shownOn: "cross-origin" });
    },
  },
  docs: {
    get: {
      id: "readVisitorPicture",
      summary: "Returns a picture of another host for the widget. The widget gets the address from the service.",
      tag: "Files",
      access: "anyone",
      ...pictureAnswer,
    },
  },
});
