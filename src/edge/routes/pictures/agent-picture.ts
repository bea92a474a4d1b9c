import { asAgentId } from "../../../core/ids.ts";
import type { Route } from "../../server/router.ts";
import { findCaller } from "../desk/desk-caller.ts";
import type { DeskParts } from "../desk/desk-parts.ts";
import type { PictureParts } from "./answer-picture.ts";
import { answerPicture, noSuchPicture, pictureAnswer } from "./answer-picture.ts";

/** `GET /api/agents/{id}/picture`: an agent's photo, for every agent. Source: AUTH-15. */
export const agentPictureRoute = (desk: DeskParts, parts: PictureParts): Route => ({
  pattern: "/api/agents/:id/picture",
  gate: "load",
  methods: {
    async get(exchange, [idText = ""]) {
      const caller = findCaller(desk, exchange);
      if (caller === null) return;
      const agent = idPattern.test(idText) ? desk.runtime.directory.agentEver(asAgentId(Number(idText))) : undefined;
      const address = agent?.profile.photo ?? null;
      if (address === null) return exchange.answerFailure(noSuchPicture);
      await answerPicture(parts, exchange, { client: caller.profile.id, address, shownOn: "same-origin" });
    },
  },
  docs: {
    get: {
      id: "readAgentPicture",
      summary: "Returns the photo of an agent. The service fetches photos of other hosts.",
      tag: "Files",
      access: "agent",
      ...pictureAnswer,
    },
  },
});

const idPattern = /^[1-9][0-9]{0,14}$/;
