import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import type { CallSummary } from "../../../../machines/tells.ts";
import type { DeskChat } from "../../../codec/desk/desk.ts";
import { textsOf } from "../../shared/language/texts.ts";
import { press, underWay } from "../../shared/parts/press.ts";
import { ErrorText } from "../../shared/ui/field.tsx";
import { Icon } from "../../shared/ui/icon.tsx";
import type { FormState } from "../parts/form.ts";
import { submit, untried } from "../parts/form.ts";
import { WebLink } from "../parts/web-link.tsx";
import { useCommands } from "../shell/commands/commands.ts";
import { useDesk } from "../shell/use-desk.ts";
import { clientTexts } from "../texts/en/client.ts";
import { describeStatus, isRunning, lengthOf, nameOfCall, timesOfCall, whyNoCall } from "./client-words.ts";
import { callClient } from "./step.ts";

const text = textsOf("client", clientTexts);

/** The last call with the client, updated live, and a button for the next call. Source: CALL-01, CALL-06. */
export function Calls({ chat }: { readonly chat: DeskChat }): JSX.Element | null {
  const desk = useDesk();
  const { id, call, client } = chat;
  const state = useSignal<FormState>(untried);
  const reason = whyNoCall(chat, desk.surroundings.value.telephony);
  const dial = (): void => void submit(state, () => callClient(desk, id));
  useCommands(reason === null ? [{ id: "call", title: text("callClient"), group: text("title"), run: dial }] : [], [
    id,
    reason,
  ]);
  if (call === null && chat.state === "closed") return null;
  const { failure, isBusy } = state.value;
  return (
    <section class="calls" aria-label={text("calls")}>
      <h3>{text("calls")}</h3>
      {call !== null && <CallState call={call} chatId={id} />}
      {reason === null ? (
        <button type="button" {...press(isBusy ? underWay() : null, dial)}>
          <Icon name="phone" /> {isBusy ? text("calling") : text("callNumber", { phone: client.phone ?? "" })}
        </button>
      ) : (
        <p class="help">{reason}</p>
      )}
      {failure !== null && <ErrorText>{failure.field === "phone" ? text("badNumber") : failure.message}</ErrorText>}
    </section>
  );
}

interface CallStateProps {
  readonly call: CallSummary;
  readonly chatId: string;
}

/** The state of the call in words, and its duration. Source: CALL-03, CALL-04. */
function CallState({ call, chatId }: CallStateProps): JSX.Element {
  const { surroundings } = useDesk();
  const agent = surroundings.value.agents.find(({ id }) => id === call.agentId)?.name ?? null;
  const looks = isRunning(call) ? "running" : call.status;
  return (
    <div class={`card call-state ${looks}`}>
      <p class="call-title">
        <Icon name={call.status === "error" ? "warning" : "phone"} />
        <span>{text("callTo", { kind: nameOfCall(call), phone: call.phone })}</span>
        <CallLength call={call} chatId={chatId} />
      </p>
      <p role="status">{describeStatus(call, agent)}</p>
      {call.recordUrl !== null && (
        <p>
          <WebLink href={call.recordUrl}>{text("listen")}</WebLink>
        </p>
      )}
    </div>
  );
}

const tickMs = 1_000;

/** Counts while the call runs. Empty when the message with the start of the call is not loaded. */
function CallLength({ call, chatId }: CallStateProps): JSX.Element | null {
  const { conversations, browser } = useDesk();
  const conversation = useMemo(() => conversations.open(chatId), [chatId]);
  const nowMs = useSignal(browser.nowMs());
  const isCounting = isRunning(call);
  useEffect(() => {
    if (!isCounting) return undefined;
    let stop = (): void => undefined;
    const tick = (): void => {
      nowMs.value = browser.nowMs();
      stop = browser.after(tickMs, tick);
    };
    tick();
    return () => stop();
  }, [isCounting]);
  const { startedAtMs, endedAtMs } = timesOfCall(call, conversation.messages.value);
  const endMs = isCounting ? nowMs.value : endedAtMs;
  if (startedAtMs === null || endMs === null) return null;
  return (
    <span class="number" role="timer" aria-label={text("callLength")}>
      {lengthOf(endMs - startedAtMs)}
    </span>
  );
}
