import type { WebhooksAnswer } from "../../../../codec/admin/admin-webhooks.ts";
import type { Answer } from "../../../shared/api/api.ts";

export type EndpointAnswer = WebhooksAnswer["endpoints"][number];

/** Who the endpoints belong to: one channel, or all channels. Source: WH-43. */
export interface EndpointOwner {
  readonly endpoints: readonly EndpointAnswer[];
  /** The address of the list; with `add` or `of` and a name, the address of a page below it. */
  readonly place: (...below: readonly string[]) => string;
  /** The start of the names of its forms. */
  readonly forms: string;
  /** The channel whose test an endpoint gets, and what stands before the endpoint's name there. Null without a channel. */
  readonly test: { readonly channelId: string; readonly mark: "" | "*" } | null;
  /** Resolves with the secret, which the service makes. */
  readonly add: (endpoint: object) => Promise<Answer<MadeSecret>>;
  readonly renew: (name: string) => Promise<Answer<MadeSecret>>;
  readonly change: (name: string, change: object) => Promise<Answer<unknown>>;
  readonly remove: (name: string) => Promise<Answer<unknown>>;
}

export interface MadeSecret {
  readonly signingSecret: string;
}
