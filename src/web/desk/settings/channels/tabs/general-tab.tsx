import type { JSX } from "preact";
import type { ApiChannelAnswer } from "../../../../../codec/admin/channel-answer.ts";
import type { Sentence } from "../../../../shared/parts/sentences.ts";
import { byLine, say } from "../../../../shared/parts/sentences.ts";
import { WebLink } from "../../../parts/web-link.tsx";
import { bind } from "../../forms/bound.ts";
import { checkName, checkUrl } from "../../forms/checks.ts";
import { CheckField, LinesField, TextField } from "../../forms/fields.tsx";
import { Section, SettingsForm } from "../../forms/form-section.tsx";
import {
  checkErrorCode,
  checkLines,
  checkMailbox,
  checkWord,
  errorCodeSentence,
  mailboxSentence,
  wordSentence,
} from "../../forms/line-checks.ts";
import { AgentsField, checkAgents } from "../agents-field.tsx";
import { ChunkedField, WebhookUrlField } from "../api-fields.tsx";
import { apiSentences, channelSentences } from "../channel-sentences.ts";
import type { ChannelTabProps } from "../channel-tab.types.ts";
import { useChannelForm } from "../use-channel-form.ts";
import { RemoveChannel } from "./remove-channel.tsx";
import { checkSeconds, SecondsField, secondsSentence } from "./seconds-field.tsx";
import { SwitchOff } from "./switch-off.tsx";

/** What a channel is, whether it takes messages, what few need, and its end. Source: CH-05. */
export const GeneralTab = ({ channel }: ChannelTabProps): JSX.Element => (
  <>
    {channel.kind === "api" ? <ApiBasics channel={channel} /> : <Basics channel={channel} />}
    <SwitchOff channel={channel} />
    <details class="settings-fold">
      <summary>Advanced</summary>
      <Advanced channel={channel} />
      {channel.kind === "api" && <Answers channel={channel} />}
    </details>
    <RemoveChannel channel={channel} />
  </>
);

function ApiBasics({ channel }: { readonly channel: ApiChannelAnswer }): JSX.Element {
  const { name, webhookUrl, chunked, agents } = channel;
  const form = useChannelForm({
    name: "basics",
    channel,
    saved: { name, webhookUrl, chunked, agents: agents as readonly number[] },
    sentences: apiSentences,
    check: (values) => ({
      name: checkName(values.name),
      webhookUrl: checkUrl(values.webhookUrl),
      agents: checkAgents(values.agents),
    }),
  });
  return (
    <Section title="Channel">
      <SettingsForm form={form}>
        <TextField label="Channel name" of={bind(form, "name")} isRequired />
        <WebhookUrlField form={form} />
        {channel.samplePageUrl !== null && <SampleNote page={channel.samplePageUrl} />}
        <ChunkedField form={form} />
        <AgentsField of={bind(form, "agents")} />
      </SettingsForm>
    </Section>
  );
}

/** Where the replies go as long as no system is connected. */
const SampleNote = ({ page }: { readonly page: string }): JSX.Element => (
  <p class="settings-notice">
    Replies go to the <WebLink href={page}>sample customer</WebLink> now. Put the address of your own system in its
    place: the sample customer's page is gone then.
  </p>
);

function Basics({ channel }: ChannelTabProps): JSX.Element {
  const form = useChannelForm({
    name: "basics",
    channel,
    saved: { name: channel.name, agents: channel.agents as readonly number[] },
    sentences: channelSentences,
    check: ({ name, agents }) => ({ name: checkName(name), agents: checkAgents(agents) }),
  });
  return (
    <Section title="Channel">
      <SettingsForm form={form}>
        <TextField label="Channel name" of={bind(form, "name")} isRequired />
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
  /needs smtp/.test(failure.said ?? "")
    ? "The service sends no mail yet: whoever runs it sets that up in the config file (smtp)."
    : say(byLine(mailboxSentence()), failure);

function Advanced({ channel }: ChannelTabProps): JSX.Element {
  const { agentKeywords, acceptTimeoutMs, chatLogEmails } = channel;
  const form = useChannelForm({
    name: "advanced",
    channel,
    saved: {
      agentKeywords: agentKeywords as readonly string[],
      acceptTimeoutMs,
      chatLogEmails: chatLogEmails as readonly string[],
    },
    sentences: {
      agentKeywords: byLine(wordSentence()),
      acceptTimeoutMs: secondsSentence,
      chatLogEmails: mailSentence,
    },
    check: (values) => ({
      agentKeywords: checkWords(values.agentKeywords),
      acceptTimeoutMs: checkSeconds(values.acceptTimeoutMs),
      chatLogEmails: checkMailboxes(values.chatLogEmails),
    }),
  });
  return (
    <Section title="Chats">
      <SettingsForm form={form}>
        <LinesField
          label="Chat log by e-mail"
          of={bind(form, "chatLogEmails")}
          help="Addresses that get the log of each chat when it is closed, contacts included. One on each line; none, no mail."
        />
        <LinesField
          label="Words that call an agent"
          of={bind(form, "agentKeywords")}
          help="A client of the bot who writes one of them is given to an agent. One on each line."
        />
        <SecondsField
          label="Time to accept a chat of the bot, in seconds"
          of={bind(form, "acceptTimeoutMs")}
          help="After it the bot is told that no agent came. 1 second to 24 hours."
        />
      </SettingsForm>
    </Section>
  );
}

/** How the customer system is asked, and what its answers mean. Source: CH-44, DEL-11, DEL-14. */
function Answers({ channel }: { readonly channel: ApiChannelAnswer }): JSX.Element {
  const { appendPublicId, strictAnswers, hiddenErrorCodes } = channel;
  const form = useChannelForm({
    name: "answers",
    channel,
    saved: { appendPublicId, strictAnswers, hiddenErrorCodes: hiddenErrorCodes as readonly string[] },
    sentences: {
      appendPublicId: "Switch it on or off again.",
      strictAnswers: "Switch it on or off again.",
      hiddenErrorCodes: byLine(errorCodeSentence()),
    },
    check: (values) => ({ hiddenErrorCodes: checkErrorCodes(values.hiddenErrorCodes) }),
  });
  return (
    <Section title="Requests to your system">
      <SettingsForm form={form}>
        <CheckField
          label="Join the channel's id to the webhook server URL"
          of={bind(form, "appendPublicId")}
          help={`Requests go to …/${channel.id}. Off: to exactly the URL above.`}
        />
        <CheckField
          label="Take only the documented answer as success"
          of={bind(form, "strictAnswers")}
          help="Status 200 with the result ok and nothing else. Off: any 2xx without an error counts."
        />
        <LinesField
          label="Error codes agents do not see"
          of={bind(form, "hiddenErrorCodes")}
          help="Messages refused with one of them count as not delivered and can be sent again, but their text is only logged. One on each line."
        />
      </SettingsForm>
    </Section>
  );
}
