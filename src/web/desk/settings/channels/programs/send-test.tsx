import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { ChannelTestAnswer } from "../../../../../codec/admin/admin-channel-test.ts";
import { Icon } from "../../../../shared/parts/icon.tsx";
import { press, underWay } from "../../../../shared/parts/press.ts";
import { CopyField } from "../../../parts/copy-field.tsx";
import type { FormState } from "../../../parts/form.ts";
import { submit, untried } from "../../../parts/form.ts";
import { useDesk } from "../../../shell/use-desk.ts";
import { Section } from "../../forms/form-section.tsx";
import type { ChannelTabProps } from "../channel-tab.types.ts";

interface SendTestProps extends ChannelTabProps {
  readonly target: ChannelTestAnswer["target"];
  readonly title: string;
  readonly help: string;
  readonly action: string;
}

/** One test, and what came back. Source: DEL-28. */
export function SendTest({ channel, target, title, help, action }: SendTestProps): JSX.Element {
  const { api } = useDesk();
  const state = useSignal<FormState>(untried);
  const test = useSignal<ChannelTestAnswer | null>(null);
  const send = (): Promise<boolean> =>
    submit(state, async () => {
      test.value = null;
      const path = `/api/channels/${encodeURIComponent(channel.id)}/test`;
      const answer = await api.send<{ readonly test: ChannelTestAnswer }>("POST", path, { body: { target } });
      if (answer.ok) test.value = answer.value.test;
      return answer;
    });
  const { isBusy, failure } = state.value;
  return (
    <Section title={title} help={help}>
      <div class="save-bar">
        <button type="button" {...press(isBusy ? underWay() : null, () => void send())}>
          <Icon name="send" />
          {isBusy ? "Waiting for the answer…" : action}
        </button>
      </div>
      <div class="test-outcome" role="status">
        {failure !== null && <p class="error">{failure.message}</p>}
        {test.value !== null && <Outcome test={test.value} />}
      </div>
      {test.value !== null && (
        <CopyField
          label="The same request from a shell"
          value={test.value.curl}
          help="What is secret in it is left out: put it in where … stands."
        />
      )}
    </Section>
  );
}

const Outcome = ({ test }: { readonly test: ChannelTestAnswer }): JSX.Element => (
  <>
    <p class={test.delivered ? "outcome good" : "outcome bad"}>
      <Icon name={test.delivered ? "check" : "warning"} />
      {test.delivered
        ? "Delivered: your system has taken it."
        : `Not delivered: ${test.error?.message ?? "the answer was not positive."}`}
    </p>
    <dl class="facts">
      <dt>Status</dt>
      <dd>{test.status ?? "No answer came"}</dd>
      <dt>Took</dt>
      <dd>{test.durationMs} ms</dd>
      {test.address !== null && (
        <>
          <dt>Sent to</dt>
          <dd>{test.address}</dd>
        </>
      )}
      {test.note !== null && (
        <>
          <dt>Note</dt>
          <dd>{test.note}</dd>
        </>
      )}
      {test.answer !== null && (
        <>
          <dt>Answer</dt>
          <dd>{test.answer === "" ? "Empty" : <code>{test.answer}</code>}</dd>
        </>
      )}
    </dl>
  </>
);
