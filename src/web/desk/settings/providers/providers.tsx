import type { JSX } from "preact";
import type { ProviderAnswer } from "../../../../codec/admin/admin-people.ts";
import type { ChannelAnswer } from "../../../../codec/admin/channel-answer.ts";
import { split, textsOf } from "../../../shared/language/texts.ts";
import { unlessTaken } from "../../../shared/parts/sentences.ts";
import { CopyField } from "../../parts/copy-field.tsx";
import { useCommands } from "../../shell/commands/commands.ts";
import { go, placeOf, route } from "../../shell/route.ts";
import { useDesk } from "../../shell/use-desk.ts";
import { settings } from "../../texts/en/settings.ts";
import { checkName, checkProviderId, nameSentence, providerIdSentence } from "../forms/checks.ts";
import { RemoveRecord } from "../forms/confirm.tsx";
import { TextField } from "../forms/fields.tsx";
import { BackLink, PageTitle, Section, SettingsForm } from "../forms/form-section.tsx";
import type { Listing } from "../forms/listing.ts";
import { useListing } from "../forms/listing.ts";
import { ListHead, NoSuch, RecordList, RecordRow, UnreadList, UnreadPage } from "../forms/records.tsx";
import { bind, useForm } from "../forms/use-form.ts";

const text = textsOf("settings", settings);

const addPlace = placeOf(["settings", "providers", "add"]);

/** The providers of bots. Source: BOT-03. */
export function Providers(): JSX.Element {
  const [, what, of] = route.value.parts;
  const listing = useListing<ProviderAnswer>(
    { path: "/api/providers", many: "providers", one: "provider" },
    `${what} ${of}`,
  );
  if (what === "add") return <AddProvider listing={listing} />;
  const { value: list } = listing.list;
  if (list.state !== "there")
    return (
      <UnreadPage
        title={text("providers")}
        unread={text("providersUnread")}
        list={list}
        onRetry={() => void listing.read()}
      />
    );
  if (what === undefined) return <ProviderList providers={list.value} />;
  const provider = list.value.find(({ id }) => id === of);
  if (provider === undefined)
    return <NoSuch title={text("noSuchProvider")} back={providersPlace} backTitle={text("allProviders")} />;
  return <ProviderPage key={provider.id} provider={provider} listing={listing} />;
}

function ProviderList({ providers }: { readonly providers: readonly ProviderAnswer[] }): JSX.Element {
  useCommands(
    [{ id: "add provider", title: text("addBotProvider"), group: text("settings"), run: () => go(addPlace) }],
    [],
  );
  return (
    <main class="settings-page">
      <ListHead title={text("providers")} add={text("addProvider")} addPlace={addPlace} />
      {providers.length === 0 ? (
        <p class="empty">{text("noProviders")}</p>
      ) : (
        <RecordList label={text("providers")}>
          {providers.map(({ id, name, declared }) => (
            <RecordRow
              key={id}
              place={placeOfProvider(id)}
              name={name}
              facts={[id, declared && text("inConfigFile")]}
            />
          ))}
        </RecordList>
      )}
      <Issuing />
    </main>
  );
}

/** Most bots need no id of a provider, so the way to connect one comes first. Source: BOT-03, BOT-04. */
const Issuing = (): JSX.Element => (
  <Section title={text("issuing")}>
    <p>
      {split(text("issuingEnter", { channels: "{channels}" }), {
        channels: <a href={placeOf(["settings", "channels"])}>{text("channels")}</a>,
      })}
    </p>
    <p>{text("issuingId")}</p>
    <CopyField
      label={text("issuingShell")}
      value={'npm run provider -- add acme-bots --name "Acme Bots"'}
      help={text("issuingShellHelp")}
    />
  </Section>
);

/** Issues an id. Source: BOT-03. */
function AddProvider({ listing }: { readonly listing: Listing<ProviderAnswer> }): JSX.Element {
  const form = useForm({
    name: "new provider",
    saved: { name: "", id: "" },
    sentences: {
      name: nameSentence,
      id: unlessTaken(text("providerIdTaken"), providerIdSentence),
    },
    check: ({ name, id }) => ({ name: checkName(name), id: checkProviderId(id) }),
    async send(_changed, values) {
      const answer = await listing.create(values);
      if (answer.ok) go(placeOfProvider(values.id), true);
      return answer;
    },
  });
  return (
    <main class="settings-page">
      <BackLink to={providersPlace}>{text("allProviders")}</BackLink>
      <PageTitle>{text("addBotProvider")}</PageTitle>
      <SettingsForm form={form} action={text("add")} busy={text("adding")} isNew>
        <TextField label={text("name")} of={bind(form, "name")} help={text("providerNameHelp")} isRequired />
        <TextField
          label={text("providerIdLabel")}
          of={bind(form, "id")}
          placeholder="acme-bots"
          help={text("providerIdHelp")}
          isRequired
        />
      </SettingsForm>
    </main>
  );
}

interface ProviderPageProps {
  readonly provider: ProviderAnswer;
  readonly listing: Listing<ProviderAnswer>;
}

/** One provider: its name, its endpoint for posts, the channels of its bots, and its removal. */
function ProviderPage({ provider, listing }: ProviderPageProps): JSX.Element {
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
        <UnreadList unread={text("channelsUnread")} list={list} onRetry={() => void channels.read()} />
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

const providersPlace = placeOf(["settings", "providers"]);
/** An id may be any word, so that a provider's address has one more part than the other addresses. Source: BOT-03. */
const placeOfProvider = (id: string): string => placeOf(["settings", "providers", "of", id]);
