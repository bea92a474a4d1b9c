import type { ChannelSettings } from "../../../machines/channel/channel.types.ts";
import type { BotContent, MessageButton, OutwardContent } from "../../../machines/chat/message.types.ts";
import type { Failure, Result } from "../../core/result.ts";
import { fail, ok } from "../../core/result.ts";
import { toPlainDecimal } from "../json/decimal.ts";
import type { JsonObject } from "../json/json.ts";
import { decodeJson, findDuplicateKey, findNumbersAt, isJsonObject } from "../json/json.ts";
import type { Path } from "../json/value-path.ts";
import { pathText } from "../json/value-path.ts";
import { cleanText, cutCodePoints, describeValue, isBlankText } from "../text/text.ts";
import type { ProviderEvent, RefusedEvent } from "./provider-event.types.ts";

/** The maximum length of a provider's own event id, in code points. Events with longer ids are distinguished by their bodies. */
const idLengthMax = 255;

/**
 * Parses the body of a POST on surface B into a typed event. Pure, without I/O. Fails with `invalid_request` for a body that is no event.
 * An event with a mistake is a `RefusedEvent`: its failure is `invalid_request` naming the field, or `method_not_allowed` for an event
 * that providers do not send. The checks have the order of ERR-17: first JSON and `event`,
 * then whether the event is known, then the fields. Source: B1, B2, BOT-24 to BOT-30, BOT-36 to BOT-41, ERR-15, LIM-04.
 */
export function parseProviderEvent(
  bytes: Uint8Array,
  limits: { readonly jsonDepthMax: number },
): Result<ProviderEvent> {
  const decoded = decodeJson(bytes, { depthMax: limits.jsonDepthMax });
  if (!decoded.ok) return decoded;
  const { value: fields, text } = decoded.value;
  if (!isJsonObject(fields)) return refuse(`The body must be an object, got ${describeValue(fields)}.`);
  const duplicate = findDuplicateKey(text, "message");
  if (duplicate !== null) return refuse(duplicateSentence(duplicate));
  const envelope = { source: { text, numbers: null }, path: [], fields };
  const event = readEventName(fields);
  const parsed = event.ok ? parseFields(envelope, event.value) : event;
  return parsed.ok ? parsed : ok(refusedIn(envelope, parsed.failure));
}

function refusedIn(envelope: EventPart, failure: Failure): RefusedEvent {
  const [chatId, clientId] = ["chat_id", "client_id"].map((key) => readId(envelope, key));
  return {
    event: null,
    chatId: chatId?.ok ? chatId.value : null,
    clientId: clientId?.ok ? clientId.value : null,
    failure,
  };
}

function duplicateSentence([first, second]: readonly unknown[]): string {
  return second === undefined
    ? `Key ${describeValue(first)} occurs twice in the event.`
    : `Key ${describeValue(second)} occurs twice in the event's ${first}.`;
}

/** Source: BOT-07, BOT-29. */
function readEventName(fields: JsonObject): Result<"BOT_MESSAGE" | "INVITE_AGENT"> {
  const event = fields["event"];
  if (event === "BOT_MESSAGE" || event === "INVITE_AGENT") return ok(event);
  const allowed = "BOT_MESSAGE or INVITE_AGENT";
  if (typeof event === "string" && !isBlankText(event)) {
    return fail("method_not_allowed", `Event ${describeValue(event)} is not accepted here: expected ${allowed}.`);
  }
  return refuse(`Field event must be ${allowed}, got ${describeValue(event)}.`);
}

/** Source: BOT-24, BOT-25. */
function parseFields(envelope: EventPart, event: "BOT_MESSAGE" | "INVITE_AGENT"): Result<ProviderEvent> {
  const id = readId(envelope, "id");
  if (!id.ok) return id;
  const chatId = readId(envelope, "chat_id");
  if (!chatId.ok) return chatId;
  const clientId = readId(envelope, "client_id");
  if (!clientId.ok) return clientId;
  const ids = {
    id: id.value === null ? null : cutCodePoints(id.value, idLengthMax),
    chatId: chatId.value,
    clientId: clientId.value,
  };
  if (event === "INVITE_AGENT") return ok({ event, ...ids });
  const message = envelope.fields["message"];
  if (!isJsonObject(message)) return refuse(`Field message must be an object, got ${describeValue(message)}.`);
  const content = parseBotContent({ source: envelope.source, path: ["message"], fields: message });
  return content.ok ? ok({ event, ...ids, content: content.value }) : content;
}

/** Source: BOT-40. */
const buttonsMax = 3;

/**
 * Reads a bot's message from the `message` of its event; `timestamp` and `button_id` are ignored. Source: B2, BOT-27, BOT-30,
 * BOT-36 to BOT-41.
 */
function parseBotContent(message: EventPart): Result<BotContent> {
  const type = message.fields["type"];
  switch (type) {
    case "TEXT":
      return parseText(message);
    case "MARKDOWN":
      return parseMarkdown(message);
    case "BUTTONS":
      return parseButtons(message);
    default:
      return refuse(`Field message.type must be TEXT, MARKDOWN or BUTTONS, got ${describeValue(type)}.`);
  }
}

function parseText(message: EventPart): Result<BotContent> {
  const text = readRequiredText(message, "text");
  return text.ok ? ok({ type: "text", text: text.value, media: null }) : text;
}

function parseMarkdown(message: EventPart): Result<BotContent> {
  const content = readRequiredText(message, "content");
  if (!content.ok) return content;
  const fallback = readText(message, "text");
  if (!fallback.ok) return fallback;
  return ok({ type: "markdown", text: content.value, media: null, ...fallbackField(fallback.value) });
}

function parseButtons(message: EventPart): Result<BotContent> {
  const buttons = readButtons(message);
  if (!buttons.ok) return buttons;
  const title = readText(message, "title");
  if (!title.ok) return title;
  const fallback = readText(message, "text");
  if (!fallback.ok) return fallback;
  return ok({
    type: "buttons",
    text: title.value ?? "",
    media: null,
    buttons: buttons.value,
    ...fallbackField(fallback.value),
  });
}

const fallbackField = (fallback: string | null): { readonly fallback?: string } =>
  fallback === null ? {} : { fallback };

function readButtons(message: EventPart): Result<readonly MessageButton[]> {
  const entries = message.fields["buttons"];
  if (!Array.isArray(entries)) {
    return refuse(
      `Field message.buttons must be an array of 1 to ${buttonsMax} buttons, got ${describeValue(entries)}.`,
    );
  }
  if (entries.length < 1 || entries.length > buttonsMax) {
    return refuse(`Field message.buttons must have 1 to ${buttonsMax} buttons, got ${entries.length}.`);
  }
  const buttons: MessageButton[] = [];
  for (const [index, entry] of entries.entries()) {
    const button = readButton(message, index, entry);
    if (!button.ok) return button;
    buttons.push(button.value);
  }
  return ok(buttons);
}

function readButton({ source, path }: EventPart, index: number, fields: unknown): Result<MessageButton> {
  if (!isJsonObject(fields)) {
    return refuse(`Field message.buttons[${index}] must be an object, got ${describeValue(fields)}.`);
  }
  const button = { source, path: [...path, "buttons", index], fields };
  const text = readRequiredText(button, "text");
  if (!text.ok) return text;
  const id = readId(button, "id");
  return id.ok ? ok({ text: text.value, id: id.value }) : id;
}

/** The source text of an event. */
interface EventSource {
  readonly text: string;
  /** The literals of its numbers. They are collected when the first one is needed. */
  numbers: ReadonlyMap<string, string> | null;
}

/** An object inside the event of one request. */
interface EventPart {
  readonly source: EventSource;
  /** The path of the object in the event. */
  readonly path: Path;
  readonly fields: JsonObject;
}

const numberDigitsMax = 1000;

/** Every field that is read as text. */
const textPaths: readonly Path[] = [
  ...["id", "chat_id", "client_id"].map((key) => [key]),
  ...["text", "content", "title"].map((key) => ["message", key]),
  ...[0, 1, 2].flatMap((index) => ["text", "id"].map((key) => ["message", "buttons", index, key])),
];

const refuse = (message: string): ReturnType<typeof fail> => fail("invalid_request", message);

/** The readable path of the field: `message.buttons[0].text`. */
const fieldName = (part: EventPart, key: string): string => pathText([...part.path, key]);

/**
 * A string, or a number as its decimal text with every digit. `null` for a blank field,
 * `invalid_request` for any other type. Source: BOT-25, BOT-28.
 */
function readId(part: EventPart, key: string): Result<string | null> {
  const value = part.fields[key];
  if (value === undefined || value === null) return ok(null);
  const text = typeof value === "number" ? decimalText(part, key, value) : value;
  if (typeof text === "string") return ok(isBlankText(text) ? null : text);
  return refuse(`Field ${fieldName(part, key)} must be a string or a number, got ${describeValue(value)}.`);
}

/** Like `readId`, for text that people read: without control characters. Source: BOT-28, BOT-36. */
function readText(part: EventPart, key: string): Result<string | null> {
  const read = readId(part, key);
  if (!read.ok || read.value === null) return read;
  const cleaned = cleanText(read.value);
  return ok(isBlankText(cleaned) ? null : cleaned);
}

/** Like `readText`, for a field that is required to show the message. Source: BOT-30. */
function readRequiredText(part: EventPart, key: string): Result<string> {
  const read = readText(part, key);
  if (!read.ok) return read;
  return read.value === null ? refuse(`Field ${fieldName(part, key)} is missing or empty.`) : ok(read.value);
}

/** The number as decimal text; `null` if the text would be absurdly long. */
function decimalText(part: EventPart, key: string, value: number): string | null {
  if (Number.isSafeInteger(value)) return value === 0 ? "0" : String(value);
  part.source.numbers ??= findNumbersAt(part.source.text, textPaths);
  const literal = part.source.numbers.get(fieldName(part, key));
  return literal === undefined ? null : toPlainDecimal(literal, numberDigitsMax);
}

/**
 * The part of a bot's message that a channel of this kind can show; `null` if it can show nothing. A Chat API channel shows only
 * text. Source: BOT-38.
 */
export function fallbackOf(content: BotContent, channelKind: ChannelSettings["kind"]): OutwardContent | null {
  switch (channelKind) {
    case "api": {
      const text = content.type === "text" ? content.text : content.fallback;
      return text === undefined ? null : { type: "text", text, media: null };
    }
    // The widget shows every type, so it needs no fallback.
    case "widget":
      return null;
  }
}
