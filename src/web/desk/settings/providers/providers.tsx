import type { JSX } from "preact";
import type { ProviderAnswer } from "../../../../codec/admin/admin-people.ts";
import { CopyField } from "../../parts/copy-field.tsx";
import { useCommands } from "../../shell/commands/commands.ts";
import { go, placeOf, route } from "../../shell/route.ts";
import { Section } from "../forms/form-section.tsx";
import { useListing } from "../forms/listing.ts";
import { NoSuch, UnreadPage } from "../forms/not-there.tsx";
import { ListHead, RecordList, RecordRow } from "../forms/records.tsx";
import { AddProvider } from "./add-provider.tsx";
import { placeOfProvider, providersPlace } from "./places.ts";
import { ProviderPage } from "./provider-page.tsx";

const addPlace = placeOf(["settings", "providers", "add"]);

/** Who has bots here. Source: BOT-03. */
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
        title="Bot providers"
        what="The bot providers"
        failure={list.state === "failed" ? list.failure : null}
        onRetry={() => void listing.read()}
      />
    );
  if (what === undefined) return <ProviderList providers={list.value} />;
  const provider = list.value.find(({ id }) => id === of);
  if (provider === undefined) return <NoSuch what="provider" back={providersPlace} backTitle="All bot providers" />;
  return <ProviderPage key={provider.id} provider={provider} listing={listing} />;
}

function ProviderList({ providers }: { readonly providers: readonly ProviderAnswer[] }): JSX.Element {
  useCommands([{ id: "add provider", title: "Add a bot provider", group: "Settings", run: () => go(addPlace) }], []);
  return (
    <main class="settings-page">
      <ListHead title="Bot providers" add="Add a provider" addPlace={addPlace} />
      {providers.length === 0 ? (
        <p class="empty">
          No provider yet. Whoever makes a bot for you gets an id here; with it the bot is connected to a channel.
        </p>
      ) : (
        <RecordList label="Bot providers">
          {providers.map(({ id, name, declared }) => (
            <RecordRow
              key={id}
              place={placeOfProvider(id)}
              name={name}
              facts={[id, declared && "In the config file"]}
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
  <Section title="How a bot comes to a channel">
    <ol class="plain-list">
      <li>
        You, or whoever runs the service, give the provider its id. It stays the same for all of the provider's bots.
      </li>
      <li>The provider makes a token for each bot, and tells you where its bot takes events.</li>
      <li>Both are entered on the channel's page, under Bot.</li>
    </ol>
    <CopyField
      label="Issue an id from a shell"
      value={'npm run provider -- add acme-bots --name "Acme Bots"'}
      help="For whoever runs the service, in its folder. It does the same as the button above."
    />
  </Section>
);
