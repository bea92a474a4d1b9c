import type { Actions } from "../model.types.ts";
import type { Parts } from "../parts.types.ts";
import { seeLines } from "../show-lines.ts";
import type { Asking } from "./asking.ts";
import type { Offers } from "./offers.ts";
import type { VisitorTyping } from "./typing.ts";
import type { Writing } from "./writing.ts";

/** Creates the actions of the visitor. */
export function createActions(
  parts: Parts,
  asking: Asking,
  writing: Writing,
  { type }: VisitorTyping,
  { look, skipContacts }: Offers,
): Actions {
  const { bridge, keep, shown, window, conversation } = parts;
  return {
    ...writing,
    open: () => window.send({ type: "window.open-requested" }),
    close: () => window.send({ type: "window.close-requested" }),
    openCall: () => window.send({ type: "call.form-requested" }),
    leaveCall: () => window.send({ type: "call.form-left" }),
    startWriting: () => window.send({ type: "writing.requested" }),
    startLeaving: () => shown.change({ leaving: "yes" }),
    goHome: () => shown.change({ isHome: true }),
    leaveHome(goTo) {
      shown.change({ isHome: false, goTo });
      look();
    },
    type,
    giveContacts(fields) {
      asking.tellContact(fields);
      bridge.fire("svc_onIntroduction");
    },
    endContacts() {
      const { email, phone } = shown.model.contact;
      if ((email ?? phone) === null) skipContacts();
      window.send({ type: "contacts.done" });
    },
    async leaveMessage(fields, text) {
      const reason = await asking.leaveMessage(fields, text);
      if (reason === null) shown.change({ leaving: "done" });
      return reason;
    },
    askCall: asking.askCall,
    rate(value, comment) {
      const chat = shown.model.chat?.id;
      asking.ask({ type: "rate", value, ...(chat !== undefined && { chat }), ...(comment !== "" && { comment }) });
    },
    switchRating: () => shown.change({ isRating: !shown.model.isRating }),
    showEarlier() {
      const before = conversation.first()?.chat;
      shown.change({ earlier: "coming" });
      asking.ask({ type: "earlier", ...(before && { before: String(before) }) });
    },
    switchSound() {
      const isSoundOn = !shown.model.isSoundOn;
      keep.sound.write(isSoundOn ? "1" : "0");
      shown.change({ isSoundOn });
    },
    see: () => seeLines(parts, asking.ask),
  };
}
