import { newRandom } from "../../../../core/random/channel-address.ts";
import type { Failure } from "../../../../core/result.ts";
import type { Handler, Route } from "../../../server/router.ts";
import { findAdministrator } from "../../desk/desk-caller.ts";
import { answerChange } from "../admin-exchange.ts";
import type { AdminParts } from "../admin-parts.ts";
import { applyChange } from "./channel.ts";
import { channelBody } from "./channel-body.ts";

/**
 * `POST /api/channels/{id}/random`: creates a new secret for the channel's address. The old address then answers 404. Source:
 * CH-06.
 */
export const channelRandomRoute = (admin: AdminParts): Route => ({
  pattern: "/api/channels/:id/random",
  gate: "load",
  methods: { post: renewRandom(admin) },
  docs: {
    post: {
      id: "renewChannelRandom",
      summary: "Renews the secret in the address of the channel. The old address then answers 404.",
      tag: "Channels",
      access: "administrator",
      answer: { status: 200, description: "The channel with its new endpointUrl.", schema: channelBody },
      failures: ["conflict"],
    },
  },
});

const renewRandom =
  (admin: AdminParts): Handler =>
  async (exchange, [id = ""]) => {
    if (findAdministrator(admin, exchange) === null) return;
    if (admin.runtime.directory.find(id)?.settings.kind === "widget") return exchange.answerFailure(noAddress);
    const change = { random: newRandom() };
    await answerChange(admin, exchange, 200, () => applyChange(admin, { id, kind: "api" }, change));
  };

const noAddress: Failure = {
  code: "conflict",
  message: "A widget has no address for customer messages, so the address cannot be changed.",
};
