import type { JSX } from "preact";
import type { ProviderAnswer } from "../../../../codec/admin/admin-people.ts";
import { textsOf } from "../../../shared/language/texts.ts";
import { CopyField } from "../../parts/copy-field.tsx";
import { useCommands } from "../../shell/commands/commands.ts";
import { go, placeOf, route } from "../../shell/route.ts";
import { settings } from "../../texts/en/settings.ts";
import { Section } from "../forms/form-section.tsx";
import { useListing } from "../forms/listing.ts";
import { NoSuch, UnreadPage } from "../forms/not-there.tsx";
import { ListHead, RecordList, RecordRow } from "../forms/records.tsx";
import { AddProvider } from "./add-provider.tsx";
import { placeOfProvider, providersPlace } from "./places.ts";
import { ProviderPage } from "./provider-page.tsx";

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
        failure={list.state === "failed" ? list.failure : null}
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

/** Source: BOT-03, BOT-04. */
const Issuing = (): JSX.Element => (
  <Section title={text("issuing")}>
    <ol class="plain-list">
      <li>{text("issuingId")}</li>
      <li>{text("issuingToken")}</li>
      <li>{text("issuingEnter")}</li>
    </ol>
    <CopyField
      label={text("issuingShell")}
      value={'npm run provider -- add acme-bots --name "Acme Bots"'}
      help={text("issuingShellHelp")}
    />
  </Section>
);
