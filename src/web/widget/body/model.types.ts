import type { WidgetState } from "../../../../machines/widget/widget-state.ts";
import type { VisitorAgent, VisitorChat, VisitorMessage } from "../../../codec/visitor/visitor.ts";
import type { Contact, ContactFields } from "../bridge.types.ts";

/** The state that the window shows; each change makes a new object. */
export interface Model {
  readonly state: WidgetState;
  readonly mode: "online" | "offline";
  /** `lost`: nothing arrives over the link, or it reconnects. `refused`: a retry cannot succeed. */
  readonly link: "live" | "lost" | "refused";
  /** The open chat, or the last one that was open on this page. */
  readonly chat: VisitorChat | null;
  readonly isChatting: boolean;
  /** The lines in the order of the window: stored lines, then lines that are being sent. */
  readonly lines: readonly Line[];
  /** Whether the rating form is open, by an offer or at the visitor's request. Source: WJ-46. */
  readonly isRating: boolean;
  /** Whether there are chats before those that are shown, and the state of their request. */
  readonly earlier: "none" | "some" | "coming" | "failed";
  /** Seconds in which agents usually answer; `null` when not known. */
  readonly answerSeconds: number | null;
  readonly isAgentTyping: boolean;
  /** Whether the open window shows its home instead of the conversation. Source: WJ-57. */
  readonly isHome: boolean;
  /** Agents who are available, for the home. */
  readonly agents: readonly VisitorAgent[];
  /** The id of the chat to which the conversation scrolls when it is shown. */
  readonly goTo: string | null;
  /** Lines from other people after the last one seen. */
  readonly unread: number;
  readonly contact: Contact;
  /** Why a call cannot be requested; `null` when it can. Source: WJ-27. */
  readonly callback: string | null;
  /** While nobody is there: whether a text is left for later, with an address, and whether one was left. */
  readonly leaving: "no" | "yes" | "done";
  /** The page's invitation, until it is answered. Source: WJ-25. */
  readonly invitation: string | null;
  readonly hasBot: boolean;
  readonly isSoundOn: boolean;
  /** The highest number of bytes of a file. */
  readonly fileBytesMax: number;
}

/** One bubble. */
export interface Line {
  /** Stays the same from the moment of sending. */
  readonly key: string;
  /** The id of its chat; `""` until it is stored. */
  readonly chat: string;
  readonly from: VisitorMessage["from"];
  readonly type: string;
  readonly text: string;
  readonly parts: VisitorMessage["parts"];
  readonly buttons: VisitorMessage["buttons"];
  /** Whether its buttons may be clicked. Source: BOT-42. */
  readonly isLive: boolean;
  /** 0 until it is stored. */
  readonly seq: number;
  readonly atMs: number;
  readonly agent: VisitorAgent | null;
  readonly file: LineFile | null;
  /** The message that it answers. Source: WJ-55. */
  readonly quote?: VisitorMessage["quote"];
  readonly place: { readonly latitude: number; readonly longitude: number } | null;
  readonly state: "sending" | "sent" | "failed";
  /** Why it failed: a `LocalReason`, or the service's words. */
  readonly reason: string | null;
}

/**
 * Why something failed before the service could say so: the file is over `fileBytesMax`, the text is over what a frame may have, it
 * waited for more than a day, the link was lost before a call was answered.
 */
export type LocalReason = "too_big" | "too_long" | "too_old" | "lost";

export interface LineFile {
  /** `""` until it is stored. */
  readonly url: string;
  readonly name: string;
  /** 0 when not known. */
  readonly bytes: number;
  /** The file that is being sent, shown until it is stored. */
  readonly blob: Blob | null;
}

/** The visitor's messages. */
export interface WritingActions {
  send(text: string): void;
  sendFile(file: File): void;
  /** Sends a failed line again. */
  retry(key: string): void;
  discard(key: string): void;
  click(seq: number, index: number): void;
  /** Source: BOT-46. */
  askAgent(text: string): void;
}

/** The visitor's requests that are not messages. A promise resolves with the reason of a failure, or `null`. */
export interface AskingActions {
  leaveMessage(fields: ContactFields, text: string): Promise<string | null>;
  askCall(phone: string): Promise<string | null>;
}

/** The actions of the visitor. */
export interface Actions extends WritingActions, AskingActions {
  open(): void;
  close(): void;
  openCall(): void;
  leaveCall(): void;
  /** Switches from the offline form to a chat with the bot. */
  startWriting(): void;
  /** Switches from the bot to the offline form. */
  startLeaving(): void;
  goHome(): void;
  /** Shows the conversation, at this chat if one is given. */
  leaveHome(chat: string | null): void;
  /** The text in the composer changed. */
  type(text: string): void;
  giveContacts(fields: ContactFields): void;
  /** Closes the contacts form. Without an address, it is not shown again in this browser. */
  endContacts(): void;
  /** Rates the chat that is shown. `comment` may be `""`. */
  rate(value: "positive" | "negative", comment: string): void;
  /** Opens or closes the rating form. */
  switchRating(): void;
  showEarlier(): void;
  switchSound(): void;
  /** Marks everything shown as seen. */
  see(): void;
}
