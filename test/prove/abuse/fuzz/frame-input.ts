import { isUtf8 as isUtf8Bytes } from "node:buffer";
import type { SocketDoc } from "../../../../src/edge/asyncapi/document.ts";
import { compiled } from "../make/compiled-schema.ts";
import { spoilText } from "../make/spoil-text.ts";
import { spoilValue } from "../make/spoil-value.ts";
import { validValue } from "../make/valid-value.ts";
import type { Random } from "../random.ts";

/** One frame of the fuzzer, as bytes; each character is one byte. */
export interface FrameInput {
  readonly socket: string;
  /** The frame type for which it was made. */
  readonly type: string;
  readonly how: string;
  readonly path: readonly string[];
  readonly bytes: string;
}

/** Values that the schema alone does not give. */
const rightFields: Readonly<Record<string, unknown>> = {
  widget: "{{widget}}",
  token: "{{kim}}",
  visitor: "{{visitor}}",
  url: "https://shop.example.com/",
  phone: "+442079460181",
  email: "visitor@mailbox.example",
  departmentId: 7,
  fields: [{ title: "Orders", content: "3 open", key: "k", link: "https://shop.example.com/o" }],
  sessionId: "their-1",
  definition: '{"id":"theirs","states":{"a":{}}}',
  watch: ["chat/1"],
};

/** Returns a valid frame of the type. */
export function rightValueOf(socket: SocketDoc, type: string, random: Random): unknown {
  const schema = socket.received[type]?.schema;
  if (schema === undefined) throw new Error(`Expected a frame of ${socket.address}, got ${type}`);
  const own = { id: `f${random.integer(1, 1e9)}` };
  return validValue(schema, random, { ...rightFields, ...own });
}

function someType({ received }: SocketDoc, random: Random): string {
  const types = Object.keys(received);
  return types[random.integer(0, types.length - 1)] ?? "";
}

export function rightFrame(socket: SocketDoc, random: Random, type = someType(socket, random)): FrameInput {
  const value = rightValueOf(socket, type, random);
  return { socket: socket.name, type, how: "right", path: [], bytes: toBytes(JSON.stringify(value)) };
}

/** Returns a frame that is wrong, or only unusual, in one place. */
export function spoiltFrame(socket: SocketDoc, random: Random, type = someType(socket, random)): FrameInput {
  const value = rightValueOf(socket, type, random);
  const own = { socket: socket.name, type, path: [] };
  if (random.isChance(0.2)) return { ...own, ...spoilText(JSON.stringify(value), random) };
  const { text, how, path } = spoilValue(value, socket.received[type]?.schema ?? {}, random);
  return { ...own, how, path: path.map(String), bytes: toBytes(text) };
}

const toBytes = (text: string): string => Buffer.from(text).toString("latin1");
const frameBytesMax = 16 * 1024;

/** Returns whether the socket should accept the frame and stay open: the frame matches a schema, and its text can be sent on. */
export function isTaken(socket: SocketDoc, { bytes }: FrameInput): boolean {
  if (bytes.length > frameBytesMax || !isUtf8(bytes)) return false;
  const text = Buffer.from(bytes, "latin1");
  const value = parse(text.toString());
  const type: unknown = Object(value).type;
  const schema =
    typeof type === "string" && Object.hasOwn(socket.received, type) ? socket.received[type]?.schema : undefined;
  return schema !== undefined && !/\\ud[89a-f]/i.test(bytes) && compiled(schema).Check(value);
}

export const isUtf8 = (bytes: string): boolean => isUtf8Bytes(Buffer.from(bytes, "latin1"));

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
