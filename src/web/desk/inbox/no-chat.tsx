import type { JSX } from "preact";
import { textsOf } from "../../shared/language/texts.ts";
import type { ShownSteps } from "../first-steps/first-steps-data.ts";
import { FirstStepsLater } from "../first-steps/first-steps-later.tsx";
import { NotifyOffer } from "../shell/attention/notify-setting.tsx";
import { KeyCaps } from "../shell/commands/key-caps.tsx";
import { useUnknown } from "../shell/nothing.tsx";
import { placeOf } from "../shell/route.ts";
import { useDesk } from "../shell/use-desk.ts";
import { inbox } from "../texts/en/inbox.ts";
import type { InboxModel } from "./inbox-model.ts";
import { reply } from "./reply.ts";

const text = textsOf("inbox", inbox);

interface NoChatProps {
  readonly model: InboxModel;
  readonly steps: ShownSteps;
}

/** The middle column without an open chat: the next action, and the checklist of a new installation. */
export function NoChat({ model, steps }: NoChatProps): JSX.Element {
  return (
    <section class={`no-chat ${steps === "shown" ? "with-steps" : ""}`} aria-label={text("noChatOpen")}>
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
      <h2>{text("connectChannel")}</h2>
      <p>{text("whatChannelsDo")}</p>
      <a class="button primary" href={placeOf(["settings", "channels"])}>
        {text("goToChannels")}
      </a>
    </>
  ) : (
    <>
      <h2>{text("onNoChannel")}</h2>
      <p>{text("askForChannel")}</p>
    </>
  );
}

function WhatNext({ model }: { readonly model: InboxModel }): JSX.Element {
  const { counts, longest } = model.indexed.value;
  const unknown = useUnknown();
  if (unknown !== null && longest === null)
    return (
      <>
        <h2>{text("notConnected")}</h2>
        <p>{unknown}</p>
      </>
    );
  if (counts.all === 0)
    return (
      <>
        <h2>{text("noOpenChats")}</h2>
        <p>{text("whereChatsCome")}</p>
      </>
    );
  return (
    <>
      {longest === null ? <h2>{text("nobodyWaits")}</h2> : <Waiting model={model} />}
      <dl class="key-hints">
        <Hint keys="j k" does={text("keyMoves")} />
        <Hint keys="Enter" does={text("keyOpens")} />
        <Hint keys="r" does={text("keyReplies")} />
        {longest !== null && <Hint keys="R" does={text("keyRepliesToLongest")} />}
        <Hint keys="?" does={text("keyShowsAll")} />
      </dl>
    </>
  );
}

/** The number of waiting chats, with a link to the longest wait; nothing when no chat waits. */
function Waiting({ model }: { readonly model: InboxModel }): JSX.Element | null {
  const desk = useDesk();
  const { counts, longest } = model.indexed.value;
  if (longest === null) return null;
  return (
    <>
      <h2>{text("clientsWait", { n: counts.waiting })}</h2>
      <button type="button" class="primary" onClick={() => void reply(desk, model, longest.id)}>
        {text("replyTo", { name: longest.client.name })}
      </button>
    </>
  );
}

const Hint = ({ keys, does }: { readonly keys: string; readonly does: string }): JSX.Element => (
  <div>
    <dt>
      <KeyCaps keys={keys} />
    </dt>
    <dd>{does}</dd>
  </div>
);
