import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { BotAnswer } from "../../../../../codec/admin/admin-bot.ts";
import type { ProviderAnswer } from "../../../../../codec/admin/admin-people.ts";
import { isSampleBot } from "../../../../../core/addresses/sample-bot.ts";
import { allPages } from "../../../../shared/api/all-pages.ts";
import { textsOf } from "../../../../shared/language/texts.ts";
import { CopyField } from "../../../parts/copy-field.tsx";
import { botPicture } from "../../../parts/pictures.ts";
import { useDesk } from "../../../shell/use-desk.ts";
import { settingsBot } from "../../../texts/en/settings-bot.ts";
import { settingsChannelTabs } from "../../../texts/en/settings-channel-tabs.ts";
import { AskingButton } from "../../forms/confirm.tsx";
import { CheckField, ChoiceField, TextField } from "../../forms/fields.tsx";
import { Section, SettingsForm } from "../../forms/form-section.tsx";
import type { Loaded } from "../../forms/listing.ts";
import { UnreadList } from "../../forms/records.tsx";
import type { Form } from "../../forms/use-form.ts";
import { bind, useForm } from "../../forms/use-form.ts";
import { PhotoSection } from "../../photo-section.tsx";
import type { ChannelTabProps } from "../channel-fields.tsx";
import { formOf, useChange } from "../channel-fields.tsx";
import { channelsOf } from "../channels-data.ts";
import { SendTest } from "../programs/send-test.tsx";
import { SigningSecret } from "../programs/signing-secret.tsx";
import type { BotValues } from "./bot-values.ts";
import { botPlaces, botSentences, checkBot, isNewBot, toBotChange, toBotValues } from "./bot-values.ts";
import { BotAddresses, ConnectBot } from "./connect-bot.tsx";

const text = textsOf("settings-channel-tabs", settingsChannelTabs);
const botText = textsOf("settings-bot", settingsBot);

/** The bot that every new conversation goes to first. Source: BOT-01, BOT-04, BOT-08. */
export function BotTab({ channel }: ChannelTabProps): JSX.Element {
  const { api } = useDesk();
  const providers = useSignal<Loaded<readonly ProviderAnswer[]>>({ state: "loading" });
  /** Of a bot that was connected on this page. */
  const token = useSignal<string | null>(null);
  const read = async (): Promise<void> => {
    const answer = await allPages<ProviderAnswer>(api, "/api/providers", "providers");
    providers.value = answer.ok
      ? { state: "there", value: answer.value }
      : { state: "failed", failure: answer.failure };
  };
  useEffect(() => void read(), []);
  const isConnected = channel.bot !== null;
  useEffect(() => {
    if (!isConnected) token.value = null;
  }, [isConnected]);
  const { value } = providers;
  if (value.state !== "there")
    return <UnreadList unread={text("providersUnread")} list={value} onRetry={() => void read()} />;
  const { bot } = channel;
  if (bot === null)
    return (
      <Unconnected
        channel={channel}
        providers={value.value}
        onConnected={(made) => {
          token.value = made;
          // The provider may have been made with the bot.
          void read();
        }}
      />
    );
  const test = (
    <SendTest
      channelId={channel.id}
      target="bot"
      title={botText("sendTest")}
      help={botText("sendTestHelp")}
      action={botText("sendTest")}
    />
  );
  if (isSampleBot(bot))
    return (
      <>
        <p class="settings-notice">{botText("isSample")}</p>
        {test}
        <Disconnect id={channel.id} name={channel.name} />
      </>
    );
  return (
    <>
      {token.value !== null && <BotAddresses bot={bot} token={token.value} />}
      {test}
      <Connected
        channel={channel}
        providers={value.value}
        onNewToken={() => {
          token.value = null;
        }}
      />
    </>
  );
}

interface UnconnectedProps extends ConnectedProps {
  readonly onConnected: (token: string) => void;
}

/** The form with a provider is for bots whose provider has an id already. Source: BOT-03. */
const Unconnected = ({ channel, providers, onConnected }: UnconnectedProps): JSX.Element => (
  <>
    <ConnectBot channel={channel} onConnected={onConnected} />
    {providers.length > 0 && (
      <details class="settings-fold">
        <summary>{botText("withProvider")}</summary>
        <Connected channel={channel} providers={providers} />
      </details>
    )}
  </>
);

interface ConnectedProps extends ChannelTabProps {
  readonly providers: readonly ProviderAnswer[];
  /** Called when another token was saved. */
  readonly onNewToken?: () => void;
}

function Connected({ channel, providers, onNewToken }: ConnectedProps): JSX.Element {
  const { bot, name } = channel;
  const change = useChange(channel);
  const form = useForm<BotValues>({
    name: formOf(channel.id, "bot"),
    saved: toBotValues(bot),
    places: botPlaces,
    sentences: botSentences,
    check: (values) => checkBot(bot, values),
    async send(changed, values) {
      const answer = await change({ bot: toBotChange(bot, changed, values) });
      if (answer.ok && values.token !== "") onNewToken?.();
      return answer;
    },
  });
  const { publicUrl } = useDesk().surroundings.value;
  const { provider } = form.values;
  const choices = providers.map(({ id, name: title }) => [id, title] as const);
  return (
    <>
      <Section title={bot === null ? botText("withProvider") : text("bot")} help={text("botHelp")}>
        <SettingsForm form={form} {...(bot === null && { action: text("connect"), busy: text("connecting") })}>
          <ChoiceField
            label={text("provider")}
            of={bind(form, "provider")}
            choices={provider === "" ? [["", text("choose")], ...choices] : choices}
            help={bot !== null && bot.provider !== provider ? text("otherProviderHelp") : undefined}
          />
          <TextField
            label={text("providerEndpoint")}
            type="url"
            placeholder="https://bot.example.com/hook"
            of={bind(form, "endpoint")}
            help={text("providerEndpointHelp", { token: "{token}" })}
          />
          <SecretField
            label={text("token")}
            form={form}
            field="token"
            isSet={!isNewBot(bot, form.values)}
            help={text("tokenHelp")}
          />
          <TextField label={text("name")} of={bind(form, "name")} help={text("botNameHelp")} />
          <TextField
            label={text("photoAddress")}
            type="url"
            of={bind(form, "photo")}
            help={text(bot === null ? "photoHelpNew" : "photoHelp")}
          />
          <Oauth form={form} isSet={!isNewBot(bot, form.values) && bot?.oauth !== null} />
        </SettingsForm>
      </Section>
      {provider !== "" && (
        <Section title={text("forTheProvider")}>
          <CopyField
            label={text("serviceEndpoint")}
            value={bot?.provider === provider ? bot.serviceUrl : `${publicUrl}/bots/webhooks/${provider}/{token}`}
            help={text("serviceEndpointHelp", { token: "{token}" })}
          />
        </Section>
      )}
      {bot !== null && (
        <SigningSecret id={channel.id} path="bot/secret" secrets={bot} end={{ bot: { signingSecret: null } }} />
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
      help={text("botPhotoHelp")}
      put={(file) => data.act("PUT", channel.id, "bot/photo", { file })}
      remove={() => data.act("DELETE", channel.id, "bot/photo")}
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
    <CheckField label={text("oauth")} of={bind(form, "hasOauth")} help={text("oauthHelp")} />
    {form.values.hasOauth && (
      <div class="settings-indent">
        <TextField label={text("tokenUrl")} type="url" of={bind(form, "tokenUrl")} />
        <TextField label={text("clientId")} of={bind(form, "clientId")} />
        <SecretField label={text("clientSecret")} form={form} field="clientSecret" isSet={isSet} />
      </div>
    )}
  </>
);

interface SecretFieldProps extends BotFormProps {
  readonly label: string;
  readonly field: "token" | "clientSecret";
  readonly help?: string;
}

/** A stored secret is never shown; typing replaces it. Source: AUTH-14. */
const SecretField = ({ label, form, field, isSet, help = "" }: SecretFieldProps): JSX.Element => (
  <TextField
    label={label}
    type="password"
    of={bind(form, field)}
    placeholder={isSet ? text("secretPlaceholder") : ""}
    help={isSet ? `${text("secretHelp")} ${help}` : help}
  />
);

/** Source: BOT-08. */
function Disconnect({ id, name }: { readonly id: string; readonly name: string }): JSX.Element {
  const desk = useDesk();
  return (
    <Section title={text("disconnectBot")}>
      <AskingButton
        button={text("disconnectEllipsis")}
        look="danger"
        title={text("disconnectAsk", { name })}
        action={text("disconnect")}
        act={() => channelsOf(desk).change(id, { bot: null })}
      >
        <ul class="plain-list">
          <li>{text("disconnectChats")}</li>
          <li>{text("disconnectNew")}</li>
          <li>{text("disconnectToken")}</li>
        </ul>
      </AskingButton>
    </Section>
  );
}
