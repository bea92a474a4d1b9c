import Type from "typebox";
import type { KeyedRequests } from "../../actors/idempotency.ts";
import { parseCustomerMessage } from "../../codec/a-customer/customer-message.ts";
import type { CustomerMessage } from "../../codec/a-customer/customer-message.types.ts";
import type { Signature } from "../../codec/signatures/signature.ts";
import { isSignedWith } from "../../codec/signatures/signature.ts";
import { mediaTypes } from "../../codec/text/media-types.ts";
import { httpUrlPattern, urlLengthMax } from "../../codec/text/url-length.ts";
import type { Limits } from "../../config/limits.ts";
import { ERROR_MESSAGE } from "../../core/errors.ts";
import { clientConversation } from "../../core/ids.ts";
import type { Failure, Result } from "../../core/result.ts";
import { fail, ok } from "../../core/result.ts";
import type { CustomerInbox, CustomerRequest } from "../../domain/chat/customer-inbox.ts";
import { readOpenChatId } from "../../domain/client/client-queries.ts";
import type { ChannelEntry } from "../../domain/directory.ts";
import type { BodyParser } from "../../ports/body-parser.ts";
import type { Clock } from "../../ports/clock.ts";
import type { StoredRows } from "../../ports/store.ts";
import type { HttpExchange } from "../http/http-exchange.ts";
import type { DiskFloors } from "../limits/disk-floors.ts";
import type { RateLimiter } from "../limits/rate-limiter.ts";
import type { OperationDoc } from "../server/operation.ts";
import type { Handler, Route } from "../server/router.ts";
import type { SurfaceA } from "./channel-admission.ts";
import { admitToChannel } from "./channel-admission.ts";
import type { PostLine } from "./checked-post.ts";
import { BodyTurns, CheckedPost, keyPattern } from "./checked-post.ts";
import { TestFaults } from "./test-faults.ts";

/** Where messages of customers go after the checks of their channel. */
export interface CustomerIntake {
  readonly inbox: CustomerInbox;
  /** LIM-02. */
  readonly senderRate: RateLimiter;
  readonly floors: DiskFloors;
  readonly store: StoredRows;
}

const allow = { methods: ["post"], header: "POST" } as const;
const accepted = { body: '{"result":"ok"}' };
const disabled: Failure = { code: "access_denied", message: "This channel is disabled." };

/** `POST /chat-api/{random}/{publicId}`: a customer's message, answered 200 after its commit. Source: CH-14 to CH-20, DEL-29, ERR-17. */
export function customerMessageRoute(parts: {
  readonly surface: SurfaceA;
  readonly intake: CustomerIntake;
  /** Parses bodies over `inlineBodyBytesMax`. */
  readonly bodyParser: BodyParser<CustomerMessage>;
  readonly keyedRequests: KeyedRequests;
  readonly limits: Limits;
  readonly clock: Clock;
}): Route {
  const { surface, intake, bodyParser, keyedRequests, limits, clock } = parts;
  const turns = new BodyTurns((body) => parseCustomerMessage(body, limits), bodyParser, limits);
  const line = { turns, keyedRequests, limits, accepted, faults: new TestFaults() };
  const handle: Handler = (exchange, parameters) => {
    const entry = admitToChannel(surface, exchange, parameters, allow);
    if (entry === null) return;
    if (entry.settings.requireSignature) new SignedPost(exchange, entry, line, intake, clock).run();
    else new CustomerPost(exchange, entry, line, intake).run();
  };
  return {
    pattern: "/chat-api/:random/:publicId",
    gate: "load",
    methods: { post: handle },
    otherMethods: handle,
    docs: { post: customerMessageDoc },
  };
}

/** The checks of a customer's message from the disabled channel on, also of the built-in sample customer. Source: ERR-17. */
export class CustomerPost extends CheckedPost<ChannelEntry, CustomerMessage, CustomerMessage> {
  readonly #intake: CustomerIntake;

  constructor(exchange: HttpExchange, entry: ChannelEntry, line: PostLine<CustomerMessage>, intake: CustomerIntake) {
    super(exchange, entry, line);
    this.#intake = intake;
  }

  protected override refuseUnread(): Failure | null {
    return this.entry.settings.enabled ? null : disabled;
  }

  protected override check(
    parsed: Result<CustomerMessage>,
  ): Result<CustomerMessage> | Promise<Result<CustomerMessage>> {
    const { settings } = this.entry;
    if (!settings.enabled) return { ok: false, failure: disabled };
    if (!parsed.ok) return parsed;
    const { kind, senderId } = parsed.value;
    const { senderRate, floors, store } = this.#intake;
    const retryAfterSeconds = senderRate.take(`${settings.id}/${senderId}`);
    if (retryAfterSeconds > 0)
      return { ok: false, failure: { code: "rate_limited", message: ERROR_MESSAGE.rate_limited, retryAfterSeconds } };
    const refusing = floors.refuseMessage(
      async () =>
        kind === "message" && (await readOpenChatId(store, clientConversation(settings.id, senderId))) === null,
    );
    if (refusing === null) return parsed;
    if (!(refusing instanceof Promise)) return { ok: false, failure: refusing };
    return refusing.then((refusal) => (refusal === null ? parsed : { ok: false, failure: refusal }));
  }

  protected override transmit(
    message: CustomerMessage,
    request: CustomerRequest,
    done: (received: Result<void>) => void,
  ): void {
    this.#intake.inbox.receive(this.entry, message, request, done);
  }

  override refuse(failure: Failure): void {
    this.exchange.answerFailure(failure);
  }

  protected override textOf(message: CustomerMessage): string | null {
    return message.kind === "message" && message.content.type === "text" ? message.content.text : null;
  }

  protected override keyScope(): string {
    return `chat-api/${this.entry.settings.id}`;
  }
}

/** How far the time of a signed message may be from now. Source: AUTH-18, Standard Webhooks. */
const toleranceSeconds = 5 * 60;

/**
 * A message on a channel that demands signatures. The headers are checked before the body is read, the signature before anything looks at the
 * body. Source: AUTH-18.
 */
class SignedPost extends CustomerPost {
  readonly #clock: Clock;
  #signature: Signature = { id: "", timestamp: "", signatures: "" };

  constructor(
    exchange: HttpExchange,
    entry: ChannelEntry,
    line: PostLine<CustomerMessage>,
    intake: CustomerIntake,
    clock: Clock,
  ) {
    super(exchange, entry, line, intake);
    this.#clock = clock;
  }

  /** The signature covers `webhook-id` and no `Idempotency-Key`, so the id is the key: a recorded message that is sent again is a repeat. */
  protected override readKey(): Result<string> {
    const given = super.readKey();
    if (!given.ok) return given;
    for (const name of ["webhook-id", "webhook-timestamp", "webhook-signature"]) {
      const count = this.exchange.headerCount(name);
      if (count === 0) return unsigned(`Header ${name} is missing: this channel accepts only signed messages.`);
      if (count > 1) return unsigned(`Header ${name} must be sent once, got ${count} of them.`);
    }
    const [id, timestamp] = [this.exchange.header("webhook-id"), this.exchange.header("webhook-timestamp")];
    if (!keyPattern.test(id)) return unsigned("Header webhook-id must have 1 to 255 visible ASCII characters.");
    const wrongTime = explainTime(timestamp, this.#clock.nowMs());
    if (wrongTime !== null) return unsigned(wrongTime);
    if (given.value !== undefined && given.value !== id) return fail("invalid_request", twoKeys);
    this.#signature = { id, timestamp, signatures: this.exchange.header("webhook-signature") };
    return ok(id);
  }

  protected override refuseBody(body: Result<Uint8Array>): Failure | null {
    if (!body.ok) return null;
    const sent = { body: body.value, nowMs: this.#clock.nowMs() };
    return isSignedWith(this.entry.settings.incoming, this.#signature, sent) ? null : wrongSignature;
  }
}

const unsigned = (message: string): Result<never> => fail("unauthorized_client", message);
const wrongSignature: Failure = {
  code: "unauthorized_client",
  message:
    "Header webhook-signature is wrong: expected v1, and the base64 of the HMAC-SHA256 of {webhook-id}.{webhook-timestamp}.{body}, with the secret for messages of this channel.",
};
const twoKeys = "Header Idempotency-Key must be absent or equal to webhook-id: both say which messages are repeats.";

/** Returns why a message of that time is refused. */
function explainTime(timestamp: string, nowMs: number): string | null {
  if (!/^\d{1,15}$/.test(timestamp)) return "Header webhook-timestamp must be unix seconds in digits.";
  const age = Math.floor(nowMs / 1_000) - Number(timestamp);
  if (Math.abs(age) <= toleranceSeconds) return null;
  const where = age > 0 ? "before" : "after";
  return `Header webhook-timestamp is ${Math.abs(age)} s ${where} the time of this service, at most ${toleranceSeconds} s are allowed.`;
}

const resultOk = Type.Object({ result: Type.Literal("ok") }, { additionalProperties: false });

/** The handling of unusable optional fields. Source: CH-21, CH-36. */
const lenient =
  "The service drops a field that it cannot use, and cuts a text that is too long. The log of the channel has a warning for both.";

const text = (description: string) => Type.Optional(Type.String({ description }));

const sender = Type.Object(
  {
    id: Type.Union([Type.String({ maxLength: 255, pattern: "\\S" }), Type.Integer()], {
      description: "The id of the client in the customer system. Replies carry it in the same type.",
    }),
    name: text("The name of the client."),
    photo: text("The avatar of the client, an http or https URL."),
    url: text("The page that the client writes from."),
    phone: text("The phone number of the client."),
    email: text("The e-mail address of the client."),
    invite: text("The invitation that the client answers."),
  },
  { description: `The client who writes. ${lenient}` },
);

const id = { id: text("The id of the message in the customer system.") };
const degrees = (max: number) => Type.Number({ minimum: -max, maximum: max, description: "The angle in degrees." });
const count = (unit: string) => Type.Optional(Type.Integer({ minimum: 1, description: unit }));

const media = {
  file: Type.String({
    maxLength: urlLengthMax,
    pattern: httpUrlPattern,
    description: "The http or https URL of the media file.",
  }),
  thumb: text("The URL of a preview."),
  file_name: text("The name of the file."),
  file_size: count("The size of the file in bytes."),
  emoji: text("The emoji that a sticker shows."),
  title: text("The title of an audio file."),
  performer: text("The performer of an audio file."),
  duration: count("The duration in seconds."),
  width: count("The width in pixels."),
  height: count("The height in pixels."),
};
const fileTypes = mediaTypes.filter((type) => type !== "location");
const comment = text("The comment of the client.");

const message = Type.Union(
  [
    Type.Object({
      type: Type.Literal("text"),
      ...id,
      text: Type.String({ pattern: "\\S", description: "The text of the client: not blank." }),
    }),
    Type.Object({
      type: Type.Enum(fileTypes, { description: "The type of the message." }),
      ...id,
      ...media,
      text: comment,
    }),
    Type.Object({
      type: Type.Literal("location"),
      ...id,
      latitude: degrees(90),
      longitude: degrees(180),
      text: comment,
    }),
    Type.Object({
      type: Type.Enum(["typein", "typeout"], {
        description: "`typein`: the client types. `typeout`: the client has stopped.",
      }),
    }),
  ],
  { description: `The message. ${lenient}` },
);

/** Source: CH-17 to CH-57. */
const customerMessage = Type.Object(
  { sender, message },
  { $id: "CustomerMessage", description: "A message or a typing notice of a client." },
);

/** `POST /chat-api/{random}/{publicId}`. */
const customerMessageDoc: OperationDoc = {
  id: "postMessage",
  summary: "Receives a message of a client. The answer comes when the message is stored.",
  tag: "Chat API",
  access: "anyone",
  isIdempotent: true,
  isSigned: true,
  request: { schema: customerMessage },
  answer: { status: 200, description: "The message is stored and on its way to the agents.", schema: resultOk },
  failures: ["access_denied", "conflict", "unauthorized_client"],
};
