import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { DeskChat } from "../../../codec/desk/desk.ts";
import { textsOf } from "../../shared/language/texts.ts";
import { Icon } from "../../shared/parts/icon.tsx";
import { press, underWay } from "../../shared/parts/press.ts";
import type { FormState } from "../parts/form.ts";
import { submit, untried } from "../parts/form.ts";
import { useCommands } from "../shell/commands/commands.ts";
import { useDesk } from "../shell/use-desk.ts";
import { clientTexts } from "../texts/en/client.ts";
import { CallState } from "./call-state.tsx";
import { whyNoCall } from "./call-words.ts";
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
      {failure !== null && (
        <p class="error" role="alert">
          {failure.field === "phone" ? text("badNumber") : failure.message}
        </p>
      )}
    </section>
  );
}
