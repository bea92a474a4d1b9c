import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { WaitingLimits } from "../../../../codec/admin/admin-waiting.ts";
import { waitingMaxMs } from "../../../../codec/settings/waiting-bounds.ts";
import { textsOf } from "../../../shared/language/texts.ts";
import { useDesk } from "../../shell/use-desk.ts";
import { settings } from "../../texts/en/settings.ts";
import { NumberField } from "../forms/fields.tsx";
import { PageTitle, Section, SettingsForm } from "../forms/form-section.tsx";
import type { Loaded } from "../forms/listing.ts";
import { UnreadPage } from "../forms/records.tsx";
import { bind, useForm } from "../forms/use-form.ts";

const text = textsOf("settings", settings);

const path = "/api/waiting-limits";

/** From when on the desk shows the wait of a client as long, and as urgent. */
export function Waiting(): JSX.Element {
  const { api } = useDesk();
  const state = useSignal<Loaded<WaitingLimits>>({ state: "loading" });
  const read = async (): Promise<void> => {
    const answer = await api.get<WaitingLimits>(path);
    state.value = answer.ok ? { state: "there", value: answer.value } : { state: "failed", failure: answer.failure };
  };
  useEffect(() => void read(), []);
  const { value: known } = state;
  if (known.state !== "there")
    return (
      <UnreadPage title={text("waiting")} unread={text("networkUnread")} list={known} onRetry={() => void read()} />
    );
  return (
    <main class="settings-page">
      <PageTitle>{text("waiting")}</PageTitle>
      <Limits limits={known.value} onSaved={(value) => (state.value = { state: "there", value })} />
    </main>
  );
}

interface LimitsProps {
  readonly limits: WaitingLimits;
  readonly onSaved: (limits: WaitingLimits) => void;
}

const minuteMs = 60_000;
const isTime = (ms: number): boolean => ms >= 0 && ms <= waitingMaxMs;

function Limits({ limits, onSaved }: LimitsProps): JSX.Element {
  const { api } = useDesk();
  const form = useForm<WaitingLimits>({
    name: "waiting limits",
    saved: limits,
    sentences: { calmMs: text("minutesWrong"), urgentMs: text("urgentWrong") },
    check: ({ calmMs, urgentMs }) => ({
      calmMs: isTime(calmMs) ? null : text("minutesWrong"),
      urgentMs: isTime(urgentMs) && urgentMs >= calmMs ? null : text("urgentWrong"),
    }),
    async send(_changed, body) {
      const answer = await api.send<WaitingLimits>("PUT", path, { body });
      if (answer.ok) onSaved(answer.value);
      return answer;
    },
  });
  return (
    <Section title={text("waitingLimits")} help={text("waitingHelp")}>
      <SettingsForm form={form}>
        <NumberField
          label={text("calm")}
          of={bind(form, "calmMs")}
          unit={minuteMs}
          otherwise={-1}
          help={text("calmHelp")}
        />
        <NumberField
          label={text("urgent")}
          of={bind(form, "urgentMs")}
          unit={minuteMs}
          otherwise={-1}
          help={text("urgentHelp")}
        />
      </SettingsForm>
    </Section>
  );
}
