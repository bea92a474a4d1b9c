import type { ChannelSettings } from "../../../machines/channel/channel.types.ts";
import type { KeyedRequest, KeyedRequests } from "../../actors/idempotency.ts";
import type { IdempotencyMark } from "../../actors/pending.ts";
import type { Limits } from "../../config/limits.ts";
import type { Failure, Result } from "../../core/result.ts";
import type { CustomerRequest } from "../../domain/chat/customer-inbox.ts";
import type { ParsedBody } from "../../ports/body-parser.ts";
import type { Answer } from "../answer/answer.ts";
import type { BodyTurns, InTurn } from "../body/body-turns.ts";
import type { HttpExchange } from "../http/http-exchange.ts";
import { readIdempotencyKey } from "../idempotency/idempotency-key.ts";

/** What all posts to one address share. */
export interface PostLine<Parsed> {
  readonly turns: BodyTurns<Parsed>;
  /** Null for an address that takes no `Idempotency-Key`. */
  readonly keyedRequests: KeyedRequests | null;
  readonly limits: Limits;
  readonly accepted: Answer;
}

/** The channel of a post, as its checks know it. */
interface PostEntry {
  readonly settings: ChannelSettings;
}

/**
 * One posted message. Its methods are the checks of ERR-17, from top to bottom, after the route has let the request in: the address, the
 * method, the credentials and the rate of the channel or token. Messages of a channel are processed in the order in which their bodies were
 * complete, even if a worker parses some of them. Every failure is answered once; except perhaps after a 504, nothing was stored then.
 * Source: ERR-16, ERR-17.
 */
export abstract class CheckedPost<Entry extends PostEntry, Parsed, Message> implements InTurn<Parsed>, KeyedRequest {
  readonly exchange: HttpExchange;
  readonly entry: Entry;
  /** Of the body; empty while nobody needs it. */
  protected fingerprint = "";
  readonly #line: PostLine<Parsed>;
  #key: string | undefined;
  #mark: IdempotencyMark | undefined;
  #parsed: Result<Parsed> = unread;

  constructor(exchange: HttpExchange, entry: Entry, line: PostLine<Parsed>) {
    this.exchange = exchange;
    this.entry = entry;
    this.#line = line;
  }

  /** The key, what needs no body, then the compression and the size of the body. Call it before the handler returns. */
  run(): void {
    const { limits, turns } = this.#line;
    // A repeat of a message that was answered 200 is answered 200 again, also if the channel is disabled now.
    const refusal = this.#readKey() ?? (this.#key === undefined ? this.refuseUnread() : null);
    if (refusal === null) this.exchange.onBody(limits.bodyBytesMax, (body) => turns.take(this, body));
    else this.refuse(refusal);
  }

  #readKey(): Failure | null {
    if (this.#line.keyedRequests === null) return null;
    const key = readIdempotencyKey(this.exchange);
    if (!key.ok) return key.failure;
    this.#key = key.value;
    return null;
  }

  get queue(): string {
    return this.entry.settings.id;
  }

  get needsFingerprint(): boolean {
    return this.#key !== undefined;
  }

  /** In the turn of its body: a request with a key is carried out once. Source: DEL-29, DEL-30. */
  takeParsed({ parsed, fingerprint }: ParsedBody<Parsed>): void | Promise<void> {
    this.#parsed = parsed;
    this.fingerprint = fingerprint ?? "";
    const { keyedRequests } = this.#line;
    if (this.#key === undefined || keyedRequests === null) return this.carryOut(ignored);
    this.#mark = { scope: this.keyScope(), key: this.#key, fingerprint: this.fingerprint };
    return keyedRequests.run(this.#mark, this);
  }

  /** The fields, the chat, and the rate of the sender; then the commit. A returned promise resolves when the next message may follow. */
  carryOut(ended: (isKept: boolean) => void): void | Promise<void> {
    const checked = this.check(this.#parsed);
    if (checked instanceof Promise) return checked.then((later) => this.#transmit(later, ended));
    this.#transmit(checked, ended);
  }

  #transmit(checked: Result<Message>, ended: (isKept: boolean) => void): void {
    if (!checked.ok) {
      this.refuse(checked.failure);
      ended(false);
      return;
    }
    const { requestId } = this.exchange;
    const request = this.#mark === undefined ? { requestId } : { requestId, idempotency: this.#mark };
    this.transmit(checked.value, request, (received) => {
      if (received.ok) this.repeat();
      else this.refuse(received.failure);
      ended(received.ok);
    });
  }

  repeat(): void {
    this.exchange.answer(200, this.#line.accepted);
  }

  fail(error: unknown): void {
    this.exchange.answerDefect(error);
  }

  /** Keys of different scopes are different. */
  protected abstract keyScope(): string;
  /** What is refused before the body is read, if the request is no repeat. */
  protected abstract refuseUnread(): Failure | null;
  protected abstract check(parsed: Result<Parsed>): Result<Message> | Promise<Result<Message>>;
  /** Calls `done` once: after the durable commit, or with a failure. */
  protected abstract transmit(message: Message, request: CustomerRequest, done: (received: Result<void>) => void): void;
  abstract refuse(failure: Failure): void;
}

const unread: Result<never> = { ok: false, failure: { code: "internal_error", message: "The body was not read." } };
const ignored = (): void => undefined;
