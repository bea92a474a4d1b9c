import type { TSchema } from "typebox";
import type { ErrorCode } from "../../core/errors.ts";

/** A query parameter of an operation. */
export interface ParameterDoc {
  readonly name: string;
  readonly description: string;
  readonly schema: TSchema;
  /** A request without it is refused. */
  readonly isRequired?: true;
}

/** A body that is not JSON. */
export interface MediaDoc {
  /** With stars where each file has its own. */
  readonly mediaType: string;
  readonly isText: boolean;
}

/** One answer of an operation. */
export interface AnswerDoc {
  readonly status: number;
  readonly description: string;
  readonly schema?: TSchema;
  readonly media?: MediaDoc;
  /** Names of headers, and what each says. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** What `/openapi.json` says of one method of one route. The schemas are those that validate. */
export interface OperationDoc {
  /** Unique, camelCase: `listChannels`. */
  readonly id: string;
  /** One line. */
  readonly summary: string;
  /** The group it is listed under: `Chats`, `Channels`, `Agents`, … */
  readonly tag: string;
  /** Whether a session is needed, and whose; of a visitor the secret, of an operator the token of the config file. */
  readonly access: "anyone" | "visitor" | "agent" | "administrator" | "operator";
  readonly query?: readonly ParameterDoc[];
  /** Takes an `Idempotency-Key`. */
  readonly isIdempotent?: boolean;
  readonly request?: { readonly contentType?: string; readonly schema: TSchema };
  /** The answer of success; without `schema` and `media` it has no body. */
  readonly answer: AnswerDoc;
  /** Answers that are neither success nor a failure by its code alone. */
  readonly otherAnswers?: readonly AnswerDoc[];
  /** How a request is refused whose body is too large; `payload_too_large` when absent. */
  readonly tooLarge?: ErrorCode;
  /** Failures beside those every operation may have (401, 429, 500, 502, 503, 504). */
  readonly failures?: readonly ErrorCode[];
}
