import { createHmac, timingSafeEqual } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";

/** A request that Parley refused, or a socket that Parley closed for good. */
export class ParleyError extends Error {
  constructor(status, { code = "unknown", message = `Parley answered ${status}.` } = {}, headers = new Headers()) {
    super(message);
    this.name = "ParleyError";
    this.status = status;
    this.code = code;
    this.requestId = headers.get("x-request-id");
    this.retryAfterSeconds = Number(headers.get("retry-after") ?? 0);
  }
}

/** The link is taken for dead when the service does not answer within this time. */
const beatMs = 20_000;

/** With these codes, another connection would be refused too. */
const isFinal = (code) => code >= 4400 && code <= 4404;

const isJson = (type) => type === "application/json";

/** How the body of this type is read. */
const kindOf = (type) => {
  if (isJson(type)) return "json";
  return type?.startsWith("text/") ? "text" : "blob";
};

export class Parley {
  #url;
  #key;

  constructor({ url, key }) {
    this.#url = url;
    this.#key = key;
  }

  async request(operation, { path = {}, query = {}, body, contentType = "application/json", ...more } = {}) {
    const [method, template] = operation.split(" ");
    const address = new URL(
      template.replace(/\{(\w+)\}/g, (_, name) => {
        if (path[name] === undefined) throw new TypeError(`${operation} needs path.${name}.`);
        return encodeURIComponent(path[name]);
      }),
      this.#url,
    );
    for (const [name, value] of Object.entries(query)) if (value !== undefined) address.searchParams.set(name, value);
    const answer = await fetch(address, {
      method,
      headers: {
        authorization: `Bearer ${this.#key}`,
        ...(body !== undefined && { "content-type": contentType }),
        ...(more.idempotencyKey !== undefined && { "idempotency-key": more.idempotencyKey }),
      },
      ...(body !== undefined && { body: isJson(contentType) ? JSON.stringify(body) : body }),
      signal: more.signal ?? null,
    });
    const type = answer.headers.get("content-type");
    const value = await answer[kindOf(type)]();
    if (!answer.ok) throw new ParleyError(answer.status, value?.error, answer.headers);
    return answer.status === 204 ? undefined : value;
  }

  async *follow({ since, signal, retryMsMax = 30_000 } = {}) {
    let cursor = since;
    for (let failures = 0; signal?.aborted !== true; failures += 1) {
      for await (const frame of this.#framesOf(cursor, signal)) {
        failures = 0;
        yield frame;
        // A frame whose work failed is sent again, because the cursor moves only when the next frame is asked for.
        if (typeof frame.cursor === "number") cursor = frame.cursor;
      }
      const waitMs = Math.min(retryMsMax, 500 * 2 ** failures) * (0.5 + Math.random() / 2);
      await delay(waitMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Yields the frames of one connection, to its end. Throws if another connection would be refused too. */
  async *#framesOf(cursor, signal) {
    const socket = new WebSocket(new URL("/ws/desk", this.#url.replace(/^http/, "ws")));
    const queue = [];
    let wake = () => undefined;
    let isAsked = false;
    const put = (event) => {
      isAsked = false;
      queue.push(event);
      wake();
    };
    const beat = setInterval(() => {
      if (isAsked) put({ type: "close", code: 1006 });
      else if (socket.readyState === WebSocket.OPEN) socket.send('{"type":"beat"}');
      isAsked = true;
    }, beatMs);
    const close = () => socket.close();
    signal?.addEventListener("abort", close);
    const hello = { type: "hello", token: this.#key, ...(cursor !== undefined && { since: cursor }) };
    socket.addEventListener("open", () => socket.send(JSON.stringify(hello)));
    socket.addEventListener("message", put);
    socket.addEventListener("close", put);
    try {
      for (;;) {
        while (queue.length === 0) await new Promise((resolve) => (wake = resolve));
        const event = queue.shift();
        if (isFinal(event.code)) throw new ParleyError(event.code, { code: "socket_closed", message: event.reason });
        if (event.type === "close") return;
        const frame = JSON.parse(event.data);
        if (frame.type !== "beat") yield frame;
      }
    } finally {
      clearInterval(beat);
      signal?.removeEventListener("abort", close);
      socket.close();
    }
  }
}

const toleranceSeconds = 300;

/** Whether Parley has signed the request. `body` is what came, byte for byte. Source: https://www.standardwebhooks.com */
export function isSigned({ secret, headers, body, nowMs = Date.now() }) {
  const header = (name) => (headers instanceof Headers ? headers.get(name) : headers[name]) ?? "";
  const [id, at] = [header("webhook-id"), header("webhook-timestamp")];
  if (!(Math.abs(nowMs / 1000 - Number(at)) <= toleranceSeconds) || at === "") return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const ours = Buffer.from(`v1,${createHmac("sha256", key).update(`${id}.${at}.`).update(body).digest("base64")}`);
  return header("webhook-signature")
    .split(" ")
    .map((one) => Buffer.from(one))
    .some((one) => one.length === ours.length && timingSafeEqual(one, ours));
}
