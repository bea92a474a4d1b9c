import type { TSchema } from "typebox";
import type { SocketDoc } from "../../../../src/edge/asyncapi/document.ts";
import { closeCodes } from "../../../../src/edge/sockets/close-codes.ts";
import { compiled } from "../make/compiled-schema.ts";
import type { FrameInput } from "./frame-input.ts";
import { isUtf8 } from "./frame-input.ts";
import type { CameFrame, LinkClosing } from "./frame-link.ts";

const known = new Set<number>(Object.values(closeCodes));
const reasonBytesMax = 123;
const cutOff = 1006;
/** The server does not read longer frames to their end. */
const readBytesMax = 64 * 1024;

/** Returns which law the close of a link breaks; `null` if the close says what was wrong. */
export function judgeClosing({ code, reason }: LinkClosing, bytes = ""): string | null {
  // The WebSocket server itself ends the connection: it passes invalid text to no handler.
  if (code === cutOff && (bytes.length > readBytesMax || !isUtf8(bytes))) return null;
  if (!known.has(code)) return `closed with ${code} ${reason}, expected a code of ours`;
  if (code === closeCodes.internal) return `closed with ${code} ${reason}`;
  if (reason.length === 0 || Buffer.byteLength(reason) > reasonBytesMax)
    return `closed with ${code} and the reason "${reason}"`;
  return null;
}

/** Returns which law the answers to accepted frames break. */
export function judgeFrames(
  socket: SocketDoc,
  inputs: readonly FrameInput[],
  came: readonly CameFrame[],
): string | null {
  const sent: Readonly<Record<string, TSchema>> = socket.sent;
  for (const frame of came) {
    const schema = sent[frame.type];
    if (schema === undefined) return `a frame that is not described: ${JSON.stringify(frame).slice(0, 300)}`;
    const isAsDescribed: boolean = compiled(schema).Check(frame as unknown);
    if (!isAsDescribed) return `a frame ${frame.type} unlike its description: ${JSON.stringify(frame).slice(0, 600)}`;
  }
  if (socket.name !== "widget") return null;
  const answered = new Set(came.filter(({ type }) => type === "done" || type === "failed").map(({ id }) => id));
  const silent = inputs.find(({ bytes }) => !answered.has(JSON.parse(Buffer.from(bytes, "latin1").toString()).id));
  return silent === undefined ? null : `no answer to ${silent.bytes.slice(0, 300)}`;
}
