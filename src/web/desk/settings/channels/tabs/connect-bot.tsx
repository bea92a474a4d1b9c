import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { BotAnswer } from "../../../../../codec/admin/admin-bot.ts";
import { textsOf } from "../../../../shared/language/texts.ts";
import { press, underWay } from "../../../../shared/parts/press.ts";
import { ErrorText } from "../../../../shared/ui/field.tsx";
import { CopyField } from "../../../parts/copy-field.tsx";
import type { FormState } from "../../../parts/form.ts";
import { submit, untried } from "../../../parts/form.ts";
import { useDesk } from "../../../shell/use-desk.ts";
import { settingsBot } from "../../../texts/en/settings-bot.ts";
import {
  checkBotEndpoint,
  checkName,
  checkToken,
  nameSentence,
  targetSentence,
  tokenSentence,
} from "../../forms/checks.ts";
import { TextField } from "../../forms/fields.tsx";
import { Section, SettingsForm } from "../../forms/form-section.tsx";
import { bind, useForm } from "../../forms/use-form.ts";
import type { ChannelTabProps } from "../channel-fields.tsx";
import { formOf } from "../channel-fields.tsx";
import { channelsOf } from "../channels-data.ts";
import { botEventLine, botPostLine } from "../programs/curl-lines.ts";

const text = textsOf("settings-bot", settingsBot);

interface ConnectBotProps extends ChannelTabProps {
  /** Called with the token of the connected bot: the made one, or the typed one. */
  readonly onConnected: (token: string) => void;
}

/** A bot by its name and its address; everything else is made. Source: BOT-51, BOT-52. */
export const ConnectBot = ({ channel, onConnected }: ConnectBotProps): JSX.Element => (
  <>
    <Section title={text("connectBot")} help={text("connectHelp")}>
      <OwnBot channel={channel} onConnected={onConnected} />
    </Section>
    <Section title={text("sampleBot")} help={text("sampleHelp")}>
      <SampleBot id={channel.id} onConnected={onConnected} />
    </Section>
  </>
);

function useConnect({ id, onConnected }: { readonly id: string; readonly onConnected: (token: string) => void }) {
  const data = channelsOf(useDesk());
  return async (body: { readonly name: string; readonly endpoint?: string; readonly token?: string }) => {
    const answer = await data.act<{ readonly token: string | null }>("POST", id, "bot", { body });
    if (answer.ok) onConnected(answer.value.token ?? body.token ?? "");
    return answer;
  };
}

function OwnBot({ channel: { id }, onConnected }: ConnectBotProps): JSX.Element {
  const connect = useConnect({ id, onConnected });
  const form = useForm({
    name: formOf(id, "new bot"),
    saved: { name: "", endpoint: "", token: "" },
    sentences: { name: nameSentence, endpoint: targetSentence, token: tokenSentence },
    check: ({ name, endpoint, token }) => ({
      name: checkName(name),
      endpoint: checkBotEndpoint(endpoint),
      token: token === "" ? null : checkToken(token),
    }),
    send: (_changed, { token, ...body }) => connect({ ...body, ...(token !== "" && { token }) }),
  });
  return (
    <SettingsForm form={form} action={text("connect")} busy={text("connecting")} isNew>
      <TextField label={text("name")} of={bind(form, "name")} help={text("nameHelp")} isRequired />
      <TextField
        label={text("address")}
        type="url"
        placeholder="https://bot.example.com/hook"
        of={bind(form, "endpoint")}
        help={text("addressHelp", { token: "{token}" })}
        isRequired
      />
      <details class="settings-fold">
        <summary>{text("ownToken")}</summary>
        <TextField label={text("token")} type="password" of={bind(form, "token")} help={text("tokenHelp")} />
      </details>
    </SettingsForm>
  );
}

function SampleBot(props: { readonly id: string; readonly onConnected: (token: string) => void }): JSX.Element {
  const connect = useConnect(props);
  const state = useSignal<FormState>(untried);
  const { isBusy, failure } = state.value;
  const start = (): Promise<boolean> => submit(state, () => connect({ name: text("sampleBot") }));
  return (
    <>
      <div class="save-bar">
        <button type="button" {...press(isBusy ? underWay() : null, () => void start())}>
          {text("connectSample")}
        </button>
      </div>
      {failure !== null && <ErrorText>{failure.message}</ErrorText>}
    </>
  );
}

interface BotAddressesProps {
  readonly bot: BotAnswer;
  readonly token: string;
}

/** Both addresses of a bot that was just connected, and a line for each direction. Source: BOT-05, BOT-06. */
export function BotAddresses({ bot: { name, provider, endpoint, serviceUrl }, token }: BotAddressesProps): JSX.Element {
  const eventsTo = eventsAddress(endpoint, token);
  const postsTo = serviceUrl.replace("{token}", encodeURIComponent(token));
  return (
    <Section title={text("isConnected", { name: name ?? provider })}>
      <div class="settings-notice" role="status">
        <p>{text("tokenOnce")}</p>
        <CopyField label={text("postsTo")} value={postsTo} />
        <CopyField label={text("eventsTo")} value={eventsTo} />
      </div>
      <CopyField label={text("tryPost")} value={botPostLine(postsTo)} help={text("tryPostHelp")} />
      <CopyField label={text("tryEvent")} value={botEventLine(eventsTo)} />
    </Section>
  );
}

/** Where the service puts the token: in place of {token}, or at the end of the path. */
function eventsAddress(endpoint: string, token: string): string {
  const part = encodeURIComponent(token);
  if (endpoint.includes("{token}")) return endpoint.replaceAll("{token}", part);
  const url = new URL(endpoint);
  url.pathname = `${url.pathname.replace(/(?<!\/)\/+$/, "")}/${part}`;
  return url.href;
}
