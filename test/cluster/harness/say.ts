import { channels, random } from "./cluster-config.ts";
import type { ClusterNode } from "./cluster-node.ts";

/** What a client writes through this node; the status of the answer, `null` when there is none in time. */
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

/** Whether an agent of the channel is there, as this node tells customers: `1` or `0`. */
export async function statusOf({ url }: Pick<ClusterNode, "url">): Promise<string> {
  return (await fetch(`${url}/chat-api/${random}/${channels.plain}/status`)).text();
}
