import type { Static } from "typebox";
import Type from "typebox";
import type { BotContent } from "../../../machines/chat/message.types.ts";
import type { OutboundOutcome } from "../../ports/outbound.ts";
import type { RequestPreview } from "../../ports/request-preview.ts";
import { createBodyParser } from "../schema/body-parser.ts";
import { about } from "../schema/schema-parts.ts";

/** The command for a POSIX shell that makes the same request with curl. */
function toCurlLine({ url, headers, body }: RequestPreview): string {
  const given = Object.entries(headers).filter(([name]) => name !== measuredByCurl);
  // A header name without a value removes the header that curl adds by default.
  const lines = [...given.map(([name, value]) => `${name}: ${value}`), "Accept:"];
  const options = lines.map((line) => `-H ${quoted(line)}`).join(" ");
  // Without `--globoff`, curl treats brackets and braces in an address as patterns.
  return `curl --http1.1 --globoff ${options} --data-raw ${quoted(body)} ${quoted(url)}`;
}

const measuredByCurl = "Content-Length";

/**
 * Between single quotes, a shell changes no character; only a single quote must be escaped. Source: POSIX, Shell Command Language,
 * 2.2.2.
 */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const strict = { additionalProperties: false };
const targets = ["customer_system", "webhooks", "bot"] as const;

/** `POST /api/channels/{id}/test`. */
export const channelTestRequest = Type.Object(
  {
    target: Type.Enum([...targets], about('"customer_system", "webhooks" or "bot"', "Who gets the test.")),
    endpoint: Type.Optional(
      Type.String({
        ...about(
          "the name of an endpoint",
          "Of the webhooks, the endpoint that gets the test: the name of one of the channel, or * and the name of one of all channels. Absent: the webhook URL.",
        ),
      }),
    ),
  },
  { $id: "ChannelTestRequest", ...strict, ...about("an object", "Which test to send.") },
);

export const parseChannelTest = createBodyParser(channelTestRequest);

const orNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

const error = Type.Object(
  {
    code: Type.String({ description: "The code of the error." }),
    message: Type.String({ description: "The text of the error." }),
  },
  strict,
);

const request = Type.Object(
  {
    headers: Type.Record(Type.String(), Type.String(), {
      description: "The headers by their names; credentials are masked.",
    }),
    body: Type.String({ description: "The exact text." }),
  },
  { ...strict, description: "The request that was sent, or that would have been sent." },
);

const post = Type.Object(
  {
    event: Type.Enum(["BOT_MESSAGE", "INVITE_AGENT"], { description: "The event." }),
    type: Type.Union([Type.Enum(["text", "markdown", "buttons"]), Type.Null()], { description: "Of a message." }),
    text: orNull("The text, the Markdown, or the title of the buttons."),
    buttons: Type.Array(Type.String(), { description: "The texts of the buttons." }),
  },
  { ...strict, description: "One post of the bot." },
);

/** The result of a test. Source: DEL-28, AUTH-14. */
export const channelTestAnswer = Type.Object(
  {
    target: Type.Enum([...targets], { description: "The receiver." }),
    delivered: Type.Boolean({ description: "Whether the answer was positive, judged as that of any other attempt." }),
    status: Type.Union([Type.Integer(), Type.Null()], { description: "HTTP status; null without an answer." }),
    durationMs: Type.Integer({ minimum: 0, description: "From the start of the attempt to its end." }),
    error: Type.Union([error, Type.Null()], { description: "Why it was not delivered." }),
    note: orNull("What is odd about an answer that was positive."),
    answer: orNull("The first 1 KiB of the answer."),
    address: orNull("Where it went, secrets masked; null when what is configured is no address."),
    posts: Type.Optional(Type.Array(post, { description: "What the bot posted in answer; only for the target bot." })),
    request,
    curl: Type.String({ description: "The line for a shell that makes the same request; secrets are masked by …" }),
  },
  { $id: "ChannelTest", ...strict, description: "A test of a channel: one attempt." },
);

export type ChannelTestAnswer = Static<typeof channelTestAnswer>;

/** Administrators see the error text even if its code hides it from agents. Source: DEL-14. */
export function toChannelTestAnswer(tested: {
  readonly target: ChannelTestAnswer["target"];
  readonly outcome: OutboundOutcome;
  readonly request: RequestPreview;
  readonly posts?: readonly (BotContent | null)[];
}): ChannelTestAnswer {
  const { httpStatus, durationMs, failure, trace } = tested.outcome;
  const { headers, body } = tested.request;
  return {
    target: tested.target,
    delivered: failure === null,
    status: httpStatus,
    durationMs,
    error: failure && { code: failure.code, message: failure.message },
    note: trace.note,
    answer: trace.answer,
    address: trace.address,
    ...(tested.posts && { posts: tested.posts.map(toPost) }),
    request: { headers: { ...headers }, body },
    curl: toCurlLine(tested.request),
  };
}

const toPost = (says: BotContent | null): Static<typeof post> =>
  says === null
    ? { event: "INVITE_AGENT", type: null, text: null, buttons: [] }
    : {
        event: "BOT_MESSAGE",
        type: says.type,
        text: says.text,
        buttons: (says.buttons ?? []).map(({ text }) => text),
      };
