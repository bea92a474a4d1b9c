import type { ComponentChildren, JSX } from "preact";
import { Component } from "preact";
import { isPhoneNumber } from "../../../../core/phone.ts";
import type { ContactFields } from "../../bridge.types.ts";
import type { WordKey } from "../../i18n/words.ts";
import { isOnCall } from "../header.tsx";
import type { Cards, LaterPart } from "../later/later.types.ts";
import { isEmail, isLeaving, toReach } from "../reach.ts";
import { reasonIn } from "../reasons.ts";
import styles from "../styles/forms.css";
import type { Viewed } from "../view.types.ts";
import type { Mistakes, Values } from "./form.tsx";
import { Form } from "./form.tsx";

/** The content of a separate script, which is loaded with the first card. */
const cards: Cards = {
  contacts: ContactsForm,
  offline: OfflineCard,
  call: CallForm,
  rating: ({ view }) => <RatingForm view={view} />,
};
export const parts: LaterPart = { styles, draws: cards };

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

/** The fields that are asked for after the first one. */
const restFields = ["name", "email", "phone", "description"] as const;

const checkReach = ({ reach }: Values): Mistakes => {
  const given = toReach(reach);
  return typeof given === "string" ? { reach: given } : {};
};
const checkRest = (values: Values): Mistakes => {
  if (Object.values(values).every((value) => value === "")) return { name: "needAny" };
  return values.email === "" || isEmail(values.email) ? {} : { email: "needEmail" };
};

/** First an address, in one field. Then what else is not known. Source: WJ-36, WJ-56. */
function ContactsForm({ view }: Viewed): JSX.Element {
  const { model, actions, speech } = view;
  const { words } = speech;
  const skip = (
    <button type="button" class="quiet" onClick={actions.endContacts}>
      {words.skip}
    </button>
  );
  if ((model.contact.email ?? model.contact.phone) !== null)
    return <Rest view={view} title={words.more} beside={skip} given={actions.endContacts} />;
  return (
    <Form
      key="reach"
      words={words}
      title={words.contactsTitle}
      fields={["reach"]}
      submit={words.save}
      isUnasked
      check={checkReach}
      run={async ({ reach }) => {
        actions.giveContacts(toReach(reach) as ContactFields);
        return null;
      }}
      beside={skip}
    />
  );
}

interface RestProps extends Viewed {
  readonly title: string;
  readonly beside: ComponentChildren;
  readonly isUnasked?: boolean;
  given?(): void;
}

const Rest = ({
  view: { model, actions, speech },
  title,
  beside,
  isUnasked = false,
  given,
}: RestProps): JSX.Element => (
  <Form
    key="rest"
    words={speech.words}
    title={title}
    fields={restFields.filter((name) => model.contact[name] === null)}
    submit={speech.words.save}
    isUnasked={isUnasked}
    check={checkRest}
    run={async (values) => {
      actions.giveContacts(Object.fromEntries(Object.entries(values).filter(([, text]) => text !== "")));
      given?.();
      return null;
    }}
    beside={beside}
    done={() => (
      <h3 tabIndex={-1} data-first>
        {speech.words.rated}
      </h3>
    )}
  />
);

/** Says that nobody is there, or that the message has arrived. The message is written in the composer. Source: WJ-44. */
function OfflineCard({ view }: Viewed): JSX.Element {
  const { model, actions, speech } = view;
  const { words } = speech;
  const isLeft = isLeaving(model);
  const other = model.hasBot && (
    <button type="button" onClick={isLeft ? actions.startWriting : actions.startLeaving}>
      {isLeft ? words.toBot : words.offlineTitle}
    </button>
  );
  if (model.leaving === "done") return <Rest view={view} title={words.thanks} beside={other} isUnasked />;
  return (
    <div class="panel">
      <h3>{isLeft ? words.offlineTitle : words.offline}</h3>
      {isLeft && <p class="hint">{words.offlineText}</p>}
      <div class="buttons">{other}</div>
    </div>
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
