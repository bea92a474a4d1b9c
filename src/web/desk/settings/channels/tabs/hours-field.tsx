import type { JSX } from "preact";
import { useId } from "preact/hooks";
import { textsOf } from "../../../../shared/language/texts.ts";
import { Icon } from "../../../../shared/parts/icon.tsx";
import { settingsChannelTabs } from "../../../texts/en/settings-channel-tabs.ts";
import type { Bound } from "../../forms/bound.ts";
import type { Span, Week } from "./hours.ts";
import { nameOfDay } from "./hours.ts";

const text = textsOf("settings-channel-tabs", settingsChannelTabs);

const officeHours: Span = { from: "09:00", to: "18:00" };

/** The hours of each weekday. Source: CALL-10. */
export function HoursField({ of }: { readonly of: Bound<Week> }): JSX.Element {
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
            class="quiet"
            aria-label={text("takeAway", { day: name, from: span.from, to: span.to })}
            onClick={() => set(spans.filter((_, at) => at !== index))}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
    <button
      type="button"
      class="quiet"
      aria-label={text("addHours", { day: name })}
      onClick={() => set([...spans, officeHours])}
    >
      <Icon name="plus" />
      {text("add")}
    </button>
  </div>
);

const isBackward = ({ from, to }: Span): boolean => from === "" || to === "" || (to !== "00:00" && from >= to);
