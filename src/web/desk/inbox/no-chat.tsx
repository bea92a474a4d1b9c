import type { JSX } from "preact";
import { FirstStepsLater } from "../first-steps/first-steps-later.tsx";
import type { ShownSteps } from "../first-steps/use-first-steps.ts";
import { NotifyOffer } from "../shell/attention/notify-offer.tsx";
import { useUnknown } from "../shell/nothing.tsx";
import { placeOf } from "../shell/route.ts";
import { useDesk } from "../shell/use-desk.ts";
import type { InboxModel } from "./inbox-model.ts";
import { reply } from "./reply.ts";

interface NoChatProps {
  readonly model: InboxModel;
  readonly steps: ShownSteps;
}

/** In the middle while no chat is open: what to do next, and what a new installation needs. */
export function NoChat({ model, steps }: NoChatProps): JSX.Element {
  return (
    <section class={`no-chat ${steps === "shown" ? "with-steps" : ""}`} aria-label="No chat is open">
      {steps === "none" && <WhatToDo model={model} />}
      {steps === "shown" && (
        <>
          <Waiting model={model} />
          <FirstStepsLater />
        </>
      )}
      <NotifyOffer />
    </section>
  );
}

function WhatToDo({ model }: { readonly model: InboxModel }): JSX.Element {
  const { channels, agent } = useDesk().surroundings.value;
  return channels.length === 0 ? <NoChannel isAdministrator={agent.role === "admin"} /> : <WhatNext model={model} />;
}

function NoChannel({ isAdministrator }: { readonly isAdministrator: boolean }): JSX.Element {
  return isAdministrator ? (
    <>
      <h2>Connect a channel</h2>
      <p>A channel brings chats in: the widget on a web site, or an app by the chat API.</p>
      <a class="button primary" href={placeOf(["settings", "channels"])}>
        Go to channels
      </a>
    </>
  ) : (
    <>
      <h2>You are on no channel yet</h2>
      <p>Ask an administrator to add you to one: its chats then come in here.</p>
    </>
  );
}

function WhatNext({ model }: { readonly model: InboxModel }): JSX.Element {
  const { counts, longest } = model.indexed.value;
  const unknown = useUnknown();
  if (unknown !== null && longest === null)
    return (
      <>
        <h2>Not connected</h2>
        <p>{unknown}</p>
      </>
    );
  if (counts.all === 0)
    return (
      <>
        <h2>No chats yet</h2>
        <p>Clients who write to your channels come in under Waiting.</p>
      </>
    );
  return (
    <>
      {longest === null ? <h2>Nobody waits</h2> : <Waiting model={model} />}
      <dl class="key-hints">
        <Hint keys={["j", "k"]} does="move in the list" />
        <Hint keys={["Enter"]} does="open a chat" />
        <Hint keys={["r"]} does="reply to it" />
        {longest !== null && <Hint keys={["Shift", "R"]} does="reply to who waits longest" />}
        <Hint keys={["?"]} does="show all keys" />
      </dl>
    </>
  );
}

/** How many wait, and the way to who has waited longest; nothing while nobody does. */
function Waiting({ model }: { readonly model: InboxModel }): JSX.Element | null {
  const desk = useDesk();
  const { counts, longest } = model.indexed.value;
  if (longest === null) return null;
  return (
    <>
      <h2>{counts.waiting === 1 ? "1 client waits" : `${counts.waiting} clients wait`}</h2>
      <button type="button" class="primary" onClick={() => void reply(desk, model, longest.id)}>
        Reply to {longest.client.name}
      </button>
    </>
  );
}

const Hint = ({ keys, does }: { readonly keys: readonly string[]; readonly does: string }): JSX.Element => (
  <div>
    <dt>
      {keys.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </dt>
    <dd>{does}</dd>
  </div>
);
