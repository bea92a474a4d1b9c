import type { Static } from "typebox";
import Type from "typebox";
import type { Result } from "../core/result.ts";
import { ok } from "../core/result.ts";
import { isJsonObject, parseJson } from "./json/json.ts";
import { createBodyParser } from "./schema/body-parser.ts";
import { about } from "./schema/schema-parts.ts";

const attempts = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: 10,
    ...about("an integer from 1 to 10", "Requests with this body that get it."),
  }),
);
const strict = { additionalProperties: false } as const;

/** What a test channel does in place of its usual answer. Source: CH-62. */
const statusFault = Type.Object(
  {
    status: Type.Integer({ minimum: 400, maximum: 599, ...about("an integer from 400 to 599", "The HTTP status.") }),
    attempts,
  },
  strict,
);
const answerFault = Type.Object(
  {
    answer: Type.Enum(["hang", "close", "lost", "broken"], about('"hang", "close", "lost" or "broken"', "The answer.")),
    attempts,
  },
  strict,
);
const repeat = Type.Object(
  { repeat: Type.Integer({ minimum: 2, maximum: 5, ...about("an integer from 2 to 5", "How often it is sent.") }) },
  strict,
);

export type TestFault = Static<typeof statusFault> | Static<typeof answerFault>;

const faults = [
  ["status", createBodyParser<typeof statusFault | typeof answerFault>(statusFault)],
  ["answer", createBodyParser<typeof statusFault | typeof answerFault>(answerFault)],
] as const;
const parseRepeat = createBodyParser(repeat);
const depth = { jsonDepthMax: 2 };

/** The fault that the text of a message asks for; null for any other text. A fault with a mistake fails with `invalid_request`. */
export function parseTestFault(text: string): Result<TestFault | null> {
  const asked = objectIn(text);
  if (asked === null) return ok(null);
  const found = faults.find(([key]) => key in asked);
  return found === undefined ? ok(null) : found[1](Buffer.from(text), depth);
}

/** How often the text of a message asks to be sent: 1 for any other text. */
export function repeatsOf(text: string): number {
  const asked = objectIn(text);
  if (asked === null || !("repeat" in asked)) return 1;
  const parsed = parseRepeat(Buffer.from(text), depth);
  return parsed.ok ? parsed.value.repeat : 1;
}

function objectIn(text: string): object | null {
  if (!text.trimStart().startsWith("{")) return null;
  try {
    const value = parseJson(text);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}
