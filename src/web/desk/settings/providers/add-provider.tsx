import type { JSX } from "preact";
import type { ProviderAnswer } from "../../../../codec/admin/admin-people.ts";
import { textsOf } from "../../../shared/language/texts.ts";
import { unlessTaken } from "../../../shared/parts/sentences.ts";
import { go } from "../../shell/route.ts";
import { settings } from "../../texts/en/settings.ts";
import { BackLink } from "../forms/back-link.tsx";
import { bind } from "../forms/bound.ts";
import { checkName, checkProviderId, nameSentence, providerIdSentence } from "../forms/checks.ts";
import { TextField } from "../forms/fields.tsx";
import { SettingsForm } from "../forms/form-section.tsx";
import type { Listing } from "../forms/listing.ts";
import { PageTitle } from "../forms/page-title.tsx";
import { useForm } from "../forms/use-form.ts";
import { placeOfProvider, providersPlace } from "./places.ts";

const text = textsOf("settings", settings);

/** Issues an id. Source: BOT-03. */
export function AddProvider({ listing }: { readonly listing: Listing<ProviderAnswer> }): JSX.Element {
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
