import type { JSX } from "preact";
import { isPhoneNumber } from "../../../../core/phone.ts";
import type { WordKey } from "../../i18n/words.ts";
import { isOnCall } from "../header.tsx";
import { reasonIn } from "../reasons.ts";
import type { Viewed } from "../view.types.ts";
import type { Mistakes, Values } from "./form.tsx";
import { Form } from "./form.tsx";

const check = ({ phone }: Values): Mistakes => (isPhoneNumber(phone) ? {} : { phone: "needPhone" });

const progress = {
  start: "callStart",
  agent_connected: "callAgent",
  client_connected: "callTalk",
  end: "callEnd",
  error: "callFailed",
} as const satisfies Record<string, WordKey>;

/** A phone field and the result of the call request. Source: WJ-06, WJ-43. */
export function CallForm({ view: { model, actions, speech } }: Viewed): JSX.Element {
  const { words } = speech;
  const call = model.chat?.call ?? null;
  const isRunning = isOnCall(model);
  return (
    <>
      <p class={`call ${isRunning ? "running" : ""}`} role="status">
        {call !== null && words[progress[call.status]]}
        {call !== null && call.status === "error" && call.reason !== null && <small>{call.reason}</small>}
      </p>
      {!isRunning && model.callback !== null && (
        <p class="call" tabIndex={-1} data-first>
          {reasonIn(words, model.callback)}
        </p>
      )}
      {!isRunning && model.callback === null && (
        <Form
          words={words}
          title={words.callTitle}
          text={words.callText}
          fields={["phone"]}
          known={model.contact}
          submit={words.call}
          check={check}
          run={({ phone }) => actions.askCall(phone)}
        />
      )}
    </>
  );
}
