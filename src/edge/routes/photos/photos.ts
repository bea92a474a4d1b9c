import type { AgentId, ChannelId } from "../../../../machines/ids.ts";
import type { OneAtATime } from "../../../core/one-at-a-time.ts";
import type { Result } from "../../../core/result.ts";
import { fail, ok } from "../../../core/result.ts";
import type { Photos } from "../../../domain/agent/photos.ts";
import { configureAgent } from "../../../domain/configure.ts";
import type { AgentEntry } from "../../../domain/directory.ts";
import { keptApiHeaders } from "../../answer/api-headers.ts";
import { notModified } from "../../web/page-doc.ts";
import type { AgentBody, Agents } from "../admin/agents.ts";
import { agentBody, findAgent, showAgent } from "../admin/agents.ts";
import type { ChannelBody, ChannelRecords } from "../admin/channel-records.ts";
import { channelBody } from "../admin/channel-records.ts";
import { inTurn, missing } from "../admin/records.ts";
import type { DeskCaller } from "../desk/desk-caller.ts";
import { isKnownTo } from "../files/file-headers.ts";
import type { Operation } from "../operation.ts";
import { operation, rawOperation } from "../operation.ts";
import type { PhotoReceiver } from "./receive-photo.ts";
import { photoUpload, receivePhoto } from "./receive-photo.ts";

/** Photos of agents and bots: upload, removal, and download for anyone who has the address. Source: AUTH-15, CH-39. */
export const photoOperations = (agents: Agents, channels: BotPhotos, receiver: PhotoReceiver): readonly Operation[] => [
  putAgentPhoto(agents, receiver),
  deleteAgentPhoto(agents),
  putBotPhoto(channels, receiver),
  deleteBotPhoto(channels),
  readPhoto(receiver.photos),
];

const ofAgent = {
  path: "/api/agents/:id/photo",
  gate: "load",
  tag: "Agents",
  access: "agent",
  scope: "administration",
} as const;

/** The body is the agent's picture, which clients see; it is made smaller and stored here. */
const putAgentPhoto = (agents: Agents, receiver: PhotoReceiver): Operation =>
  rawOperation({
    ...ofAgent,
    ...photoUpload,
    method: "put",
    id: "putAgentPhoto",
    summary: "Sets the photo of the agent. Agents can set their own photo.",
    answer: { status: 200, description: "The agent as it is now.", schema: agentBody },
    async serve(asked) {
      const found = findOwn(agents, asked.caller, asked.parameters[0]);
      if (!found.ok) return asked.exchange.answerFailure(found.failure);
      const { id } = found.value.profile;
      const use = (address: string) => agents.oneAtATime(() => setAgentPhoto(agents, id, address));
      await receivePhoto(receiver, asked, use);
    },
  });

/** Also removes a photo at an external address. */
const deleteAgentPhoto = (agents: Agents): Operation =>
  operation({
    ...ofAgent,
    method: "delete",
    id: "deleteAgentPhoto",
    summary: "Deletes the photo of the agent. Agents can delete their own photo.",
    find: ({ caller, parameters: [idText] }) => findOwn(agents, caller, idText),
    answer: { status: 200, description: "The agent as it is now.", schema: agentBody },
    handle: ({ exchange, found }) =>
      inTurn(agents.oneAtATime, exchange, () => setAgentPhoto(agents, found.profile.id, null)),
  });

/** Finds the agent whose photo the caller may change: administrators may change every photo, agents their own. */
function findOwn(agents: Agents, { profile }: DeskCaller, idText: string): Result<AgentEntry> {
  const found = findAgent(agents, idText);
  const isOwn = found.ok && found.value.profile.id === profile.id;
  return isOwn || profile.role === "admin"
    ? found
    : fail("access_denied", "The photos of other agents are for administrators to change.");
}

async function setAgentPhoto(agents: Agents, id: AgentId, photo: string | null): Promise<Result<AgentBody>> {
  const { runtime, photos } = agents;
  const before = runtime.directory.agent(id)?.profile;
  if (before === undefined) return missing("agent");
  await configureAgent(runtime, { ...before, photo });
  await photos.drop(before.photo);
  const entry = runtime.directory.agent(id);
  return entry === undefined ? missing("agent") : ok({ agent: showAgent(agents, entry) });
}

interface BotPhotos {
  readonly records: ChannelRecords;
  readonly photos: Photos;
  readonly oneAtATime: OneAtATime;
}

const ofBot = {
  path: "/api/channels/:id/bot/photo",
  gate: "load",
  tag: "Channels",
  access: "administrator",
  scope: "administration",
} as const;

const putBotPhoto = (channels: BotPhotos, receiver: PhotoReceiver): Operation =>
  rawOperation({
    ...ofBot,
    ...photoUpload,
    method: "put",
    id: "putBotPhoto",
    summary: "Sets the photo of the bot of the channel.",
    answer: { status: 200, description: "The channel as it is now.", schema: channelBody },
    async serve(asked) {
      const found = findBot(channels, asked.parameters[0]);
      if (!found.ok) return asked.exchange.answerFailure(found.failure);
      const use = (address: string) => channels.oneAtATime(() => setBotPhoto(channels, found.value, address));
      await receivePhoto(receiver, asked, use);
    },
  });

const deleteBotPhoto = (channels: BotPhotos): Operation =>
  operation({
    ...ofBot,
    method: "delete",
    id: "deleteBotPhoto",
    summary: "Deletes the photo of the bot of the channel.",
    find: ({ parameters: [idText] }) => findBot(channels, idText),
    answer: { status: 200, description: "The channel as it is now.", schema: channelBody },
    handle: ({ exchange, found }) => inTurn(channels.oneAtATime, exchange, () => setBotPhoto(channels, found, null)),
  });

const noBot = fail("not_found", "The channel has no bot.");

/** Finds the channel of the bot. */
function findBot({ records }: BotPhotos, idText: string): Result<ChannelId> {
  const settings = records.find(idText)?.settings;
  if (settings === undefined) return missing("channel");
  return settings.bot === null ? noBot : ok(settings.id);
}

async function setBotPhoto(
  { records, photos }: BotPhotos,
  id: ChannelId,
  photo: string | null,
): Promise<Result<ChannelBody>> {
  const settings = records.find(id)?.settings;
  if (settings === undefined) return missing("channel");
  const { bot } = settings;
  if (bot === null) return noBot;
  const saved = await records.save({ ...settings, bot: { ...bot, photo } }, {});
  await photos.drop(bot.photo);
  return saved;
}

/** The long time is safe, because another photo has another address. */
const keptSeconds = 365 * 86_400;
const tokenPattern = /^[A-Za-z0-9_-]{32}$/;

/**
 * `GET|HEAD /photos/{token}`: the photo of an agent or bot, for anyone with its address and on any page. Customer systems load it
 * without a login. Source: CH-39, CH-60.
 */
const readPhoto = (photos: Photos): Operation =>
  rawOperation({
    method: "get",
    path: "/photos/:token",
    gate: "load",
    id: "readPhoto",
    summary: "Returns an uploaded photo of an agent or a bot, with 128 by 128 pixels.",
    tag: "Files",
    access: "anyone",
    answer: { status: 200, description: "The photo.", media: { mediaType: "image/jpeg", isText: false } },
    otherAnswers: [notModified],
    async serve({ exchange, parameters: [token] }) {
      const known = exchange.header("if-none-match");
      const photo = tokenPattern.test(token) ? await photos.read(token) : null;
      if (!exchange.isOpen) return;
      if (photo === null) return exchange.answerFailure({ code: "not_found", message: "There is no such photo." });
      exchange.answerHeaders = keptApiHeaders;
      const headers = headersOf(token);
      if (isKnownTo(known, etagOf(token)) && exchange.mayAnswerNotModified()) return exchange.answer(304, { headers });
      exchange.answer(200, { contentType: "image/jpeg", headers, body: photo });
    },
  });

const etagOf = (token: string): string => `"${token.slice(0, 16)}"`;

const headersOf = (token: string) => [
  ...["Content-Disposition", "inline"],
  ...["Content-Security-Policy", "sandbox; default-src 'none'"],
  ...["Cross-Origin-Resource-Policy", "cross-origin"],
  ...["Cache-Control", `public, max-age=${keptSeconds}, immutable`],
  ...["ETag", etagOf(token)],
];
