import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { textsOf } from "../../../../shared/language/texts.ts";
import { press, underWay } from "../../../../shared/parts/press.ts";
import type { FormState } from "../../../parts/form.ts";
import { submit, untried } from "../../../parts/form.ts";
import { useDesk } from "../../../shell/use-desk.ts";
import { settingsPrograms } from "../../../texts/en/settings-programs.ts";
import { replayAll } from "./replay.ts";

const text = textsOf("settings-programs", settingsPrograms);

/** Resends finally failed events, and shows the progress. Source: WH-38. */
export function ReplayWebhooks({ id }: { readonly id: string }): JSX.Element {
  const { api } = useDesk();
  const state = useSignal<FormState>(untried);
  const said = useSignal("");
  const start = (): Promise<boolean> =>
    submit(state, async () => {
      said.value = text("lookingForFailed");
      const done = await replayAll(api, id, (replayed) => {
        said.value = text("replayedSoFar", { n: replayed });
      });
      if (done.ok) said.value = done.value === 0 ? text("nothingToReplay") : text("replayed", { n: done.value });
      return done;
    });
  const { isBusy, failure } = state.value;
  return (
    <>
      <div class="save-bar">
        <button type="button" {...press(isBusy ? underWay() : null, () => void start())}>
          {text("replay")}
        </button>
        <p class="said" role="status">
          {said.value}
        </p>
      </div>
      {failure !== null && (
        <p class="error" role="alert">
          {text("replayStopped", { failure: failure.message })}
        </p>
      )}
    </>
  );
}
