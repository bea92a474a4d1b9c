import type { ChannelId } from "../../../machines/ids.ts";
import { clientConversation } from "../../core/ids.ts";
import { digitsOf } from "../../core/phone.ts";
import type { ClientTarget } from "../effects.ts";
import type { Runtime } from "../runtime.ts";

/** The client of an incoming call. */
export interface Caller {
  readonly target: ClientTarget;
  /** Its channel is a widget: messages to the client are not delivered. */
  readonly isFromWidget: boolean;
}

/**
 * Finds the last known visitor with that number, or else creates one on `channelId`, or on the first channel by id; `null` without
 * any channel. Source: CALL-09.
 */
export async function findCaller(phone: string, channelId: ChannelId | null, parts: Runtime): Promise<Caller | null> {
  const digits = digitsOf(phone);
  const known = await findKnown(digits, parts);
  if (known !== null) return withKind(known, parts);
  const served = channelId !== null && parts.directory.find(channelId) !== undefined ? channelId : firstChannel(parts);
  if (served === undefined) return null;
  const senderId = `tel:+${digits}`;
  const conversation = clientConversation(served, senderId);
  return withKind({ kind: "sought", conversation, channelId: served, senderId, senderIdKind: "string" }, parts);
}

async function findKnown(digits: string, { store, directory }: Runtime): Promise<ClientTarget | null> {
  const conversation = (await store.read("phone", [digits]))?.conversation;
  const row = conversation === undefined ? undefined : await store.read("client", [conversation]);
  if (conversation === undefined || row === undefined) return null;
  const { channelId, client } = row;
  // No agent works on a removed channel.
  if (directory.find(channelId) === undefined) return null;
  const { senderId, senderIdKind } = client;
  return { kind: "sought", conversation, channelId, senderId, senderIdKind };
}

const withKind = (target: ClientTarget, { directory }: Runtime): Caller => ({
  target,
  isFromWidget: directory.find(target.channelId)?.settings.kind === "widget",
});

const firstChannel = ({ directory }: Runtime): ChannelId | undefined => {
  const ids = directory.channels().map(({ settings }) => settings.id);
  return ids.sort()[0];
};
