import type { ComponentChildren, JSX } from "preact";
import type { ChannelAnswer } from "../../../../codec/admin/channel-answer.ts";
import { textsOf } from "../../../shared/language/texts.ts";
import { placeOf, route } from "../../shell/route.ts";
import { useDesk } from "../../shell/use-desk.ts";
import { settingsEndpoints } from "../../texts/en/settings-endpoints.ts";
import { channelsOf } from "../channels/channels-data.ts";
import { Section } from "../forms/form-section.tsx";
import type { EndpointOwner, MadeSecret } from "./endpoint-owner.ts";
import { EndpointList, EndpointPages } from "./endpoint-pages.tsx";

const text = textsOf("settings-endpoints", settingsEndpoints);

/** Whether the address names a page of an endpoint of the channel. */
export const isAtEndpoint = (): boolean => route.value.parts[3] === "endpoints";

export function ChannelEndpointPages({ channel }: { readonly channel: ChannelAnswer }): JSX.Element {
  const [, , , , what = "add", name] = route.value.parts;
  return <EndpointPages owner={useChannelEndpoints(channel)} what={what} name={name} Title={TabTitle} />;
}

const TabTitle = ({ children }: { readonly children: ComponentChildren }): JSX.Element => (
  <h2 class="tab-title">{children}</h2>
);

/** The endpoints of one channel, beside its webhook URL. Source: WH-43. */
export function ChannelEndpoints({ channel }: { readonly channel: ChannelAnswer }): JSX.Element {
  const owner = useChannelEndpoints(channel);
  return (
    <Section title={text("endpoints")} help={text("channelHelp")}>
      {owner.endpoints.length > 0 && <EndpointList owner={owner} />}
      <div class="save-bar">
        <a class="button" href={owner.place("add")}>
          {text("addEndpoint")}
        </a>
      </div>
    </Section>
  );
}

function useChannelEndpoints({ id, enabled, webhooks }: ChannelAnswer): EndpointOwner {
  const data = channelsOf(useDesk());
  const route = "webhooks/endpoints";
  return {
    endpoints: webhooks?.endpoints ?? [],
    place: (...below) =>
      placeOf(["settings", "channels", id, "developers", ...(below.length === 0 ? [] : ["endpoints", ...below])]),
    forms: `channel ${id}`,
    test: enabled ? { channelId: id, mark: "" } : null,
    add: (body) => data.act<MadeSecret>("POST", id, route, { body }),
    renew: (name) => data.act<MadeSecret>("POST", id, `${route}/${name}/secret`),
    change: (name, body) => data.act("PATCH", id, `${route}/${name}`, { body }),
    remove: (name) => data.act("DELETE", id, `${route}/${name}`),
  };
}
