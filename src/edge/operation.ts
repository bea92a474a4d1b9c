import type { TSchema } from "typebox";
import type { ErrorCode } from "../core/errors.ts";

/** A query parameter of an operation. */
export interface ParameterDoc {
  readonly name: string;
  readonly description: string;
  readonly schema: TSchema;
}

/** What `/openapi.json` says of one method of one route. The schemas are those that validate. */
export interface OperationDoc {
  /** Unique, camelCase: `listChannels`. */
  readonly id: string;
  /** One line. */
  readonly summary: string;
  /** The group it is listed under: `Chats`, `Channels`, `Agents`, … */
  readonly tag: string;
  /** Whether a session is needed, and whose; of a visitor the secret. */
  readonly access: "anyone" | "visitor" | "agent" | "administrator";
  readonly query?: readonly ParameterDoc[];
  /** Takes an `Idempotency-Key`. */
  readonly isIdempotent?: boolean;
  readonly request?: { readonly contentType?: string; readonly schema: TSchema };
  /** The answer of success; without `schema` it has no body of ours to describe. */
  readonly answer: { readonly status: number; readonly description: string; readonly schema?: TSchema };
  /** How a request is refused whose body is too large; `payload_too_large` when absent. */
  readonly tooLarge?: ErrorCode;
  /** Failures beside those every operation may have (401, 429, 500, 502, 503, 504). */
  readonly failures?: readonly ErrorCode[];
}
