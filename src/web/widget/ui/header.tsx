import type { JSX } from "preact";
import type { VisitorAgent } from "../../../codec/visitor/visitor.ts";
import type { Model } from "../body/model.types.ts";
import { Tool } from "./icon.tsx";
import { ChatIcon } from "./shapes.tsx";
import type { View, Viewed } from "./view.types.ts";

/** Draws the header: the agent or bot, the expected answer time, and the buttons for all actions other than writing. */
export function Header({ view }: Viewed): JSX.Element {
  const { model, actions, look, speech } = view;
  const { words } = speech;
  const answerer = answererOf(model);
  const isCalling = model.state.endsWith("call");
  const canGoHome = view.suggestions !== undefined && !isCalling && !model.isChatting && !model.isHome;
  const canCall = !isCalling && (model.callback === null || isOnCall(model));
  return (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: the element is not a control, and the page has a banner already.
    <header role="none">
      {isCalling && <Tool key="back" icon="back" words={words.back} run={actions.leaveCall} />}
      {canGoHome && <Tool key="home" icon="back" words={words.back} run={actions.goHome} />}
      <Face agent={answerer} />
      <div class="who">
        <h2 id="who">{answerer?.name || look.title || words.chat}</h2>
        <p>{!model.isHome && expectation(view)}</p>
      </div>
      {canCall && <Tool key="phone" icon="phone" words={words.callTitle} run={actions.openCall} />}
      {canRate(model) && <Tool icon="rate" words={words.rate} pressed={model.isRating} run={actions.switchRating} />}
      <Tool
        icon={model.isSoundOn ? "sound" : "mute"}
        words={words.sound}
        pressed={model.isSoundOn}
        run={actions.switchSound}
      />
      <Tool icon="close" words={words.close} run={actions.close} />
    </header>
  );
}

/** The initials are under the picture, so that they are visible if the picture does not load. */
export const Face = ({ agent }: { readonly agent: VisitorAgent | null }): JSX.Element => (
  <span class="face" aria-hidden="true">
    {agent === null ? <ChatIcon /> : initialsOf(agent.name)}
    {agent?.photo && <img key={agent.photo} src={agent.photo} alt="" onError={hide} />}
  </span>
);

/** Hides an element that did not load. */
export const hide = ({ currentTarget }: { readonly currentTarget: EventTarget | null }): void => {
  (currentTarget as HTMLElement).hidden = true;
};

export const isOnCall = ({ chat }: Model): boolean =>
  chat?.call != null && chat.call.status !== "end" && chat.call.status !== "error";

/** Returns the agent of the chat, or the bot that wrote last. */
function answererOf({ chat, isChatting, lines }: Model): VisitorAgent | null {
  if (!isChatting || chat?.state !== "with_bot") return isChatting ? (chat?.agent ?? null) : null;
  return lines.findLast(({ from }) => from === "bot")?.agent ?? null;
}

/** Returns true if an agent has answered in the open chat. Source: WJ-46. */
const canRate = ({ chat, isChatting, lines }: Model): boolean =>
  isChatting && chat?.accepted === true && lines.some((line) => line.chat === chat.id && line.from === "agent");

export function expectation({ model: { chat, isChatting, mode, answerSeconds }, speech }: View): string {
  const { words } = speech;
  if (!isChatting || chat === null) {
    if (mode === "offline") return words.offline;
    return answerSeconds === null ? "" : speech.within(answerSeconds);
  }
  if (chat.state === "with_bot") return words.withBot;
  if (chat.state === "with_agent") return words.withAgent;
  return chat.state === "unstaffed" ? words.unstaffed : words.waiting;
}

function initialsOf(name: string): string {
  const [first = "", ...others] = name.trim().split(/\s+/);
  return [first, others.at(-1) ?? ""].map(([letter = ""]) => letter.toUpperCase()).join("");
}
