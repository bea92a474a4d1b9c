import type { Failure, Result } from "../../core/result.ts";
import { fail, ok } from "../../core/result.ts";
import type { JsonObject } from "../json/json.ts";
import { decodeJson, isJsonObject } from "../json/json.ts";
import { findDuplicateKey } from "../json/json-scan.ts";
import { cutCodePoints, describeValue, isBlankText } from "../text/text.ts";
import type { ProviderEvent, RefusedEvent } from "./provider-event.types.ts";
import type { EventPart } from "./provider-event-field.ts";
import { readId, refuse } from "./provider-event-field.ts";
import { parseBotContent } from "./provider-event-message.ts";

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
