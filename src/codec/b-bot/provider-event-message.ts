import type { BotContent, MessageButton } from "../../../machines/chat/message.types.ts";
import type { Result } from "../../core/result.ts";
import { ok } from "../../core/result.ts";
import { isJsonObject } from "../json/json.ts";
import { describeValue } from "../text/text.ts";
import type { EventPart } from "./provider-event-field.ts";
import { readId, readRequiredText, readText, refuse } from "./provider-event-field.ts";

/** Source: BOT-40. */
const buttonsMax = 3;

/**
 * Reads a bot's message from the `message` of its event; `timestamp` and `button_id` are ignored. Source: B2, BOT-27, BOT-30,
 * BOT-36 to BOT-41.
 */
export function parseBotContent(message: EventPart): Result<BotContent> {
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
