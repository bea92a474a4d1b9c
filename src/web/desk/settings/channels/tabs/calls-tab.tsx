import type { JSX } from "preact";
import type { WidgetChannelAnswer } from "../../../../../codec/admin/channel-answer.ts";
import { lowBalance } from "../../../../../codec/call/low-balance.ts";
import { textsOf } from "../../../../shared/language/texts.ts";
import { useDesk } from "../../../shell/use-desk.ts";
import { settingsChannelTabs } from "../../../texts/en/settings-channel-tabs.ts";
import { bind } from "../../forms/bound.ts";
import { CheckField, ChoiceField } from "../../forms/fields.tsx";
import { Section, SettingsForm } from "../../forms/form-section.tsx";
import { NumberField } from "../../forms/number-field.tsx";
import type { ChannelTabProps } from "../channel-tab.types.ts";
import { useChannelForm } from "../use-channel-form.ts";
import type { Week } from "./hours.ts";
import { checkWeek, fromWeek, toWeek } from "./hours.ts";
import { HoursField } from "./hours-field.tsx";

const text = textsOf("settings-channel-tabs", settingsChannelTabs);

interface CallsValues {
  readonly enabled: boolean;
  readonly balance: number;
  readonly when: "always" | "hours";
  readonly week: Week;
  readonly timeZone: string;
}

/** Calls that visitors request. Source: WJ-27, CALL-10. */
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
      enabled: () => text("switchAgain"),
      balance: balanceSentence,
      when: () => text("whenWrong"),
      week: () => text("weekWrong"),
      timeZone: () => text("timeZoneWrong"),
    },
    check: ({ when, week, balance }) => ({
      week: when === "hours" ? checkWeek(week) : null,
      balance: balance >= 0 && balance <= Number.MAX_SAFE_INTEGER ? null : balanceSentence(),
    }),
    toChange: toCallsChange,
  });
  const { enabled, when, balance } = form.values;
  return (
    <Section title={text("callback")} help={stateOfCalls(telephony, enabled, balance)}>
      <SettingsForm form={form}>
        <CheckField label={text("mayAskForCall")} of={bind(form, "enabled")} help={text("mayAskForCallHelp")} />
        <NumberField otherwise={-1} label={text("balance")} of={bind(form, "balance")} help={text("balanceHelp")} />
        <ChoiceField
          label={text("when")}
          of={bind(form, "when")}
          choices={[
            ["always", text("atAnyTime")],
            ["hours", text("atTheseHours")],
          ]}
        />
        {when === "hours" && <HoursField of={bind(form, "week")} />}
        <ChoiceField
          label={text("timeZone")}
          of={bind(form, "timeZone")}
          choices={zonesWith(callback.timeZone)}
          help={text("timeZoneHelp")}
        />
      </SettingsForm>
    </Section>
  );
}

const balanceSentence = (): string => text("balanceWrong");

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
  if (!telephony) return text("noGateway");
  if (!enabled) return text("callsOff");
  if (balance <= 0) return text("callsUsedUp");
  const on = text("callsOn");
  return balance <= lowBalance ? `${on} ${text("callsLow", { balance })}` : on;
}

/** A stored time zone that the browser does not list stays selectable. */
const zonesWith = (zone: string): readonly (readonly [string, string])[] =>
  [...new Set(["UTC", zone, ...Intl.supportedValuesOf("timeZone")])].map((name) => [name, name.replaceAll("_", " ")]);
