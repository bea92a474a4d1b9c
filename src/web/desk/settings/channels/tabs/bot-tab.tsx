import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { BotAnswer } from "../../../../../codec/admin/admin-bot.ts";
import type { ProviderAnswer } from "../../../../../codec/admin/admin-people.ts";
import { allPages } from "../../../../shared/api/all-pages.ts";
import { CopyField } from "../../../parts/copy-field.tsx";
import { botPicture } from "../../../parts/pictures.ts";
import { placeOf } from "../../../shell/route.ts";
import { useDesk } from "../../../shell/use-desk.ts";
import { bind } from "../../forms/bound.ts";
import { Confirm } from "../../forms/confirm.tsx";
import { CheckField, ChoiceField, TextField } from "../../forms/fields.tsx";
import { Section, SettingsForm } from "../../forms/form-section.tsx";
import type { Form } from "../../forms/use-form.ts";
import { PhotoSection } from "../../photo/photo-section.tsx";
import type { ChannelTabProps } from "../channel-tab.types.ts";
import type { Loaded } from "../channels-data.ts";
import { channelsOf } from "../channels-data.ts";
import { useChannelForm } from "../use-channel-form.ts";
import type { BotValues } from "./bot-values.ts";
import { botPlaces, botSentences, checkBot, isNewBot, toBotChange, toBotValues } from "./bot-values.ts";

/** The bot that every new conversation goes to first. Source: BOT-01, BOT-04, BOT-08. */
export function BotTab({ channel }: ChannelTabProps): JSX.Element {
  const { api } = useDesk();
  const providers = useSignal<Loaded<readonly ProviderAnswer[]>>({ state: "loading" });
  const read = async (): Promise<void> => {
    const answer = await allPages<ProviderAnswer>(api, "/api/providers", "providers");
    providers.value = answer.ok
      ? { state: "there", value: answer.value }
      : { state: "failed", failure: answer.failure };
  };
  useEffect(() => void read(), []);
  const { value } = providers;
  if (value.state === "loading") return <p class="help">Loading…</p>;
  if (value.state === "failed")
    return (
      <div class="settings-notice" role="alert">
        <p>The bot providers could not be read. {value.failure.message}</p>
        <button type="button" onClick={() => void read()}>
          Try again
        </button>
      </div>
    );
  if (value.value.length === 0 && channel.bot === null) return <NoProviders />;
  return <Connected channel={channel} providers={value.value} />;
}

/** Source: BOT-03. */
const NoProviders = (): JSX.Element => (
  <Section title="Bot">
    <p>
      There is no bot provider yet. A provider gets its id here, under{" "}
      <a href={placeOf(["settings", "providers"])}>Bot providers</a>; then its bot can be connected to this channel.
    </p>
  </Section>
);

interface ConnectedProps extends ChannelTabProps {
  readonly providers: readonly ProviderAnswer[];
}

function Connected({ channel, providers }: ConnectedProps): JSX.Element {
  const { bot, name } = channel;
  const form = useChannelForm<BotValues>({
    name: "bot",
    channel,
    saved: toBotValues(bot),
    places: botPlaces,
    sentences: botSentences,
    check: (values) => checkBot(bot, values),
    toChange: (changed, values) => ({ bot: toBotChange(bot, changed, values) }),
  });
  const { publicUrl } = useDesk().surroundings.value;
  const { provider } = form.values;
  const choices = providers.map(({ id, name: title }) => [id, title] as const);
  return (
    <>
      <Section
        title={bot === null ? "Connect a bot" : "Bot"}
        help="Every new conversation goes to the bot first. Chats that are open now stay where they are."
      >
        <SettingsForm form={form} {...(bot === null && { action: "Connect", busy: "Connecting…" })}>
          <ChoiceField
            label="Provider"
            of={bind(form, "provider")}
            choices={provider === "" ? [["", "Choose…"], ...choices] : choices}
            help={
              bot !== null && bot.provider !== provider
                ? "Another provider's bot is a new one: chats of the present bot go to the agents when you save."
                : undefined
            }
          />
          <TextField
            label="Provider's endpoint"
            type="url"
            placeholder="https://bot.example.com/hook"
            of={bind(form, "endpoint")}
            help="Events are posted here; the token is joined to it, or takes the place of {token}."
          />
          <SecretField
            label="Token"
            form={form}
            field="token"
            isSet={!isNewBot(bot, form.values)}
            help="Made by the provider. No two bots of a provider have the same."
          />
          <TextField
            label="Name"
            of={bind(form, "name")}
            help="Clients see it as the sender. The provider's name when empty."
          />
          <TextField
            label="Address of the photo"
            type="url"
            of={bind(form, "photo")}
            help={
              bot === null
                ? "Of a picture on the web. A file can be chosen once the bot is connected."
                : "Of a picture on the web, or of the one that was chosen below."
            }
          />
          <Oauth form={form} isSet={!isNewBot(bot, form.values) && bot?.oauth !== null} />
        </SettingsForm>
      </Section>
      {provider !== "" && (
        <Section title="For the provider">
          <CopyField
            label="Service endpoint"
            value={bot?.provider === provider ? bot.serviceUrl : `${publicUrl}/bots/webhooks/${provider}/{token}`}
            help="The provider posts what the bot says to it, with its token in place of {token}."
          />
        </Section>
      )}
      {bot !== null && <BotPhoto channel={channel} bot={bot} />}
      {bot !== null && <Disconnect id={channel.id} name={name} />}
    </>
  );
}

function BotPhoto({ channel, bot }: ChannelTabProps & { readonly bot: BotAnswer }): JSX.Element {
  const data = channelsOf(useDesk());
  return (
    <PhotoSection
      name={bot.name ?? bot.provider}
      picture={botPicture(bot.photo)}
      hasPhoto={bot.photo !== null}
      help="Clients see it beside what the bot says."
      put={(file) => data.act(channel.id, "bot/photo", "PUT", { file })}
      remove={() => data.act(channel.id, "bot/photo", "DELETE")}
    />
  );
}

interface BotFormProps {
  readonly form: Form<BotValues>;
  readonly isSet: boolean;
}

/** Temporary access tokens. Source: AUTH-08. */
const Oauth = ({ form, isSet }: BotFormProps): JSX.Element => (
  <>
    <CheckField
      label="Ask for temporary access tokens (OAuth 2.0)"
      of={bind(form, "hasOauth")}
      help="For providers that give a client id and a secret key."
    />
    {form.values.hasOauth && (
      <div class="settings-indent">
        <TextField label="Token URL" type="url" of={bind(form, "tokenUrl")} />
        <TextField label="Client id" of={bind(form, "clientId")} />
        <SecretField label="Client secret" form={form} field="clientSecret" isSet={isSet} />
      </div>
    )}
  </>
);

interface SecretFieldProps extends BotFormProps {
  readonly label: string;
  readonly field: "token" | "clientSecret";
  readonly help?: string;
}

/** What is set is never shown; typing replaces it. Source: AUTH-14. */
const SecretField = ({ label, form, field, isSet, help = "" }: SecretFieldProps): JSX.Element => (
  <TextField
    label={label}
    type="password"
    of={bind(form, field)}
    placeholder={isSet ? "Set" : ""}
    help={isSet ? `Set, and not shown. Type another one to replace it. ${help}` : help}
  />
);

/** Source: BOT-08. */
function Disconnect({ id, name }: { readonly id: string; readonly name: string }): JSX.Element {
  const desk = useDesk();
  const isAsking = useSignal(false);
  return (
    <Section title="Disconnect the bot">
      <div class="save-bar">
        <button type="button" class="danger" onClick={() => (isAsking.value = true)}>
          Disconnect…
        </button>
      </div>
      {isAsking.value && (
        <Confirm
          title={`Disconnect the bot of ${name}?`}
          action="Disconnect"
          act={() => channelsOf(desk).change(id, { bot: null })}
          onClose={() => (isAsking.value = false)}
        >
          <ul class="plain-list">
            <li>Chats that are with the bot go to the agents at once, and wait for one of them.</li>
            <li>New conversations come to the agents directly.</li>
            <li>The token is forgotten: to connect the bot again, it has to be typed again.</li>
          </ul>
        </Confirm>
      )}
    </Section>
  );
}
