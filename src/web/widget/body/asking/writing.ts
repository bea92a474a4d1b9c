import type { Invitation, RequestFrame } from "../frames.types.ts";
import type { LocalReason, WritingActions } from "../model.types.ts";
import type { Parts } from "../parts.types.ts";
import { showLines } from "../show-lines.ts";
import type { VisitorTyping } from "./typing.ts";

/** Sends the visitor's messages. Each message has a line in the window from the first moment on. */
export interface Writing extends WritingActions {
  /** Opens the window with the page's invitation; the visitor's next message answers it. Source: WJ-25. */
  invite(invitation: Invitation): void;
}

/** The service keeps this many characters of a text. Source: CH-37. */
const textLengthMax = 1_000;
const nameLengthMax = 255;

const cutText = (text: string, lengthMax = textLengthMax): string => [...text].slice(0, lengthMax).join("");

export function createWriting(parts: Parts, typing: VisitorTyping): Writing {
  const { environment, shown, window, conversation, requests } = parts;
  let invited: Invitation | null = null;

  const ask = (id: string, frame: RequestFrame, text?: string): void => {
    if (frame.type === "file" && frame.blob.size > shown.model.fileBytesMax)
      conversation.settle(id, "too_big" satisfies LocalReason, 0);
    else requests.add(id, frame, text);
    showLines(parts);
  };
  const write = (frame: RequestFrame, text?: string): void => {
    const id = environment.newId();
    typing.forget();
    conversation.write({ id, frame, sentAtMs: 0, ...(text !== undefined && { text }) }, environment.nowMs());
    ask(id, frame, text);
  };
  const answered = (): { readonly invitation?: Invitation } => {
    const invitation = invited;
    invited = null;
    shown.change({ invitation: null, isHome: false });
    return invitation === null ? {} : { invitation };
  };
  const send = (text: string, wantsAgent: { readonly wantsAgent?: true } = {}): void => {
    if (text.trim() !== "") write({ type: "message", text: cutText(text), ...answered(), ...wantsAgent });
  };
  return {
    send: (text) => send(text),
    askAgent: (text) => send(text, { wantsAgent: true }),
    sendFile: (blob) => write({ type: "file", name: cutText(blob.name, nameLengthMax) || "file", blob, ...answered() }),
    click(seq, index) {
      const line = shown.model.lines.find((one) => one.isLive && one.seq === seq);
      const button = line?.buttons[index];
      if (button !== undefined) write({ type: "click", seq, index }, button.text);
    },
    retry(key) {
      const id = environment.newId();
      const failed = conversation.retry(key, id);
      if (failed !== undefined) ask(id, failed.frame, failed.text);
    },
    discard(key) {
      conversation.discard(key);
      showLines(parts);
    },
    invite(invitation) {
      invited = { ...invitation, text: cutText(invitation.text) };
      shown.change({ invitation: invited.text, isHome: false });
      window.send({ type: "window.open-requested" });
    },
  };
}
