import type { JSX } from "preact";
import { useId } from "preact/hooks";
import type { WidgetChannelAnswer } from "../../../../../codec/admin/channel-answer.ts";
import { lowBalance } from "../../../../../codec/call/low-balance.ts";
import { textsOf } from "../../../../shared/language/texts.ts";
import { Icon } from "../../../../shared/ui/icon.tsx";
import { named } from "../../../../shared/ui/tooltip.ts";
import { useDesk } from "../../../shell/use-desk.ts";
import { settingsChannelTabs } from "../../../texts/en/settings-channel-tabs.ts";
import { CheckField, ChoiceField, NumberField } from "../../forms/fields.tsx";
import { Section, SettingsForm } from "../../forms/form-section.tsx";
import type { Bound } from "../../forms/use-form.ts";
import { bind, useForm } from "../../forms/use-form.ts";
import type { ChannelTabProps } from "../channel-fields.tsx";
import { formOf, useChange } from "../channel-fields.tsx";
import type { Span, Week } from "./hours.ts";
import { checkWeek, fromWeek, nameOfDay, toWeek } from "./hours.ts";

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
  const change = useChange(channel);
  const form = useForm<CallsValues>({
    name: formOf(channel.id, "calls"),
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
    send: (changed, values) => change(toCallsChange(changed, values)),
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

const officeHours: Span = { from: "09:00", to: "18:00" };

/** The hours of each weekday. Source: CALL-10. */
function HoursField({ of }: { readonly of: Bound<Week> }): JSX.Element {
  const id = useId();
  const setDay = (day: number, spans: readonly Span[]): void =>
    of.set(of.value.map((before, index) => (index === day ? spans : before)));
  return (
    <fieldset class="field hours-field" aria-describedby={of.error === null ? undefined : `${id}-error`}>
      <legend>{text("hours")}</legend>
      {of.value.map((spans, day) => (
        <Day
          key={day.toString()}
          name={nameOfDay(day)}
          spans={spans}
          isWrong={of.error !== null}
          set={(next) => setDay(day, next)}
        />
      ))}
      <p class="help">{text("hoursHelp")}</p>
      {of.error !== null && (
        <p class="error" id={`${id}-error`} role="alert">
          {of.error}
        </p>
      )}
    </fieldset>
  );
}

interface DayProps {
  readonly name: string;
  readonly spans: readonly Span[];
  readonly isWrong: boolean;
  readonly set: (spans: readonly Span[]) => void;
}

const Day = ({ name, spans, isWrong, set }: DayProps): JSX.Element => (
  <div class="hours-day">
    <span class="hours-name">{name}</span>
    <div class="hours-spans">
      {spans.length === 0 && <span class="help">{text("noCalls")}</span>}
      {spans.map((span, index) => (
        <div class="hours-span" key={index.toString()}>
          {(["from", "to"] as const).map((end) => (
            <input
              key={end}
              type="time"
              aria-label={text(end === "from" ? "dayFrom" : "dayTo", { day: name })}
              aria-invalid={isWrong && isBackward(span) ? "true" : undefined}
              value={span[end]}
              onInput={(event) =>
                set(spans.map((other, at) => (at === index ? { ...other, [end]: event.currentTarget.value } : other)))
              }
            />
          ))}
          <button
            type="button"
            class="icon-button"
            {...named(text("takeAway", { day: name, from: span.from, to: span.to }))}
            onClick={() => set(spans.filter((_, at) => at !== index))}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
    <button
      type="button"
      class="icon-button"
      {...named(text("addHours", { day: name }))}
      onClick={() => set([...spans, officeHours])}
    >
      <Icon name="plus" />
      {text("add")}
    </button>
  </div>
);

const isBackward = ({ from, to }: Span): boolean => from === "" || to === "" || (to !== "00:00" && from >= to);
