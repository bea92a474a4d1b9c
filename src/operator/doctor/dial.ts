import type { LookupFunction } from "node:net";
import { connect, isIP } from "node:net";
import type { TLSSocket } from "node:tls";
import { connect as connectTls } from "node:tls";
import { systemClock } from "../../core/clock.ts";
import type { Place } from "./targets.ts";

export type Dialled =
  /** `validToMs` is the end of the certificate, `null` without a certificate. */
  | { readonly kind: "reached"; readonly validToMs: number | null }
  | { readonly kind: "silent"; readonly isConnected: boolean; readonly withinMs: number }
  | { readonly kind: "untrusted"; readonly code: string; readonly validFromMs: number; readonly validToMs: number }
  /** `code` is the error code of the system or of the TLS library. */
  | { readonly kind: "failed"; readonly code: string };

/** Connects, with TLS where the protocol begins with it, and disconnects. Nothing is sent. The time limit covers all steps. */
export function dial(
  { hostname, port, tls }: Place,
  { lookup, withinMs }: { readonly lookup: LookupFunction | null; readonly withinMs: number },
): Promise<Dialled> {
  return new Promise((resolve) => {
    const isTls = tls === "at once";
    const options = { host: hostname, port, ...(lookup === null ? {} : { lookup }) };
    const name = isIP(hostname) === 0 ? { servername: hostname } : {};
    // The code below checks whether the certificate is trusted. An untrusted one has to be read before the connection ends.
    const socket = isTls ? connectTls({ ...options, ...name, rejectUnauthorized: false }) : connect(options);
    let isConnected = false;
    const end = (dialled: Dialled): void => {
      bound.cancel();
      socket.destroy();
      resolve(dialled);
    };
    const bound = systemClock.wakeAt(systemClock.nowMs() + withinMs, () =>
      end({ kind: "silent", isConnected, withinMs }),
    );
    // Not `once`: a second error while the socket closes would end this process.
    socket.on("error", (error) => end({ kind: "failed", code: String(Object(error).code ?? error.message) }));
    socket.once("connect", () => {
      isConnected = true;
      if (!isTls) end({ kind: "reached", validToMs: null });
    });
    socket.once("secureConnect", () => end(judge(socket as TLSSocket)));
  });
}

/** The socket uses TLS, because only such a socket emits `secureConnect`. */
function judge(socket: TLSSocket): Dialled {
  const { valid_from, valid_to } = socket.getPeerCertificate();
  const [validFromMs, validToMs] = [Date.parse(valid_from), Date.parse(valid_to)];
  if (socket.authorized) return { kind: "reached", validToMs };
  // The library puts the code here, although the type says otherwise.
  return { kind: "untrusted", code: String(socket.authorizationError), validFromMs, validToMs };
}
