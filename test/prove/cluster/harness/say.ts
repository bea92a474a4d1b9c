import { channels, random } from "./cluster-config.ts";
import type { ClusterNode } from "./cluster-node.ts";

/** Sends a client's message through this node. Returns the status of the response, or `null` if there is none in time. */
export async function say(
  { url }: Pick<ClusterNode, "url">,
  client: string,
  text: string,
  { channelId = channels.plain, withinMs = 10_000 }: { readonly channelId?: string; readonly withinMs?: number } = {},
): Promise<number | null> {
  const body = JSON.stringify({ sender: { id: client, name: client }, message: { type: "text", text } });
  const request = { method: "POST", body, signal: AbortSignal.timeout(withinMs) };
  const answer = await fetch(`${url}/chat-api/${random}/${channelId}`, request).catch(() => null);
  await answer?.arrayBuffer();
  return answer?.status ?? null;
}

/** Returns the status that this node reports to customers: `1` if an agent of the channel is online, otherwise `0`. */
export async function statusOf({ url }: Pick<ClusterNode, "url">): Promise<string> {
  return (await fetch(`${url}/chat-api/${random}/${channels.plain}/status`)).text();
}
