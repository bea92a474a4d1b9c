import type { JSX } from "preact";
import { isWindowOpen } from "../../../../machines/widget/widget-state.ts";
import type { Actions, Model } from "../body/model.types.ts";

export interface AppProps {
  readonly model: Model;
  readonly actions: Actions;
}

export function App({ model, actions }: AppProps): JSX.Element {
  if (!isWindowOpen(model.state))
    return (
      <button type="button" class="label" onClick={actions.open}>
        Chat
      </button>
    );
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    actions.send(String(new FormData(form).get("text")));
    form.reset();
  };
  return (
    <div class="window" role="dialog" aria-label="Chat">
      <button type="button" onClick={actions.close}>
        Close
      </button>
      <ol class="log">
        {model.lines.map((line) => (
          <li key={line.key}>
            {line.from}: {line.text} {line.state}
          </li>
        ))}
      </ol>
      <form onSubmit={submit}>
        <input name="text" aria-label="Message" />
        <button type="submit">Send</button>
      </form>
    </div>
  );
}
