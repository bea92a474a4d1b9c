import type { JSX } from "preact";
import { textsOf } from "../../../../shared/language/texts.ts";
import { settingsChannelTabs } from "../../../texts/en/settings-channel-tabs.ts";
import type { Bound } from "../../forms/bound.ts";
import { NumberField } from "../../forms/number-field.tsx";

const text = textsOf("settings-channel-tabs", settingsChannelTabs);

interface SecondsFieldProps {
  readonly label: string;
  readonly help: string;
  /** In milliseconds. */
  readonly of: Bound<number>;
}

/** A time in seconds. Input without a number becomes 0, which no setting allows. */
export const SecondsField = (props: SecondsFieldProps): JSX.Element => (
  <NumberField {...props} unit={1_000} otherwise={0} />
);

/** The text in the unit of the field. */
export const secondsSentence = (): string => text("secondsWrong");

export const checkSeconds = (ms: number): string | null => (ms >= 1_000 && ms <= 86_400_000 ? null : secondsSentence());
