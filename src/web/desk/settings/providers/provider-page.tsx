import type { JSX } from "preact";
import type { ProviderAnswer } from "../../../../codec/admin/admin-people.ts";
import type { ChannelAnswer } from "../../../../codec/admin/channel-answer.ts";
import { split, textsOf } from "../../../shared/language/texts.ts";
import { CopyField } from "../../parts/copy-field.tsx";
import { placeOf } from "../../shell/route.ts";
import { useDesk } from "../../shell/use-desk.ts";
import { settings } from "../../texts/en/settings.ts";
import { checkName, nameSentence } from "../forms/checks.ts";
import { RemoveRecord } from "../forms/confirm.tsx";
import { TextField } from "../forms/fields.tsx";
import { BackLink, PageTitle, Section, SettingsForm } from "../forms/form-section.tsx";
import type { Listing } from "../forms/listing.ts";
import { useListing } from "../forms/listing.ts";
import { UnreadList } from "../forms/records.tsx";
import { bind, useForm } from "../forms/use-form.ts";

const text = textsOf("settings", settings);

interface ProviderPageProps {
  readonly provider: ProviderAnswer;
  readonly listing: Listing<ProviderAnswer>;
}

/** One provider: its name, its endpoint for posts, the channels of its bots, and its removal. */
export function ProviderPage({ provider, listing }: ProviderPageProps): JSX.Element {
  const { id, name, declared } = provider;
  const { publicUrl } = useDesk().surroundings.value;
  const forms = `provider ${id} `;
  const form = useForm({
    name: `${forms}name`,
    saved: { name },
    sentences: { name: nameSentence },
    check: (values) => ({ name: checkName(values.name) }),
    send: (changed) => listing.change(id, changed),
  });
  return (
    <main class="settings-page">
      <BackLink to={providersPlace}>{text("allProviders")}</BackLink>
      <header class="person-head">
        <PageTitle>{name}</PageTitle>
        <p class="record-facts">
          <span>{id}</span>
        </p>
      </header>
      {declared && <p class="settings-notice">{text("providerDeclared")}</p>}
      <Section title={text("provider")}>
        <SettingsForm form={form}>
          <TextField label={text("name")} of={bind(form, "name")} isRequired />
        </SettingsForm>
      </Section>
      <Section title={text("forTheProvider")}>
        <CopyField label={text("providerId")} value={id} />
        <CopyField
          label={text("serviceEndpoint")}
          value={`${publicUrl}/bots/webhooks/${id}/{token}`}
          help={text("serviceEndpointHelp", { token: "{token}" })}
        />
      </Section>
      <Bots id={id} />
      <RemoveRecord
        title={text("removeProvider")}
        name={name}
        forms={forms}
        back={providersPlace}
        act={() => listing.remove(id)}
      >
        <p>{text("removeProviderThen")}</p>
      </RemoveRecord>
    </main>
  );
}

/** Source: BOT-01. */
function Bots({ id }: { readonly id: string }): JSX.Element {
  const channels = useListing<ChannelAnswer>({ path: "/api/channels", many: "channels", one: "channel" });
  const { value: list } = channels.list;
  const own = list.state === "there" ? list.value.filter(({ bot }) => bot?.provider === id) : [];
  return (
    <Section title={text("bots")} help={text("botsHelp")}>
      {list.state !== "there" && (
        <UnreadList
          unread={text("channelsUnread")}
          failure={list.state === "failed" ? list.failure : null}
          onRetry={() => void channels.read()}
        />
      )}
      {list.state === "there" && own.length === 0 && (
        <p>
          {split(text("noBots", { channels: "{channels}" }), {
            channels: <a href={placeOf(["settings", "channels"])}>{text("allChannels")}</a>,
          })}
        </p>
      )}
      {own.length > 0 && (
        <ul class="plain-list">
          {own.map((channel) => (
            <li key={channel.id}>
              <a href={placeOf(["settings", "channels", channel.id, "bot"])}>{channel.name}</a>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

export const providersPlace = placeOf(["settings", "providers"]);
/** An id may be any word, so that a provider's address has one more part than the other addresses. Source: BOT-03. */
export const placeOfProvider = (id: string): string => placeOf(["settings", "providers", "of", id]);
