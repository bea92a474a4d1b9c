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
  /** How failures name the list. */
  readonly list: "endpoints" | "webhooks.endpoints";
  /** The channel whose test an endpoint gets, and what stands before the endpoint's name there. Null without a channel. */
  readonly test: { readonly channelId: string; readonly mark: "" | "*" } | null;
  /** Resolves with the secret, which the service makes. */
  readonly add: (endpoint: object) => Promise<Answer<MadeSecret>>;
  readonly renew: (name: string) => Promise<Answer<MadeSecret>>;
  /** Replaces the list by what is decided about the present one, which is read first: another administrator may have changed it. */
  readonly change: (decide: Decide) => Promise<Answer<unknown>>;
}

type Decide = (present: readonly EndpointAnswer[]) => readonly object[];

export interface MadeSecret {
  readonly signingSecret: string;
}

/** The list with one endpoint changed. A secret that is not in it stays. */
export const withChange = (endpoints: readonly EndpointAnswer[], name: string, change: object): readonly object[] =>
  endpoints.map((one) => ({ ...unchanged(one), ...(one.name === name && change) }));

export const without = (endpoints: readonly EndpointAnswer[], name: string): readonly object[] =>
  endpoints.filter((one) => one.name !== name).map(unchanged);

const unchanged = ({ signed: _, previousSecretUntil: __, ...kept }: EndpointAnswer) => kept;
