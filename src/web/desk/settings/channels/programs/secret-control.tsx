import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { Answer } from "../../../../shared/api/api.ts";
import { textsOf } from "../../../../shared/language/texts.ts";
import { exactTime } from "../../../../shared/parts/times.ts";
import { CopyField } from "../../../parts/copy-field.tsx";
import { settingsPrograms } from "../../../texts/en/settings-programs.ts";
import { Confirm } from "../../forms/confirm.tsx";

const text = textsOf("settings-programs", settingsPrograms);

/** The texts of one kind of secret. */
export interface SecretWords {
  readonly isSet: string;
  readonly isNotSet: string;
  readonly formerUntil: (time: string) => string;
  readonly newSecret: string;
  readonly makeThen: string;
  readonly makeAnotherThen: string;
  readonly endEllipsis: string;
  readonly endAsk: string;
  readonly end: string;
  readonly endThen: string;
}

interface SecretControlProps {
  readonly words: SecretWords;
  /** A secret that was made just before, to be shown; null or absent for none. */
  readonly given?: string | null;
  readonly isSet: boolean;
  /** Until when the former secret counts beside the present one. */
  readonly formerUntil: number | null;
  readonly make: () => Promise<Answer<string>>;
  /** Absent: the secret can only be replaced. */
  readonly end: (() => Promise<Answer<unknown>>) | undefined;
}

/** Makes, replaces and removes a secret; it is shown once. Source: WH-40, WJ-48, AUTH-14. */
export function SecretControl({ words, given = null, isSet, formerUntil, make, end }: SecretControlProps): JSX.Element {
  const secret = useSignal<string | null>(given);
  const asking = useSignal<"make" | "end" | null>(null);
  const close = (): void => {
    asking.value = null;
  };
  const act = async () => {
    const answer = await make();
    if (answer.ok) secret.value = answer.value;
    return answer;
  };
  const forget = async (removed: () => Promise<Answer<unknown>>) => {
    const answer = await removed();
    if (answer.ok) secret.value = null;
    return answer;
  };
  return (
    <>
      <p>{isSet ? words.isSet : words.isNotSet}</p>
      {formerUntil !== null && <p class="settings-notice">{words.formerUntil(exactTime(formerUntil))}</p>}
      {secret.value !== null && (
        <div class="settings-notice">
          <CopyField label={words.newSecret} value={secret.value} help={text("newSecretHelp")} />
        </div>
      )}
      <div class="save-bar">
        <button type="button" onClick={() => (asking.value = "make")}>
          {text(isSet ? "makeAnotherEllipsis" : "makeEllipsis")}
        </button>
        {isSet && end !== undefined && (
          <button type="button" class="quiet" onClick={() => (asking.value = "end")}>
            {words.endEllipsis}
          </button>
        )}
      </div>
      {asking.value === "make" && (
        <Confirm title={text(isSet ? "makeAnotherAsk" : "makeAsk")} action={text("makeIt")} act={act} onClose={close}>
          <p>{isSet ? words.makeAnotherThen : words.makeThen}</p>
        </Confirm>
      )}
      {asking.value === "end" && end !== undefined && (
        <Confirm title={words.endAsk} action={words.end} act={() => forget(end)} onClose={close}>
          <p>{words.endThen}</p>
        </Confirm>
      )}
    </>
  );
}
