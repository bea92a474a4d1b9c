import type { JSX } from "preact";
import type { Viewed } from "../view.types.ts";
import type { Mistakes, Values } from "./form.tsx";
import { emailMistake, Form } from "./form.tsx";

/** Source: WJ-29. */
const check = (values: Values): Mistakes => ({
  ...(values.email === "" && values.phone === "" && { email: "needReach" }),
  ...emailMistake(values),
  ...(values.message === "" && { message: "needText" }),
});

/** The form that is shown while no agent is available. Source: WJ-44. */
export function OfflineForm({ view: { model, actions, speech } }: Viewed): JSX.Element {
  const { words } = speech;
  const toBot = model.hasBot && (
    <button type="button" onClick={actions.startWriting}>
      {words.toBot}
    </button>
  );
  return (
    <Form
      words={words}
      title={words.offlineTitle}
      text={words.offlineText}
      fields={["name", "email", "phone", "description", "message"]}
      known={model.contact}
      submit={words.send}
      check={check}
      run={({ message, ...fields }) => actions.leaveMessage(fields, message)}
      beside={toBot}
      done={(again) => (
        <>
          <h3 tabIndex={-1} data-first>
            {words.thanks}
          </h3>
          <div class="buttons">
            <button type="button" onClick={again}>
              {words.another}
            </button>
            {toBot}
          </div>
        </>
      )}
    />
  );
}
