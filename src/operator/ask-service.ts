import type { IncomingMessage } from "node:http";
import { request } from "node:http";
import type { Socket } from "node:net";
import { connect } from "node:net";
import { connect as connectTls } from "node:tls";
import { parseJson } from "../codec/json/json.ts";
import type { OperatorEntry } from "./operator-file.ts";

const answerTimeoutMs = 10_000;
const answerCharactersMax = 1_000_000;

export interface ServiceAnswer {
  readonly status: number;
  /** The JSON of the response. Undefined when the response is not JSON. */
  readonly body: unknown;
}

/** No service accepted the request, so the caller can repeat it. */
export class NotReachedError extends Error {
  override readonly name = "NotReachedError";
}

/** No service accepted the request, and a repeat would not help. */
export class StrangerError extends NotReachedError {}

/**
 * Sends one request to the service that wrote the entry. Rejects with `NotReachedError` when the request was not sent, and with
 * another error when the service may have carried it out.
 */
export async function askService(
  entry: OperatorEntry,
  method: string,
  path: string,
  body?: object,
): Promise<ServiceAnswer> {
  return readWhole(await sendToService(entry, method, path, body));
}

/** Sends one request whose response is long. The caller reads the response as a stream, which ends with an error when it is incomplete. */
export async function sendToService(
  entry: OperatorEntry,
  method: string,
  path: string,
  body?: object,
): Promise<IncomingMessage> {
  const socket = await connectTo(entry);
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        createConnection: () => socket,
        host: new URL(entry.url).host,
        method,
        path,
        headers: { Authorization: `Bearer ${entry.token}`, Connection: "close" },
        timeout: answerTimeoutMs,
      },
      resolve,
    );
    asked.on("timeout", () => asked.destroy(new Error("no answer came in time")));
    asked.on("error", reject);
    asked.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** Reads a short response completely. */
export function readWhole(answer: IncomingMessage): Promise<ServiceAnswer> {
  return new Promise((resolve, reject) => {
    let text = "";
    answer.setEncoding("utf8");
    answer.on("data", (part: string) => {
      text += part;
      if (text.length > answerCharactersMax) answer.destroy(new Error("the answer is too long"));
    });
    answer.on("error", reject);
    answer.on("end", () => resolve({ status: answer.statusCode ?? 0, body: parse(text) }));
  });
}

/** Connects to the process that wrote the entry. With TLS, the certificate proves that it is that process. */
function connectTo({ url, certificate }: OperatorEntry): Promise<Socket> {
  const { hostname, port, protocol } = new URL(url);
  const host = dialled[hostname] ?? hostname.replace(/^\[|\]$/g, "");
  const isTls = protocol === "https:";
  const target = { host, port: Number(port || (isTls ? 443 : 80)), timeout: answerTimeoutMs };
  return new Promise((resolve, reject) => {
    const refuse = (reason: string): void => {
      socket.destroy();
      reject(new NotReachedError(`${url}: ${reason}`));
    };
    const refuseStranger = (): void => {
      socket.destroy();
      reject(new StrangerError(`${url} has another certificate than the service has reported`));
    };
    // The certificate names the public host. Here it must only be the certificate of the entry.
    const tls = isTls ? connectTls({ ...target, rejectUnauthorized: false }) : null;
    const socket = tls ?? connect(target);
    socket.once("error", (error) => refuse(error.message));
    socket.once("timeout", () => refuse("no connection came in time"));
    socket.once(tls === null ? "connect" : "secureConnect", () => {
      const shown = tls?.getPeerCertificate().fingerprint256 ?? null;
      if (shown !== certificate) return refuseStranger();
      socket.removeAllListeners("timeout");
      resolve(socket);
    });
  });
}

/** A service that listens on every address is reached on this machine. */
const dialled: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "[::]": "::1" };

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
