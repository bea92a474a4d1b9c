import type { ChannelSettings } from "../../../../../machines/channel/channel.types.ts";
import type { ChannelChange } from "../../../../codec/admin/admin-channel.ts";
import { channelChange, parseChannelChange, toChangedSettings } from "../../../../codec/admin/admin-channel.ts";
import type { Result } from "../../../../core/result.ts";
import { ok } from "../../../../core/result.ts";
import { removeChannel } from "../../../../domain/configure.ts";
import type { Handler, Route } from "../../../server/router.ts";
import { findAdministrator } from "../../desk/desk-caller.ts";
import { removedAnswer } from "../admin-docs.ts";
import { answerChange, answerJson, answerMissing, missing, readAdminBody, removed } from "../admin-exchange.ts";
import type { AdminParts } from "../admin-parts.ts";
import type { ChannelBody } from "./channel-body.ts";
import { channelBody, saveChannel, showChannel } from "./channel-body.ts";
import { refuseTargets } from "./channel-checks.ts";

/**
 * `GET /api/channels/{id}`. `PATCH`: each given field replaces the stored value, from the next request and attempt on. `DELETE`:
 * from then on its addresses answer 404. Source: CH-06, CH-14.
 */
export const channelRoute = (admin: AdminParts): Route => ({
  pattern: "/api/channels/:id",
  gate: "load",
  answersSecrets: true,
  methods: { get: getChannel(admin), patch: changeChannel(admin), delete: deleteChannel(admin) },
  docs: {
    get: {
      id: "getChannel",
      summary: "Returns one channel.",
      tag: "Channels",
      access: "administrator",
      answer: { status: 200, description: "The channel.", schema: channelBody },
    },
    patch: {
      id: "changeChannel",
      summary: "Changes the given fields. The changes apply from the next request and attempt.",
      tag: "Channels",
      access: "administrator",
      request: { schema: channelChange },
      answer: { status: 200, description: "The channel as it is now.", schema: channelBody },
      failures: ["conflict"],
    },
    delete: {
      id: "deleteChannel",
      summary: "Deletes the channel. Its addresses answer 404, and its chats remain readable.",
      tag: "Channels",
      access: "administrator",
      answer: removedAnswer,
    },
  },
});

const getChannel =
  (admin: AdminParts): Handler =>
  (exchange, [id = ""]) => {
    if (findAdministrator(admin, exchange) === null) return;
    const entry = admin.runtime.directory.find(id);
    if (entry === undefined) answerMissing(exchange, "channel");
    else answerJson(exchange, 200, { channel: showChannel(admin, entry) });
  };

const changeChannel =
  (admin: AdminParts): Handler =>
  async (exchange, [id = ""]) => {
    if (findAdministrator(admin, exchange) === null) return;
    const entry = admin.runtime.directory.find(id);
    if (entry === undefined) return answerMissing(exchange, "channel");
    const { kind } = entry.settings;
    const change = await readAdminBody(admin, exchange, parseChannelChange[kind]);
    if (change === null) return;
    const refused = await refuseTargets(admin, change);
    if (refused !== null) return exchange.answerFailure(refused);
    await answerChange(admin, exchange, 200, () => applyChange(admin, { id, kind }, change));
  };

/**
 * Applies the change to the current settings. Of two changes at the same time, the last one therefore wins field by field. A
 * channel with the same id but another kind is a different channel.
 */
export async function applyChange(
  admin: AdminParts,
  { id, kind }: { readonly id: string; readonly kind: ChannelSettings["kind"] },
  change: ChannelChange,
): Promise<Result<ChannelBody>> {
  const entry = admin.runtime.directory.find(id);
  if (entry?.settings.kind !== kind) return { ok: false, failure: missing("channel") };
  const changed = toChangedSettings(entry.settings, change, admin.runtime.clock.nowMs());
  if (!changed.ok) return changed;
  const saved = await saveChannel(admin, changed.value, change);
  await admin.photos.drop(entry.settings.bot?.photo ?? null);
  return saved;
}

const deleteChannel =
  (admin: AdminParts): Handler =>
  async (exchange, [id = ""]) => {
    if (findAdministrator(admin, exchange) === null) return;
    await answerChange(admin, exchange, 200, () => remove(admin, id));
  };

async function remove({ runtime, photos }: AdminParts, id: string): Promise<Result<unknown>> {
  const entry = runtime.directory.find(id);
  if (entry === undefined) return { ok: false, failure: missing("channel") };
  await removeChannel(runtime, entry.settings.id);
  await photos.drop(entry.settings.bot?.photo ?? null);
  return ok(removed);
}
