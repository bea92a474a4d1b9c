import type { ReadonlySignal } from "@preact/signals";
import { signal } from "@preact/signals";
import type { ChannelAnswer } from "../../../../codec/admin/channel-answer.ts";
import { allPages } from "../../../shared/api/all-pages.ts";
import type { Answer, ApiFailure, ApiRequest } from "../../../shared/api/api.ts";
import { textsOf } from "../../../shared/language/texts.ts";
import type { Sentences } from "../../../shared/parts/sentences.ts";
import type { Desk } from "../../data/desk.ts";
import { settingsChannels } from "../../texts/en/settings-channels.ts";
import { nameSentence, targetSentence } from "../forms/checks.ts";

export type Loaded<Value> =
  | { readonly state: "loading" }
  | { readonly state: "failed"; readonly failure: ApiFailure }
  | { readonly state: "there"; readonly value: Value };

/** The channels with all settings for administrators, reloaded whenever the service reports a change. */
export interface ChannelsData {
  readonly list: ReadonlySignal<Loaded<readonly ChannelAnswer[]>>;
  read(): Promise<void>;
  /** `PATCH`: replaces the given fields. The list contains the response when the promise resolves. */
  change(id: string, body: unknown): Promise<Answer<ChannelAnswer>>;
  /** Calls one of the channel's routes that return the channel and perhaps more; `POST` by default. */
  act<More = unknown>(
    id: string,
    route: string,
    method?: "POST" | "PUT" | "DELETE",
    request?: ApiRequest,
  ): Promise<Answer<{ readonly channel: ChannelAnswer } & More>>;
  create(body: unknown): Promise<Answer<ChannelAnswer>>;
  remove(id: string): Promise<Answer<unknown>>;
}

interface ChannelBody {
  readonly channel: ChannelAnswer;
}

const known = new WeakMap<Desk, ChannelsData>();

/** The channels of this desk. */
export function channelsOf(desk: Desk): ChannelsData {
  const found = known.get(desk) ?? createChannelsData(desk);
  known.set(desk, found);
  return found;
}

export function createChannelsData({ api, onNews }: Pick<Desk, "api" | "onNews">): ChannelsData {
  const list = signal<Loaded<readonly ChannelAnswer[]>>({ state: "loading" });
  /** Counts the changes from other sources than a read: a list that was requested before a change is older. */
  let changes = 0;
  const read = async (): Promise<void> => {
    const before = changes;
    const answer = await allPages<ChannelAnswer>(api, "/api/channels", "channels");
    if (before !== changes) return read();
    if (answer.ok) list.value = { state: "there", value: answer.value };
    else if (list.value.state !== "there") list.value = { state: "failed", failure: answer.failure };
  };
  const replace = (id: string, channel: ChannelAnswer | null): void => {
    changes += 1;
    const { value } = list;
    if (value.state !== "there") return;
    const others = value.value.filter((other) => other.id !== id);
    const all = channel === null ? others : [...others, channel];
    list.value = { state: "there", value: all.sort((left, right) => (left.id < right.id ? -1 : 1)) };
  };
  const take = <Body extends ChannelBody>(answer: Answer<Body>): Answer<Body> => {
    if (answer.ok) replace(answer.value.channel.id, answer.value.channel);
    return answer;
  };
  const pathOf = (id: string): string => `/api/channels/${encodeURIComponent(id)}`;
  onNews(({ type }) => {
    if (type === "surroundings" || type === "resync" || type === "ready") void read();
  });
  return {
    list,
    read,
    change: async (id, body) => inside(take(await api.send<ChannelBody>("PATCH", pathOf(id), { body }))),
    act: async (id, route, method = "POST", request = {}) =>
      take(await api.send(method, `${pathOf(id)}/${route}`, request)),
    create: async (body) => inside(take(await api.send<ChannelBody>("POST", "/api/channels", { body }))),
    async remove(id) {
      const answer = await api.send("DELETE", pathOf(id));
      if (answer.ok) replace(id, null);
      return answer;
    },
  };
}

const inside = (answer: Answer<ChannelBody>): Answer<ChannelAnswer> =>
  answer.ok ? { ok: true, value: answer.value.channel } : answer;

const text = textsOf("settings-channels", settingsChannels);

interface ChannelValues {
  readonly name: string;
  readonly agents: readonly number[];
}

interface ApiChannelValues extends ChannelValues {
  readonly webhookUrl: string;
  readonly chunked: boolean;
}

/** Texts for the refused fields of every channel. */
export const channelSentences: Sentences<ChannelValues> = {
  name: nameSentence,
  agents: () => text("agentGone"),
};

/** Texts for the further fields of a chat API channel. */
export const apiSentences: Sentences<ApiChannelValues> = {
  ...channelSentences,
  webhookUrl: targetSentence,
  chunked: () => text("switchAgain"),
};
