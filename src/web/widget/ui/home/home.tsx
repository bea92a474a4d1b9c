import type { JSX } from "preact";
import { Component } from "preact";
import type { Line, Model } from "../../body/model.types.ts";
import { expectation, Face } from "../header.tsx";
import type { LaterPart, LaterProps } from "../later/later.types.ts";
import styles from "../styles/home.css";

/** The earlier conversations that the home lists. */
const chatsMax = 3;

/** The first screen of a window without an open chat. Source: WJ-57. */
class Home extends Component<LaterProps> {
  override componentDidMount(): void {
    this.look();
  }

  override componentDidUpdate(): void {
    this.look();
  }

  /** Requests earlier conversations, one after the other. */
  private look(): void {
    const { model, actions } = this.props.view;
    if (model.earlier === "some" && lastLines(model).length < chatsMax) actions.showEarlier();
  }

  override render({ view }: LaterProps): JSX.Element {
    const { model, actions, look, speech, suggestions = [] } = view;
    const { words } = speech;
    const last = lastLines(model).slice(-chatsMax).reverse();
    const canWrite = model.mode === "online" || model.hasBot;
    return (
      <>
        <h3>{look.greeting || words.greeting}</h3>
        {model.mode === "online" && model.agents.length > 0 && (
          <p class="faces" id="faces">
            {model.agents.map((agent, at) => (
              // Two agents can have one name.
              <Face key={`${at} ${agent.name}`} agent={agent} />
            ))}
            <span dir="auto">{model.agents.map(({ name }) => name).join(", ")}</span>
          </p>
        )}
        <p class="hint" id="hint">
          {expectation(view)}
        </p>
        {/* The window opens with the focus on this button, so a screen reader starts after the words above. */}
        <button
          type="button"
          class="main"
          data-first
          aria-describedby="faces hint"
          onClick={() => actions.leaveHome(null)}
        >
          {canWrite ? words.write : words.offlineTitle}
        </button>
        {model.hasBot && suggestions.length > 0 && (
          <div class="chips">
            {suggestions.map((text) => (
              <button type="button" class="chip" key={text} onClick={() => actions.send(text)}>
                {text}
              </button>
            ))}
          </div>
        )}
        {last.length > 0 && (
          <>
            <h4>{words.earlier}</h4>
            <ul>
              {last.map((line) => (
                <li key={line.chat}>
                  <button type="button" class="row" onClick={() => actions.leaveHome(line.chat)}>
                    <span dir="auto">{line.text || line.file?.name || words.location}</span>
                    <small>{speech.day(line.atMs, view.nowMs)}</small>
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
      </>
    );
  }
}

/** Returns the last line of each stored chat. */
const lastLines = ({ lines }: Model): readonly Line[] =>
  lines.filter(({ chat }, index) => chat !== "" && lines[index + 1]?.chat !== chat);

/** The content of a separate script. */
export const parts: LaterPart = { styles, draws: { home: (props) => <Home {...props} /> } };
