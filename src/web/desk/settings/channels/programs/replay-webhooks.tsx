import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { press, underWay } from "../../../../shared/parts/press.ts";
import type { FormState } from "../../../parts/form.ts";
import { submit, untried } from "../../../parts/form.ts";
import { useDesk } from "../../../shell/use-desk.ts";
import { replayAll } from "./replay.ts";

/** Sends what failed for good again, and says how far it has come. Source: WH-38. */
export function ReplayWebhooks({ id }: { readonly id: string }): JSX.Element {
  const { api } = useDesk();
  const state = useSignal<FormState>(untried);
  const said = useSignal("");
  const start = (): Promise<boolean> =>
    submit(state, async () => {
      said.value = "Looking for what failed…";
      const done = await replayAll(api, id, (replayed) => {
        said.value = `${counted(replayed)} on the way again so far…`;
      });
      if (done.ok)
        said.value = done.value === 0 ? "Nothing to send again." : `${counted(done.value)} on the way again.`;
      return done;
    });
  const { isBusy, failure } = state.value;
  return (
    <>
      <div class="save-bar">
        <button type="button" {...press(isBusy ? underWay() : null, () => void start())}>
          Send what failed again
        </button>
        <p class="said" role="status">
          {said.value}
        </p>
      </div>
      {failure !== null && (
        <p class="error" role="alert">
          It stopped there: {failure.message}
        </p>
      )}
    </>
  );
}

const count = new Intl.NumberFormat();
const counted = (replayed: number): string => (replayed === 1 ? "1 is" : `${count.format(replayed)} are`);
