import { createActor } from "xstate";
import { widgetMachine } from "../../../../machines/widget/widget.machine.ts";
import { isWindowOpen, widgetStateOf } from "../../../../machines/widget/widget-state.ts";
import type { Bridge, Command } from "../bridge.types.ts";
import type { HeardFrame, ReadyFrame } from "./frames.types.ts";
import { openLink } from "./link.ts";
import type { Actions, Line, Model } from "./model.types.ts";
import { createSurroundings } from "./surroundings.ts";

export interface Widget {
  readonly actions: Actions;
  stop(): void;
}

export function createWidget(bridge: Bridge, show: (model: Model) => void): Widget {
  const { settings, origin, facts } = bridge;
  const surroundings = createSurroundings();
  const visitorKey = `svc_visitor_${settings.id}`;
  let model: Model | null = null;
  const change = (changes: Partial<Model>): void => {
    if (model === null) return;
    model = { ...model, ...changes };
    show(model);
  };
  const actor = createActor(widgetMachine, { input: { mode: "offline", isChatting: false } });
  const began = (ready: ReadyFrame): void => {
    actor.start();
    actor.send({ type: "mode.changed", mode: ready.mode });
    actor.send({ type: "chat.changed", isChatting: ready.chat !== null });
    model = {
      state: widgetStateOf(actor.getSnapshot().value),
      mode: ready.mode,
      link: "live",
      chat: ready.chat,
      isChatting: ready.chat !== null,
      lines: [],
      isAgentTyping: false,
      unread: 0,
      contact: ready.contact,
      callback: ready.callback,
      invitation: null,
      hasBot: ready.hasBot,
      isSoundOn: true,
      fileBytesMax: ready.fileBytesMax,
    };
    actor.subscribe((snapshot) => {
      const before = model?.state ?? "label";
      const state = widgetStateOf(snapshot.value);
      if (state === before) return;
      change({ state });
      if (isWindowOpen(state) && !isWindowOpen(before)) bridge.fire("svc_onOpen");
      if (!isWindowOpen(state) && isWindowOpen(before)) bridge.fire("svc_onClose");
      bridge.fire("svc_onChangeState", state);
    });
    show(model);
    bridge.attach(carryOut);
  };
  const carryOut = (command: Command): void => {
    if (command.type === "open") actor.send({ type: "window.open-requested" });
    if (command.type === "close") actor.send({ type: "window.close-requested" });
  };
  const heard = (frame: HeardFrame): void => {
    if (frame.type === "ready") {
      surroundings.site.write(visitorKey, frame.visitor);
      facts.mode = frame.mode;
      facts.callback = frame.callback;
      facts.contact = frame.contact;
      if (model === null) began(frame);
      else change({ link: "live", mode: frame.mode, chat: frame.chat ?? model.chat });
    }
    if (frame.type === "mode") {
      facts.mode = frame.mode;
      change({ mode: frame.mode });
      actor.send({ type: "mode.changed", mode: frame.mode });
    }
    if (frame.type === "chat") {
      const isChatting = frame.chat.state !== "closed";
      change({ chat: frame.chat, isChatting });
      actor.send({ type: "chat.changed", isChatting });
    }
    if (frame.type === "message" && model !== null) {
      const { message } = frame;
      const line: Line = {
        key: String(message.seq),
        from: message.from,
        type: message.type,
        text: message.text,
        parts: message.parts,
        buttons: message.buttons,
        isLive: false,
        seq: message.seq,
        atMs: message.at,
        agent: message.agent,
        file: null,
        place: null,
        state: "sent",
        reason: null,
      };
      change({ lines: [...model.lines.filter(({ seq }) => seq !== line.seq), line] });
    }
  };
  const link = openLink({
    url: `${origin.replace(/^http/, "ws")}/ws/widget`,
    surroundings,
    hello: () => ({
      type: "hello",
      widget: settings.id,
      page: surroundings.page(),
      visitor: surroundings.site.read(visitorKey) ?? undefined,
    }),
    heard,
    changed: (state) => change({ link: state }),
  });
  const request = (frame: object): void => void link.send({ id: surroundings.newId(), ...frame });
  const nothing = (): void => undefined;
  const actions: Actions = {
    open: () => actor.send({ type: "window.open-requested" }),
    close: () => actor.send({ type: "window.close-requested" }),
    openCall: () => actor.send({ type: "call.form-requested" }),
    leaveCall: () => actor.send({ type: "call.form-left" }),
    startWriting: () => actor.send({ type: "writing.requested" }),
    send: (text) => request({ type: "message", text }),
    sendFile: nothing,
    retry: nothing,
    discard: nothing,
    click: (seq, index) => request({ type: "click", seq, index }),
    type: nothing,
    askAgent: (text) => request({ type: "message", text, wantsAgent: true }),
    giveContacts: (fields) => request({ type: "contact", ...fields }),
    skipContacts: () => actor.send({ type: "contacts.done" }),
    leaveMessage: async (fields, text) => {
      request({ type: "offline_message", ...fields, text });
      return null;
    },
    askCall: async (phone) => {
      request({ type: "call", phone });
      return null;
    },
    rate: (value) => request({ type: "rate", value }),
    switchSound: nothing,
    see: nothing,
  };
  return {
    actions,
    stop() {
      link.close();
      actor.stop();
      bridge.detach();
    },
  };
}
