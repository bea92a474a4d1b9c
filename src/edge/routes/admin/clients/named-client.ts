import Type from "typebox";
import type { Result } from "../../../../core/result.ts";
import { fail, ok } from "../../../../core/result.ts";
import type { FoundClient } from "../../../../domain/client/find-clients.ts";
import { findClients } from "../../../../domain/client/find-clients.ts";
import type { ParameterDoc } from "../../../server/operation.ts";
import { missing } from "../admin-exchange.ts";
import type { AdminParts } from "../admin-parts.ts";

/** A client belongs to one channel: the same id on another channel can be another person. */
export const channelDoc: ParameterDoc = {
  name: "channel",
  description: "The id of the client's channel. It can be left out if the client's id is known on only one channel.",
  schema: Type.String(),
};

/**
 * Finds the client with this sender id. `not_found`: no such client. `conflict`: several channels have this client and the
 * request names no channel.
 */
export async function findNamedClient(
  { runtime, store }: Pick<AdminParts, "runtime" | "store">,
  senderId: string,
  channel: string | undefined,
): Promise<Result<FoundClient>> {
  const channelIds = runtime.directory
    .channelsEver()
    .map(({ settings }) => settings.id)
    .filter((id) => channel === undefined || channel === "" || id === channel);
  const [first, ...others] = await findClients(store.durable, channelIds, senderId);
  if (first === undefined) return { ok: false, failure: missing("client") };
  if (others.length === 0) return ok(first);
  const names = [first, ...others].map(({ channelId }) => channelId).join(", ");
  return fail(
    "conflict",
    `Clients with this id are known on the channels ${names}: name one in the parameter channel.`,
  );
}
