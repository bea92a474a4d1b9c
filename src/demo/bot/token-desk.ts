import { randomBytes, timingSafeEqual } from "node:crypto";
import type { Clock } from "../../ports/clock.ts";

/** The credentials that the service presents to get an access token. */
export interface BotAccount {
  readonly clientId: string;
  readonly clientSecret: string;
}

interface TokenAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Short, so that the service needs more than one token during a demo. */
const tokenLifetimeMs = 8_000;

/**
 * The bot's OAuth token endpoint. It exchanges a secret for an access token that is valid for 8 s. Source: AUTH-08, RFC 6749
 * section 4.4.
 */
export class TokenDesk {
  readonly #account: BotAccount;
  readonly #clock: Clock;
  readonly #expiries = new Map<string, number>();
  #issued = 0;

  constructor(account: BotAccount, clock: Clock) {
    this.#account = account;
    this.#clock = clock;
  }

  /** The number of issued tokens. */
  get issuedCount(): number {
    return this.#issued;
  }

  /** Checks the form of a token request and returns the answer. */
  issue(form: URLSearchParams): TokenAnswer {
    if (form.get("grant_type") !== "client_credentials") {
      return { status: 400, body: { error: "unsupported_grant_type" } };
    }
    const { clientId, clientSecret } = this.#account;
    if (!isEqual(form.get("client_id"), clientId) || !isEqual(form.get("client_secret"), clientSecret)) {
      return { status: 401, body: { error: "invalid_client" } };
    }
    const accessToken = randomBytes(24).toString("base64url");
    this.#forgetExpired();
    this.#expiries.set(accessToken, this.#clock.nowMs() + tokenLifetimeMs);
    this.#issued += 1;
    return {
      status: 200,
      body: { access_token: accessToken, token_type: "Bearer", expires_in: tokenLifetimeMs / 1000 },
    };
  }

  /** Whether this token was issued here and has not expired. */
  isCurrent(accessToken: string): boolean {
    return (this.#expiries.get(accessToken) ?? 0) > this.#clock.nowMs();
  }

  #forgetExpired(): void {
    const nowMs = this.#clock.nowMs();
    for (const [accessToken, atMs] of this.#expiries) if (atMs <= nowMs) this.#expiries.delete(accessToken);
  }
}

function isEqual(given: string | null, expected: string): boolean {
  const [one, other] = [Buffer.from(given ?? ""), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
