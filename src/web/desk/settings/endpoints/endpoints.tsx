import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { Answer } from "../../../shared/api/api.ts";
import { textsOf } from "../../../shared/language/texts.ts";
import { useCommands } from "../../shell/commands/commands.ts";
import { go, placeOf, route } from "../../shell/route.ts";
import { useDesk } from "../../shell/use-desk.ts";
import { settingsEndpoints } from "../../texts/en/settings-endpoints.ts";
import { channelsOf } from "../channels/channels-data.ts";
import { PageTitle } from "../forms/form-section.tsx";
import type { Loaded } from "../forms/listing.ts";
import { ListHead, UnreadPage } from "../forms/records.tsx";
import type { EndpointAnswer, EndpointOwner, MadeSecret } from "./endpoint-owner.ts";
import { EndpointList, EndpointPages } from "./endpoint-pages.tsx";

const text = textsOf("settings-endpoints", settingsEndpoints);

const path = "/api/webhook-endpoints";
const place = (...below: readonly string[]): string => placeOf(["settings", "endpoints", ...below]);

/** The endpoints that get events of every channel. Source: WH-43. */
export function Endpoints(): JSX.Element {
  const [, what, name] = route.value.parts;
  const { list, read, owner } = useSharedEndpoints();
  useCommands(
    [{ id: "add endpoint", title: text("newEndpoint"), group: text("commandGroup"), run: () => go(place("add")) }],
    [],
  );
  if (list.state !== "there")
    return <UnreadPage title={text("endpoints")} unread={text("unread")} list={list} onRetry={read} />;
  const endpoints = owner(list.value);
  return (
    <main class="settings-page">
      {what === undefined ? (
        <>
          <ListHead title={text("endpoints")} add={text("addEndpoint")} addPlace={place("add")} />
          <p>{text("help")}</p>
          <EndpointList owner={endpoints} />
        </>
      ) : (
        <EndpointPages owner={endpoints} what={what} name={name} Title={PageTitle} />
      )}
    </main>
  );
}

interface SharedAnswer {
  readonly endpoints: readonly EndpointAnswer[];
}

function useSharedEndpoints() {
  const desk = useDesk();
  const { api } = desk;
  const channels = channelsOf(desk);
  const list = useSignal<Loaded<readonly EndpointAnswer[]>>({ state: "loading" });
  const take = <Value extends SharedAnswer>(answer: Answer<Value>): Answer<Value> => {
    if (answer.ok) list.value = { state: "there", value: answer.value.endpoints };
    return answer;
  };
  const read = async (): Promise<void> => {
    const answer = take(await api.get<SharedAnswer>(path));
    if (!answer.ok) list.value = { state: "failed", failure: answer.failure };
  };
  useEffect(() => {
    void read();
    void channels.read();
  }, []);
  const { value: known } = channels.list;
  const channel = known.state === "there" ? known.value.find(({ enabled }) => enabled) : undefined;
  const owner = (endpoints: readonly EndpointAnswer[]): EndpointOwner => ({
    endpoints,
    place,
    forms: "all channels",
    test: channel === undefined ? null : { channelId: channel.id, mark: "*" },
    add: async (body) => take(await api.send<SharedAnswer & MadeSecret>("POST", path, { body })),
    renew: async (name) => take(await api.send<SharedAnswer & MadeSecret>("POST", `${path}/${name}/secret`)),
    change: async (name, body) => take(await api.send<SharedAnswer>("PATCH", `${path}/${name}`, { body })),
    remove: async (name) => take(await api.send<SharedAnswer>("DELETE", `${path}/${name}`)),
  });
  return { list: list.value, read: () => void read(), owner };
}
