import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import type { CallSummary } from "../../../../machines/tells.ts";
import { textsOf } from "../../shared/language/texts.ts";
import { Icon } from "../../shared/parts/icon.tsx";
import { WebLink } from "../parts/web-link.tsx";
import { useDesk } from "../shell/use-desk.ts";
import { clientTexts } from "../texts/en/client.ts";
import { describeStatus, isRunning, lengthOf, nameOfCall, timesOfCall } from "./call-words.ts";

const text = textsOf("client", clientTexts);

interface CallStateProps {
  readonly call: CallSummary;
  readonly chatId: string;
}

/** The state of the call in words, and its duration. Source: CALL-03, CALL-04. */
export function CallState({ call, chatId }: CallStateProps): JSX.Element {
  const { surroundings } = useDesk();
  const agent = surroundings.value.agents.find(({ id }) => id === call.agentId)?.name ?? null;
  const looks = isRunning(call) ? "running" : call.status;
  return (
    <div class={`call-state ${looks}`}>
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
