import { createTimer } from "../../shared/live/timer.ts";
import type { Bridge } from "../bridge.types.ts";
import type { Environment } from "./environment.types.ts";
import type { Model } from "./model.types.ts";
import type { VisitorKeep } from "./visitor/visitor.ts";

/** The model and its drawing. */
export interface Shown {
  readonly model: Model;
  change(changes: Partial<Model>): void;
  /** Whether the visitor wants the sound, as the last tab in which it was switched says. */
  isSoundOn(): boolean;
  /** After this call, changes are drawn. All changes of one moment are drawn together. */
  begin(): void;
  stop(): void;
}

export function createShown(
  { facts, settings }: Bridge,
  show: (model: Model) => void,
  environment: Environment,
  { sound }: VisitorKeep,
): Shown {
  const timer = createTimer(environment);
  const isSoundOn = (): boolean => (sound.read() === null ? settings.look.sound : sound.read() === "1");
  let hasBegun = false;
  let isDue = false;
  const draw = (): void => {
    isDue = false;
    show(shown.model);
  };
  const shown = {
    model: {
      ...facts,
      state: "label",
      link: "lost",
      chat: null,
      isChatting: false,
      lines: [],
      isRating: false,
      earlier: "none",
      answerSeconds: null,
      isAgentTyping: false,
      isHome: false,
      agents: [],
      goTo: null,
      unread: 0,
      leaving: "no",
      invitation: null,
      hasBot: false,
      isSoundOn: isSoundOn(),
      fileBytesMax: 0,
    } as Model,
    change(changes: Partial<Model>): void {
      shown.model = { ...shown.model, ...changes };
      if (!hasBegun || isDue) return;
      isDue = true;
      timer.set(0, draw);
    },
    isSoundOn,
    begin(): void {
      hasBegun = true;
      draw();
    },
    stop: timer.stop,
  };
  return shown;
}
