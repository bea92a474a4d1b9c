import Type from "typebox";
import type { KeyedRequests } from "../../actors/idempotency.ts";
import { parseCustomerMessage } from "../../codec/a-customer/customer-message.ts";
import type { CustomerMessage } from "../../codec/a-customer/customer-message.types.ts";
import { mediaTypes } from "../../codec/text/media-types.ts";
import { httpUrlPattern, urlLengthMax } from "../../codec/text/url-length.ts";
import type { Limits } from "../../config/limits.ts";
import { ERROR_MESSAGE } from "../../core/errors.ts";
import { clientConversation } from "../../core/ids.ts";
import type { Failure, Result } from "../../core/result.ts";
import type { CustomerInbox, CustomerRequest } from "../../domain/chat/customer-inbox.ts";
import { readOpenChatId } from "../../domain/client/client-queries.ts";
import type { ChannelEntry } from "../../domain/directory.ts";
import type { BodyParser } from "../../ports/body-parser.ts";
import type { StoredRows } from "../../ports/store.ts";
import type { HttpExchange } from "../http/http-exchange.ts";
import type { DiskFloors } from "../limits/disk-floors.ts";
import type { RateLimiter } from "../limits/rate-limiter.ts";
import type { OperationDoc } from "../server/operation.ts";
import type { Handler, Route } from "../server/router.ts";
import type { SurfaceA } from "./channel-admission.ts";
import { admitToChannel } from "./channel-admission.ts";
import type { PostLine } from "./checked-post.ts";
import { BodyTurns, CheckedPost } from "./checked-post.ts";

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
}): Route {
  const { surface, intake, bodyParser, keyedRequests, limits } = parts;
  const turns = new BodyTurns((body) => parseCustomerMessage(body, limits), bodyParser, limits);
  const line = { turns, keyedRequests, limits, accepted };
  const handle: Handler = (exchange, parameters) => {
    const entry = admitToChannel(surface, exchange, parameters, allow);
    if (entry !== null) new CustomerPost(exchange, entry, line, intake).run();
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
  request: { schema: customerMessage },
  answer: { status: 200, description: "The message is stored and on its way to the agents.", schema: resultOk },
  failures: ["access_denied", "conflict"],
};
