import { App } from "uWebSockets.js";
import { readFileSync } from "node:fs";
import { answerOk, listen, takeJson } from "./serve.ts";

/**
 * The peer of `desk-fan-out`: takes the same messages as the service and publishes the frames of each to all subscribers. It encodes
 * every frame once; it stores and checks nothing. Argument: a JSON file with the frames that a desk receives for one message.
 */
const [file = ""] = process.argv.slice(2);
const topic = "desks";

interface Said {
  seq: number;
  text: string;
}
/** The parts of a frame that change from message to message. */
interface Frame {
  cursor: number;
  chatId?: string;
  readonly message?: Said;
  readonly chat?: { id: string; readonly last: Said };
}
interface CustomerMessage {
  readonly sender: { readonly id: string };
  readonly message: { readonly text: string };
}

const frames: readonly Frame[] = (JSON.parse(readFileSync(file, "utf8")) as readonly string[]).map((text) =>
  JSON.parse(text),
);
const seqs = new Map<string, number>();
let cursor = 0;

const app = App()
  .ws("/ws/desk", {
    idleTimeout: 0,
    maxBackpressure: 4 * 1024 * 1024,
    closeOnBackpressureLimit: true,
    message(socket) {
      socket.subscribe(topic);
      socket.send(JSON.stringify({ type: "ready", cursor }));
    },
  })
  .post("/*", (response) => {
    takeJson<CustomerMessage>(response, ({ sender, message: { text } }) => {
      const seq = (seqs.get(sender.id) ?? 0) + 1;
      seqs.set(sender.id, seq);
      for (const frame of frames) publish(frame, sender.id, { seq, text });
      answerOk(response);
    });
  });

function publish(frame: Frame, chatId: string, said: Said): void {
  cursor += 1;
  frame.cursor = cursor;
  if (frame.chatId !== undefined) frame.chatId = chatId;
  if (frame.message !== undefined) Object.assign(frame.message, said);
  if (frame.chat !== undefined) {
    frame.chat.id = chatId;
    Object.assign(frame.chat.last, said);
  }
  app.publish(topic, JSON.stringify(frame));
}

listen("bare-fan-out", app);
