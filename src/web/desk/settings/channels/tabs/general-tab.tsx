import type { JSX } from "preact";
import type { ApiChannelAnswer } from "../../../../../codec/admin/channel-answer.ts";
import { split, textsOf } from "../../../../shared/language/texts.ts";
import type { Sentence } from "../../../../shared/parts/sentences.ts";
import { byLine, say } from "../../../../shared/parts/sentences.ts";
import { WebLink } from "../../../parts/web-link.tsx";
import { settingsChannelTabs } from "../../../texts/en/settings-channel-tabs.ts";
import {
  checkErrorCode,
  checkLines,
  checkMailbox,
  checkName,
  checkUrl,
  checkWord,
  errorCodeSentence,
  mailboxSentence,
  wordSentence,
} from "../../forms/checks.ts";
import { CheckField, LinesField, NumberField, TextField } from "../../forms/fields.tsx";
import { Section, SettingsForm } from "../../forms/form-section.tsx";
import type { Bound } from "../../forms/use-form.ts";
import { bind, useForm } from "../../forms/use-form.ts";
import type { ChannelTabProps } from "../channel-fields.tsx";
import {
  AgentsField,
  agentsPlace,
  ChunkedField,
  checkAgents,
  formOf,
  useChange,
  WebhookUrlField,
} from "../channel-fields.tsx";
import { apiSentences, channelSentences } from "../channels-data.ts";
import { RemoveChannel, SwitchOff } from "./switch-off.tsx";

const text = textsOf("settings-channel-tabs", settingsChannelTabs);

/** Name, agents, on and off switch, rarely needed settings, and removal of a channel. Source: CH-05. */
export const GeneralTab = ({ channel }: ChannelTabProps): JSX.Element => (
  <>
    {channel.kind === "api" ? <ApiBasics channel={channel} /> : <Basics channel={channel} />}
    <SwitchOff channel={channel} />
    <details class="settings-fold">
      <summary>{text("advanced")}</summary>
      <Advanced channel={channel} />
      {channel.kind === "api" && <Answers channel={channel} />}
    </details>
    <RemoveChannel channel={channel} />
  </>
);

function ApiBasics({ channel }: { readonly channel: ApiChannelAnswer }): JSX.Element {
  const { name, webhookUrl, chunked, agents } = channel;
  const change = useChange(channel);
  const form = useForm({
    name: formOf(channel.id, "basics"),
    saved: { name, webhookUrl, chunked, agents: agents as readonly number[] },
    sentences: apiSentences,
    places: agentsPlace,
    check: (values) => ({
      name: checkName(values.name),
      webhookUrl: checkUrl(values.webhookUrl),
      agents: checkAgents(values.agents),
    }),
    send: change,
  });
  return (
    <Section title={text("channel")}>
      <SettingsForm form={form}>
        <TextField label={text("channelName")} of={bind(form, "name")} isRequired />
        <WebhookUrlField form={form} />
        {channel.samplePageUrl !== null && <SampleNote page={channel.samplePageUrl} />}
        <ChunkedField form={form} />
        <AgentsField of={bind(form, "agents")} />
      </SettingsForm>
    </Section>
  );
}

/** The target of replies while no system is connected. */
const SampleNote = ({ page }: { readonly page: string }): JSX.Element => (
  <p class="settings-notice">
    {split(text("sampleNote", { customer: "{customer}" }), {
      customer: <WebLink href={page}>{text("sampleCustomer")}</WebLink>,
    })}
  </p>
);

function Basics({ channel }: ChannelTabProps): JSX.Element {
  const change = useChange(channel);
  const form = useForm({
    name: formOf(channel.id, "basics"),
    saved: { name: channel.name, agents: channel.agents as readonly number[] },
    sentences: channelSentences,
    places: agentsPlace,
    check: ({ name, agents }) => ({ name: checkName(name), agents: checkAgents(agents) }),
    send: change,
  });
  return (
    <Section title={text("channel")}>
      <SettingsForm form={form}>
        <TextField label={text("channelName")} of={bind(form, "name")} isRequired />
        <AgentsField of={bind(form, "agents")} />
      </SettingsForm>
    </Section>
  );
}

const checkWords = checkLines(checkWord, 100);
const checkMailboxes = checkLines(checkMailbox, 20);
const checkErrorCodes = checkLines(checkErrorCode);

/** Source: WH-27. */
const mailSentence: Sentence = (failure) =>
  /needs smtp/.test(failure.said ?? "") ? text("noMail") : say(byLine(mailboxSentence()), failure);

function Advanced({ channel }: ChannelTabProps): JSX.Element {
  const { agentKeywords, acceptTimeoutMs, chatLogEmails, test } = channel;
  const change = useChange(channel);
  const form = useForm({
    name: formOf(channel.id, "advanced"),
    saved: {
      agentKeywords: agentKeywords as readonly string[],
      acceptTimeoutMs,
      chatLogEmails: chatLogEmails as readonly string[],
      test,
    },
    sentences: {
      agentKeywords: byLine(wordSentence()),
      acceptTimeoutMs: secondsSentence,
      chatLogEmails: mailSentence,
      test: () => text("switchAgain"),
    },
    check: (values) => ({
      agentKeywords: checkWords(values.agentKeywords),
      acceptTimeoutMs: checkSeconds(values.acceptTimeoutMs),
      chatLogEmails: checkMailboxes(values.chatLogEmails),
    }),
    send: change,
  });
  return (
    <Section title={text("chats")}>
      <SettingsForm form={form}>
        <LinesField label={text("chatLog")} of={bind(form, "chatLogEmails")} help={text("chatLogHelp")} />
        <LinesField label={text("keywords")} of={bind(form, "agentKeywords")} help={text("keywordsHelp")} />
        <SecondsField label={text("acceptTime")} of={bind(form, "acceptTimeoutMs")} help={text("acceptTimeHelp")} />
        <CheckField label={text("testChannel")} of={bind(form, "test")} help={text("testChannelHelp")} />
      </SettingsForm>
    </Section>
  );
}

/** How the customer system receives requests, and the meaning of its responses. Source: CH-44, DEL-11, DEL-14. */
function Answers({ channel }: { readonly channel: ApiChannelAnswer }): JSX.Element {
  const { appendPublicId, strictAnswers, hiddenErrorCodes } = channel;
  const change = useChange(channel);
  const form = useForm({
    name: formOf(channel.id, "answers"),
    saved: { appendPublicId, strictAnswers, hiddenErrorCodes: hiddenErrorCodes as readonly string[] },
    sentences: {
      appendPublicId: () => text("switchAgain"),
      strictAnswers: () => text("switchAgain"),
      hiddenErrorCodes: byLine(errorCodeSentence()),
    },
    check: (values) => ({ hiddenErrorCodes: checkErrorCodes(values.hiddenErrorCodes) }),
    send: change,
  });
  return (
    <Section title={text("requests")}>
      <SettingsForm form={form}>
        <CheckField
          label={text("joinId")}
          of={bind(form, "appendPublicId")}
          help={text("joinIdHelp", { id: channel.id })}
        />
        <CheckField label={text("strictAnswers")} of={bind(form, "strictAnswers")} help={text("strictAnswersHelp")} />
        <LinesField label={text("hiddenCodes")} of={bind(form, "hiddenErrorCodes")} help={text("hiddenCodesHelp")} />
      </SettingsForm>
    </Section>
  );
}

interface SecondsFieldProps {
  readonly label: string;
  readonly help: string;
  /** In milliseconds. */
  readonly of: Bound<number>;
}

/** A time in seconds. Input without a number becomes 0, which no setting allows. */
const SecondsField = (props: SecondsFieldProps): JSX.Element => <NumberField {...props} unit={1_000} otherwise={0} />;

/** The text in the unit of the field. */
const secondsSentence = (): string => text("secondsWrong");

const checkSeconds = (ms: number): string | null => (ms >= 1_000 && ms <= 86_400_000 ? null : secondsSentence());
