import type { JSX } from "preact";
import type { ProviderAnswer } from "../../../../codec/admin/admin-people.ts";
import { unlessTaken } from "../../../shared/parts/sentences.ts";
import { go } from "../../shell/route.ts";
import { BackLink } from "../forms/back-link.tsx";
import { bind } from "../forms/bound.ts";
import { checkName, checkProviderId, nameSentence, providerIdSentence } from "../forms/checks.ts";
import { TextField } from "../forms/fields.tsx";
import { SettingsForm } from "../forms/form-section.tsx";
import type { Listing } from "../forms/listing.ts";
import { PageTitle } from "../forms/page-title.tsx";
import { useForm } from "../forms/use-form.ts";
import { placeOfProvider, providersPlace } from "./places.ts";

/** Issues an id. Source: BOT-03. */
export function AddProvider({ listing }: { readonly listing: Listing<ProviderAnswer> }): JSX.Element {
  const form = useForm({
    name: "new provider",
    saved: { name: "", id: "" },
    sentences: {
      name: nameSentence,
      id: unlessTaken("Another provider has this id. Choose another one.", providerIdSentence),
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
      <BackLink to={providersPlace}>All bot providers</BackLink>
      <PageTitle>Add a bot provider</PageTitle>
      <SettingsForm form={form} action="Add" busy="Adding…" isNew>
        <TextField
          label="Name"
          of={bind(form, "name")}
          help="Clients see it as the sender while a bot has no name of its own."
          isRequired
        />
        <TextField
          label="Id"
          of={bind(form, "id")}
          placeholder="acme-bots"
          help="It stands in addresses and cannot be changed: 3 to 64 characters of a-z, 0-9, _ and -."
          isRequired
        />
      </SettingsForm>
    </main>
  );
}
