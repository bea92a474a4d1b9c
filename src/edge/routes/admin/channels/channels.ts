import type { ChannelCreation } from "../../../../codec/admin/admin-channel.ts";
import { channelCreation, parseChannelCreation, toNewSettings } from "../../../../codec/admin/admin-channel.ts";
import { channelAnswer } from "../../../../codec/admin/channel-answer.ts";
import { newChannelId, newRandom } from "../../../../core/random/channel-address.ts";
import type { Result } from "../../../../core/result.ts";
import { fail } from "../../../../core/result.ts";
import type { ChannelEntry } from "../../../../domain/directory.ts";
import type { Handler, Route } from "../../../server/router.ts";
import { findAdministrator } from "../../desk/desk-caller.ts";
import { cursorDoc } from "../../desk/request/cursor.ts";
import { pageSchema } from "../admin-docs.ts";
import { answerChange, answerJson, readAdminBody } from "../admin-exchange.ts";
import type { AdminList } from "../admin-page.ts";
import { byText, pageOf } from "../admin-page.ts";
import type { AdminParts } from "../admin-parts.ts";
import type { ChannelBody } from "./channel-body.ts";
import { channelBody, saveChannel, showChannel } from "./channel-body.ts";
import { refuseTargets } from "./channel-checks.ts";

/** `GET /api/channels`: all channels by id. `POST`: creates a channel, 201 `{channel}`. Source: CH-01 to CH-06. */
export const channelsRoute = (admin: AdminParts): Route => ({
  pattern: "/api/channels",
  gate: "load",
  answersSecrets: true,
  methods: { get: listChannels(admin), post: createChannel(admin) },
  docs: {
    get: {
      id: "listChannels",
      summary: "Lists the channels by id.",
      tag: "Channels",
      access: "administrator",
      query: [cursorDoc],
      answer: { status: 200, description: "A page of channels.", schema: pageSchema("channels", channelAnswer) },
      failures: ["invalid_request"],
    },
    post: {
      id: "createChannel",
      summary: "Creates a channel of the chat API, or a widget.",
      tag: "Channels",
      access: "administrator",
      request: { schema: channelCreation },
      answer: {
        status: 201,
        description: "The channel is there and served.",
        schema: channelBody,
      },
      failures: ["conflict"],
    },
  },
});

const channelList: AdminList<ChannelEntry, string> = {
  ...byText,
  name: "channels",
  idOf: ({ settings }) => settings.id,
};

const listChannels =
  (admin: AdminParts): Handler =>
  (exchange) => {
    if (findAdministrator(admin, exchange) === null) return;
    const { limits, runtime } = admin;
    const channels = runtime.directory.channels();
    const page = pageOf(channelList, channels, exchange.query("cursor"), limits.pageRowsMax);
    if (!page.ok) return exchange.answerFailure(page.failure);
    const { entries, cursor } = page.value;
    answerJson(exchange, 200, { channels: entries.map((entry) => showChannel(admin, entry)), cursor });
  };

const createChannel =
  (admin: AdminParts): Handler =>
  async (exchange) => {
    if (findAdministrator(admin, exchange) === null) return;
    const creation = await readAdminBody(admin, exchange, parseChannelCreation);
    if (creation === null) return;
    const refused = await refuseTargets(admin, creation);
    if (refused !== null) return exchange.answerFailure(refused);
    await answerChange(admin, exchange, 201, () => create(admin, creation));
  };

async function create(admin: AdminParts, creation: ChannelCreation): Promise<Result<ChannelBody>> {
  const made = { id: newChannelId(), random: newRandom(), nowMs: admin.runtime.clock.nowMs() };
  const settings = toNewSettings(creation, made);
  if (!settings.ok) return settings;
  const { id } = settings.value;
  if (admin.runtime.directory.find(id) !== undefined)
    return fail("conflict", `There is already a channel with the id ${id}.`);
  return saveChannel(admin, settings.value, creation);
}
