import type { ChannelId } from "../../../../machines/ids.ts";
import type { Result } from "../../../core/result.ts";
import type { HttpExchange } from "../../http/http-exchange.ts";
import type { Handler, Route } from "../../server/router.ts";
import { answerChange, answerMissing, missing } from "../admin/admin-exchange.ts";
import type { AdminParts } from "../admin/admin-parts.ts";
import type { ChannelBody } from "../admin/channels/channel-body.ts";
import { channelBody, saveChannel } from "../admin/channels/channel-body.ts";
import { findAdministrator } from "../desk/desk-caller.ts";
import { photoUpload, receivePhoto } from "./receive-photo.ts";

/**
 * `PUT /api/channels/{id}/bot/photo`: the photo of the channel's bot, stored as an agent's photo. `DELETE` removes it. Source:
 * AUTH-15, CH-39.
 */
export const botPhotoRoute = (admin: AdminParts): Route => ({
  pattern: "/api/channels/:id/bot/photo",
  gate: "load",
  methods: { put: putPhoto(admin), delete: removePhoto(admin) },
  docs: {
    put: {
      id: "putBotPhoto",
      summary: "Sets the photo of the bot of the channel.",
      tag: "Channels",
      access: "administrator",
      answer: { status: 200, description: "The channel as it is now.", schema: channelBody },
      ...photoUpload,
    },
    delete: {
      id: "deleteBotPhoto",
      summary: "Deletes the photo of the bot of the channel.",
      tag: "Channels",
      access: "administrator",
      answer: { status: 200, description: "The channel as it is now.", schema: channelBody },
    },
  },
});

const putPhoto =
  (admin: AdminParts): Handler =>
  async (exchange, [idText = ""]) => {
    exchange.expectLargeBody(admin.limits.photoBytesMax);
    const id = findBot(admin, exchange, idText);
    if (id === null) return;
    await receivePhoto(admin, exchange, (address) => admin.oneAtATime(() => setPhoto(admin, id, address)));
  };

const removePhoto =
  (admin: AdminParts): Handler =>
  async (exchange, [idText = ""]) => {
    const id = findBot(admin, exchange, idText);
    if (id !== null) await answerChange(admin, exchange, 200, () => setPhoto(admin, id, null));
  };

/** Finds the channel of the bot; null after answering. */
function findBot(admin: AdminParts, exchange: HttpExchange, idText: string): ChannelId | null {
  if (findAdministrator(admin, exchange) === null) return null;
  const settings = admin.runtime.directory.find(idText)?.settings;
  if (settings === undefined) answerMissing(exchange, "channel");
  else if (settings.bot === null) exchange.answerFailure(noBot);
  else return settings.id;
  return null;
}

const noBot = { code: "not_found", message: "The channel has no bot." } as const;

async function setPhoto(admin: AdminParts, id: ChannelId, photo: string | null): Promise<Result<ChannelBody>> {
  const settings = admin.runtime.directory.find(id)?.settings;
  if (settings === undefined) return { ok: false, failure: missing("channel") };
  const { bot } = settings;
  if (bot === null) return { ok: false, failure: noBot };
  const saved = await saveChannel(admin, { ...settings, bot: { ...bot, photo } }, {});
  await admin.photos.drop(bot.photo);
  return saved;
}
