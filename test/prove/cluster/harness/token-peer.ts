import type { Test } from "tap";
import { servePeer } from "../../../../src/demo/cast/peer.ts";

/** A provider's token endpoint. It returns another token each time, slowly, and counts the requests. */
export interface TokenPeer {
  readonly url: string;
  /** Returns the number of requests. */
  readonly asked: () => number;
}

export async function openTokenPeer(t: Test, afterMs: number): Promise<TokenPeer> {
  let asked = 0;
  const origin = await servePeer(t, {
    paths: /^\/token$/,
    take() {
      asked += 1;
      return { afterMs, body: { access_token: `token-${asked}`, token_type: "Bearer", expires_in: 3_600 } };
    },
  });
  return { url: `${origin}/token`, asked: () => asked };
}
