import type { Static } from "typebox";
import Type from "typebox";
import type { AgentId, CallId } from "../../../machines/ids.ts";
import type { CallStatus, CallType } from "../../../machines/tells.ts";
import { asAgentId, asCallId } from "../../core/ids.ts";
import { isCallerNumber, phonePattern } from "../../core/phone.ts";
import type { Result } from "../../core/result.ts";
import { fail, ok } from "../../core/result.ts";
import { decodeJson } from "../json/json.ts";
import { createSchemaParser } from "../schema/schema.ts";
import { cleanText, describeValue, isBlankText } from "../text/text.ts";
import { httpUrlPattern, urlLengthMax } from "../text/url-length.ts";

const idLengthMax = 128;
const reasonLengthMax = 1_000;

const orNull = <Value extends Type.TSchema>(value: Value, description: string) =>
  Type.Optional(Type.Union([value, Type.Null()], { description }));

/** Unknown keys are ignored; a field that does not apply may be absent or null. Source: CALL-01, CALL-07. */
export const callStatusSchema = Type.Object(
  {
    call_id: Type.Union(
      [
        Type.String({ minLength: 1, maxLength: idLengthMax, pattern: "^[!-~]+$" }),
        Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }),
      ],
      { description: `an integer or a text of 1 to ${idLengthMax} visible ASCII characters` },
    ),
    status: Type.Enum(["start", "agent_connected", "client_connected", "end", "error"], {
      description: '"start", "agent_connected", "client_connected", "end" or "error"',
    }),
    type: orNull(Type.Enum(["callback", "incoming", "outgoing"]), '"callback", "incoming" or "outgoing"'),
    phone: orNull(
      Type.String({ maxLength: 40, pattern: `^\\s*$|${phonePattern(1)}` }),
      "a phone number of 1 to 15 digits",
    ),
    agent_id: orNull(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), "the id of an agent, an integer"),
    reason: orNull(Type.String({ maxLength: reasonLengthMax }), `a text of at most ${reasonLengthMax} characters`),
    record_url: orNull(
      Type.String({ maxLength: urlLengthMax, pattern: `^\\s*(?:$|${httpUrlPattern.slice(1)})` }),
      `an http or https URL of at most ${urlLengthMax} characters`,
    ),
  },
  { $id: "CallStatus", description: "The status of a call. Unknown keys are ignored." },
);

/** A report of the call gateway about a call. A field that the gateway leaves out is `null`. Source: CALL-07. */
export interface CallStatusReport {
  readonly callId: CallId;
  readonly status: CallStatus;
  readonly type: CallType | null;
  readonly phone: string | null;
  readonly agentId: AgentId | null;
  readonly reason: string | null;
  readonly recordUrl: string | null;
}

const parse = createSchemaParser(callStatusSchema, "The body");

/** A body of `POST /calls/{gateway_token}`; fails with `invalid_request` naming the field. Source: CALL-07. */
export function parseCallStatus(
  bytes: Uint8Array,
  limits: { readonly jsonDepthMax: number },
): Result<CallStatusReport> {
  const decoded = decodeJson(bytes, { depthMax: limits.jsonDepthMax });
  if (!decoded.ok) return decoded;
  const parsed = parse(decoded.value.value);
  return parsed.ok ? toReport(parsed.value) : parsed;
}

function toReport(body: Static<typeof callStatusSchema>): Result<CallStatusReport> {
  const phone = toText(body.phone);
  if (phone !== null && !isCallerNumber(phone))
    return fail(
      "invalid_request",
      `Field phone must be a phone number of 1 to 15 digits, got ${describeValue(phone)}.`,
    );
  const recordUrl = toText(body.record_url);
  if (recordUrl !== null && !isHttpUrl(recordUrl))
    return fail("invalid_request", `Field record_url must be an http or https URL, got ${describeValue(recordUrl)}.`);
  return ok({
    callId: asCallId(String(body.call_id)),
    status: body.status,
    type: body.type ?? null,
    phone,
    agentId: body.agent_id == null ? null : asAgentId(body.agent_id),
    reason: toText(body.reason),
    recordUrl,
  });
}

/** A blank text is treated as absent. */
function toText(value: string | null | undefined): string | null {
  return value == null || isBlankText(value) ? null : cleanText(value).trim();
}

const isHttpUrl = (text: string): boolean => /^https?:\/\//i.test(text) && URL.parse(text) !== null;
