import type { JSX } from "preact";
import type { WidgetChannelAnswer } from "../../../../../codec/admin/channel-answer.ts";
import { lowBalance } from "../../../../../codec/call/low-balance.ts";
import { useDesk } from "../../../shell/use-desk.ts";
import { bind } from "../../forms/bound.ts";
import { CheckField, ChoiceField } from "../../forms/fields.tsx";
import { Section, SettingsForm } from "../../forms/form-section.tsx";
import { NumberField } from "../../forms/number-field.tsx";
import type { ChannelTabProps } from "../channel-tab.types.ts";
import { useChannelForm } from "../use-channel-form.ts";
import type { Week } from "./hours.ts";
import { checkWeek, fromWeek, toWeek } from "./hours.ts";
import { HoursField } from "./hours-field.tsx";

interface CallsValues {
  readonly enabled: boolean;
  readonly balance: number;
  readonly when: "always" | "hours";
  readonly week: Week;
  readonly timeZone: string;
}

/** Calls that visitors ask for. Source: WJ-27, CALL-10. */
export const CallsTab = ({ channel }: ChannelTabProps): JSX.Element | null =>
  channel.kind === "widget" ? <Calls channel={channel} /> : null;

function Calls({ channel }: { readonly channel: WidgetChannelAnswer }): JSX.Element {
  const { callback } = channel;
  const { telephony } = useDesk().surroundings.value;
  const form = useChannelForm<CallsValues>({
    name: "calls",
    channel,
    saved: {
      enabled: callback.enabled,
      balance: callback.balance,
      when: callback.hours.length === 0 ? "always" : "hours",
      week: toWeek(callback.hours),
      timeZone: callback.timeZone,
    },
    places: {
      enabled: "callback.enabled",
      balance: "callback.balance",
      week: "callback.hours",
      timeZone: "callback.timeZone",
    },
    sentences: {
      enabled: "Switch it on or off again.",
      balance: balanceSentence,
      when: "Choose when calls may be asked for.",
      week: "Enter hours with a beginning before their end, 50 different ones at most.",
      timeZone: "Choose one of these time zones.",
    },
    check: ({ when, week, balance }) => ({
      week: when === "hours" ? checkWeek(week) : null,
      balance: balance >= 0 && balance <= Number.MAX_SAFE_INTEGER ? null : balanceSentence,
    }),
    toChange: toCallsChange,
  });
  const { enabled, when, balance } = form.values;
  return (
    <Section title="Callback" help={stateOfCalls(telephony, enabled, balance)}>
      <SettingsForm form={form}>
        <CheckField
          label="Visitors may ask for a call"
          of={bind(form, "enabled")}
          help="Off: pages that ask hear “Callback disabled”."
        />
        <NumberField
          otherwise={-1}
          label="Call balance"
          of={bind(form, "balance")}
          help="How many more callbacks may be answered; each takes one. Type a number to refill it. At 0 no calls can be asked for."
        />
        <ChoiceField
          label="When"
          of={bind(form, "when")}
          choices={[
            ["always", "At any time"],
            ["hours", "At these hours"],
          ]}
        />
        {when === "hours" && <HoursField of={bind(form, "week")} />}
        <ChoiceField
          label="Time zone"
          of={bind(form, "timeZone")}
          choices={zonesWith(callback.timeZone)}
          help="The hours count by its clock."
        />
      </SettingsForm>
    </Section>
  );
}

const balanceSentence = "Enter how many callbacks may be answered, a number from 0.";

function toCallsChange(changed: Partial<CallsValues>, { when, week }: CallsValues): object {
  const { enabled, balance, timeZone } = changed;
  const callback = {
    ...(enabled !== undefined && { enabled }),
    ...(balance !== undefined && { balance }),
    ...(timeZone !== undefined && { timeZone }),
    ...((changed.when !== undefined || changed.week !== undefined) && {
      hours: when === "always" ? [] : fromWeek(week),
    }),
  };
  return { callback };
}

/** Source: WJ-27. */
function stateOfCalls(telephony: boolean, enabled: boolean, balance: number): string {
  if (!telephony) return "The service has no call gateway: nobody can be called, whatever stands here.";
  if (!enabled) return "Off: visitors are not offered a call.";
  if (balance <= 0) return "No calls: the balance is used up.";
  const on = "On: visitors are offered a call at the hours below.";
  return balance <= lowBalance ? `${on} The balance is low: ${balance} left.` : on;
}

/** A zone under a name that the browser does not list stays what it is. */
const zonesWith = (zone: string): readonly (readonly [string, string])[] =>
  [...new Set(["UTC", zone, ...Intl.supportedValuesOf("timeZone")])].map((name) => [name, name.replaceAll("_", " ")]);
