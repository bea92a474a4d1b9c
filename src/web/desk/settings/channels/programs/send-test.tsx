import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { Fragment } from "preact";
import type { ChannelTestAnswer } from "../../../../../codec/admin/admin-channel-test.ts";
import { textsOf } from "../../../../shared/language/texts.ts";
import { press, underWay } from "../../../../shared/parts/press.ts";
import { Icon } from "../../../../shared/ui/icon.tsx";
import { CopyField } from "../../../parts/copy-field.tsx";
import type { FormState } from "../../../parts/form.ts";
import { submit, untried } from "../../../parts/form.ts";
import { useDesk } from "../../../shell/use-desk.ts";
import { settingsBot } from "../../../texts/en/settings-bot.ts";
import { settingsPrograms } from "../../../texts/en/settings-programs.ts";
import { Section } from "../../forms/form-section.tsx";

const text = textsOf("settings-programs", settingsPrograms);
const botText = textsOf("settings-bot", settingsBot);

interface SendTestProps {
  readonly channelId: string;
  readonly target: ChannelTestAnswer["target"];
  /** The endpoint that gets the test. */
  readonly endpoint?: string;
  readonly title: string;
  readonly help: string;
  readonly action: string;
}

/** One test, and its response. Source: DEL-28. */
export function SendTest({ channelId, target, endpoint, title, help, action }: SendTestProps): JSX.Element {
  const { api } = useDesk();
  const state = useSignal<FormState>(untried);
  const test = useSignal<ChannelTestAnswer | null>(null);
  const send = (): Promise<boolean> =>
    submit(state, async () => {
      test.value = null;
      const path = `/api/channels/${encodeURIComponent(channelId)}/test`;
      const answer = await api.send<{ readonly test: ChannelTestAnswer }>("POST", path, {
        body: { target, endpoint },
      });
      if (answer.ok) test.value = answer.value.test;
      return answer;
    });
  const { isBusy, failure } = state.value;
  return (
    <Section title={title} help={help}>
      <div class="save-bar">
        <button type="button" {...press(isBusy ? underWay() : null, () => void send())}>
          <Icon name="send" />
          {isBusy ? text("waitingForAnswer") : action}
        </button>
      </div>
      <div class="test-outcome" role="status">
        {failure !== null && <p class="error">{failure.message}</p>}
        {test.value !== null && <Outcome test={test.value} />}
      </div>
      {test.value !== null && (
        <CopyField label={text("sameFromShell")} value={test.value.curl} help={text("sameFromShellHelp")} />
      )}
    </Section>
  );
}

const Outcome = ({ test }: { readonly test: ChannelTestAnswer }): JSX.Element => (
  <>
    <p class={test.delivered ? "outcome good" : "outcome bad"}>
      <Icon name={test.delivered ? "check" : "warning"} />
      {test.delivered
        ? text("delivered")
        : text("notDelivered", { reason: test.error?.message ?? text("notPositive") })}
    </p>
    <dl class="facts">
      <dt>{text("status")}</dt>
      <dd>{test.status ?? text("noAnswer")}</dd>
      <dt>{text("took")}</dt>
      <dd>{text("milliseconds", { ms: String(test.durationMs) })}</dd>
      {test.address !== null && (
        <>
          <dt>{text("sentTo")}</dt>
          <dd>{test.address}</dd>
        </>
      )}
      {test.note !== null && (
        <>
          <dt>{text("note")}</dt>
          <dd>{test.note}</dd>
        </>
      )}
      {test.answer !== null && (
        <>
          <dt>{text("answer")}</dt>
          <dd>{test.answer === "" ? text("emptyAnswer") : <code>{test.answer}</code>}</dd>
        </>
      )}
    </dl>
    {test.posts !== undefined && test.delivered && <Posts posts={test.posts} />}
  </>
);

/** What the bot posted in answer. Source: BOT-50. */
const Posts = ({ posts }: { readonly posts: NonNullable<ChannelTestAnswer["posts"]> }): JSX.Element =>
  posts.length === 0 ? (
    <p>{botText("botSilent")}</p>
  ) : (
    <>
      <p>{botText("botSaid")}</p>
      <ul class="plain-list">
        {posts.map(({ event, type, text: words, buttons }, index) => (
          <li key={index}>
            {event === "INVITE_AGENT" ? botText("invites") : words} {type === "markdown" && <code>{type}</code>}{" "}
            {buttons.map((button) => (
              <Fragment key={button}>
                <kbd>{button}</kbd>{" "}
              </Fragment>
            ))}
          </li>
        ))}
      </ul>
    </>
  );
