import type { TSchema } from "typebox";
import type { Scope } from "../../codec/settings/api-key-bounds.ts";
import type { ErrorCode } from "../../core/errors.ts";

/** A query parameter of an operation. */
export interface ParameterDoc {
  readonly name: string;
  readonly description: string;
  readonly schema: TSchema;
  /** A request without this parameter is refused. */
  readonly isRequired?: true;
}

/** A body that is not JSON. */
export interface MediaDoc {
  /** Contains `*` if each file has a separate type. */
  readonly mediaType: string;
  readonly isText: boolean;
}

export const anyFile: MediaDoc = { mediaType: "*/*", isText: false };
export const textOf = (mediaType: string): MediaDoc => ({ mediaType, isText: true });

/** One answer of an operation. */
export interface AnswerDoc {
  readonly status: number;
  readonly description: string;
  readonly schema?: TSchema;
  readonly media?: MediaDoc;
  /** Names of headers and their descriptions. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The description of one method of a route in `/openapi.json`. The same schemas validate requests. */
/** The scope that an API key needs. `any`: every key may call the operation. Source: AUTH-16. */
export type OperationScope = Scope | "any";

export interface OperationDoc {
  /** Unique, camelCase: `listChannels`. */
  readonly id: string;
  /** One line. */
  readonly summary: string;
  /** The group in the list of operations: `Chats`, `Channels`, `Agents`, … */
  readonly tag: string;
  /** The session that is needed. A visitor needs the visitor's secret, an operator the token of the config file. */
  readonly access: "anyone" | "visitor" | "agent" | "administrator" | "operator";
  /** Absent: API keys cannot call it. */
  readonly scope?: OperationScope;
  readonly query?: readonly ParameterDoc[];
  /** Whether it accepts an `Idempotency-Key`. */
  readonly isIdempotent?: boolean;
  /** Whether it accepts a signature. */
  readonly isSigned?: boolean;
  readonly request?: { readonly contentType?: string; readonly schema: TSchema };
  /** The answer of a success; without `schema` and `media` it has no body. */
  readonly answer: AnswerDoc;
  /** Answers that are neither a success nor described by a failure code alone. */
  readonly otherAnswers?: readonly AnswerDoc[];
  /** The error code for a body that is too large; `payload_too_large` by default. */
  readonly tooLarge?: ErrorCode;
  /** Failures besides those that every operation can have, and those that its access, its path and its request imply. */
  readonly failures?: readonly ErrorCode[];
}
