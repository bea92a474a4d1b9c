import type { JSX } from "preact";
import { Component } from "preact";
import type { Viewed } from "../view.types.ts";

type Rate = "positive" | "negative";

interface RatingState {
  readonly value: Rate | null;
  readonly isGiven: boolean;
}

/** The highest number of characters of a comment. */
const commentLengthMax = 500;

/** The choice of a rating, then an optional comment. Source: WJ-46. */
export class RatingForm extends Component<Viewed, RatingState> {
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
