import type { Log } from "../../ports/log.ts";
import type { LostPeer, Peers, PeerTopic } from "../../ports/peers.ts";

/** The listeners of this process, with calls to all of them. An error of a listener is logged, and the other listeners are still called. */
export interface PeerListeners extends Pick<Peers, "hear" | "onGap" | "onLost" | "onLeftBehind"> {
  /** Passes on a message. A topic without a listener is ignored, because a newer version may have more topics. */
  heard(topic: string, text: string, from: string): void;
  gap(): void;
  lost(id: string): void;
  leftBehind(formerId: string): void;
}

export function createPeerListeners(log: Log): PeerListeners {
  const ofTopic = new Map<string, ((text: string, from: string) => void)[]>();
  const ofGap: (() => void)[] = [];
  const ofLost: ((peer: LostPeer) => void)[] = [];
  const ofLeftBehind: ((formerId: string) => void)[] = [];
  const call = (what: string, listener: () => void): void => {
    try {
      listener();
    } catch (error) {
      log.error({ err: error, what }, "a listener to other processes failed");
    }
  };
  return {
    hear(topic: PeerTopic, listener) {
      const listeners = ofTopic.get(topic);
      if (listeners === undefined) ofTopic.set(topic, [listener]);
      else listeners.push(listener);
    },
    onGap: (listener) => void ofGap.push(listener),
    onLost: (listener) => void ofLost.push(listener),
    onLeftBehind: (listener) => void ofLeftBehind.push(listener),
    heard(topic, text, from) {
      for (const listener of ofTopic.get(topic) ?? []) call(topic, () => listener(text, from));
    },
    gap() {
      for (const listener of ofGap) call("gap", listener);
    },
    lost(id) {
      for (const listener of ofLost) call("lost", () => listener({ id }));
    },
    leftBehind(formerId) {
      for (const listener of ofLeftBehind) call("left behind", () => listener(formerId));
    },
  };
}
