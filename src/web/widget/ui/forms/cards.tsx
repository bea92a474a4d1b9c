import type { JSX } from "preact";
import { Component } from "preact";
import { isPhoneNumber } from "../../../../core/phone.ts";
import type { WordKey } from "../../i18n/words.ts";
import { isOnCall } from "../header.tsx";
import type { Cards } from "../later/later.types.ts";
import { reasonIn } from "../reasons.ts";
import type { Viewed } from "../view.types.ts";
import type { Mistakes, Values } from "./form.tsx";
import { emailMistake, Form } from "./form.tsx";

/** The content of a separate script, which is loaded with the first card. */
export const parts: Cards = {
  contacts: ContactsForm,
  offline: OfflineForm,
  call: CallForm,
  rating: ({ view }) => <RatingForm view={view} />,
};

const check = ({ phone }: Values): Mistakes => (isPhoneNumber(phone) ? {} : { phone: "needPhone" });

const progress = {
  start: "callStart",
  agent_connected: "callAgent",
  client_connected: "callTalk",
  end: "callEnd",
  error: "callFailed",
} as const satisfies Record<string, WordKey>;

/** A phone field and the result of the call request. Source: WJ-06, WJ-43. */
function CallForm({ view: { model, actions, speech } }: Viewed): JSX.Element {
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

const checkContacts = (values: Values): Mistakes =>
  Object.values(values).every((value) => value === "") ? { name: "needAny" } : emailMistake(values);

/** The contacts form. It opens after the first answer, or when nobody answers. Source: WJ-36. */
function ContactsForm({ view: { model, actions, speech } }: Viewed): JSX.Element {
  const { words } = speech;
  return (
    <Form
      words={words}
      title={words.contactsTitle}
      fields={["name", "email", "phone", "description"]}
      known={model.contact}
      submit={words.save}
      isUnasked
      check={checkContacts}
      run={async ({ message: _, ...fields }) => {
        actions.giveContacts(fields);
        return null;
      }}
      beside={
        <button type="button" onClick={actions.skipContacts}>
          {words.skip}
        </button>
      }
    />
  );
}

/** Source: WJ-29. */
const checkOffline = (values: Values): Mistakes => ({
  ...(values.email === "" && values.phone === "" && { email: "needReach" }),
  ...emailMistake(values),
  ...(values.message === "" && { message: "needText" }),
});

/** The form that is shown while no agent is available. Source: WJ-44. */
function OfflineForm({ view: { model, actions, speech } }: Viewed): JSX.Element {
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
      check={checkOffline}
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

type Rate = "positive" | "negative";

interface RatingState {
  readonly value: Rate | null;
  readonly isGiven: boolean;
}

/** The highest number of characters of a comment. */
const commentLengthMax = 500;

/** The choice of a rating, then an optional comment. Source: WJ-46. */
class RatingForm extends Component<Viewed, RatingState> {
  override state: RatingState = { value: null, isGiven: false };

  private readonly send = (event: SubmitEvent): void => {
    event.preventDefault();
    const { actions, model } = this.props.view;
    const value = this.state.value ?? model.chat?.rate;
    const comment = new FormData(event.currentTarget as HTMLFormElement).get("comment");
    if (value && comment) actions.rate(value, String(comment).trim());
    this.setState({ isGiven: true });
  };

  override render({ view: { model, actions, speech } }: Viewed, { value, isGiven }: RatingState): JSX.Element {
    const { words } = speech;
    const chosen = value ?? model.chat?.rate;
    if (isGiven)
      return (
        <p class="hint" role="status" tabIndex={-1} data-first>
          {words.rated}
        </p>
      );
    return (
      <form class="panel" onSubmit={this.send}>
        <h3>{words.rateTitle}</h3>
        <fieldset class="buttons" aria-label={words.rateTitle}>
          {(["positive", "negative"] as const).map((one) => (
            <button
              type="button"
              class="chip"
              key={one}
              aria-pressed={chosen === one}
              onClick={() => {
                this.setState({ value: one });
                actions.rate(one, "");
              }}
            >
              {words[one]}
            </button>
          ))}
        </fieldset>
        {chosen && (
          <div class="field">
            <label for="comment">{words.comment}</label>
            <textarea id="comment" name="comment" rows={2} maxLength={commentLengthMax} />
          </div>
        )}
        <div class="buttons">
          {chosen && (
            <button type="submit" class="main">
              {words.send}
            </button>
          )}
          <button type="button" onClick={actions.switchRating}>
            {words.skip}
          </button>
        </div>
      </form>
    );
  }
}
