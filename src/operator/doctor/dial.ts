import type { LookupFunction } from "node:net";
import { connect, isIP } from "node:net";
import type { TLSSocket } from "node:tls";
import { connect as connectTls } from "node:tls";
import { systemClock } from "../../core/clock.ts";
import type { Place } from "./targets.ts";

export type Dialled =
  /** `validToMs`: the end of its certificate; `null` where none was shown. */
  | { readonly kind: "reached"; readonly validToMs: number | null }
  | { readonly kind: "silent"; readonly isConnected: boolean; readonly withinMs: number }
  | { readonly kind: "untrusted"; readonly code: string; readonly validFromMs: number; readonly validToMs: number }
  /** `code`: what the system or the TLS library says. */
  | { readonly kind: "failed"; readonly code: string };

/** Connects, with TLS where it is spoken at once, and hangs up. Nothing is sent over it; it has so long for all. */
export function dial(
  { hostname, port, tls }: Place,
  { lookup, withinMs }: { readonly lookup: LookupFunction | null; readonly withinMs: number },
): Promise<Dialled> {
  return new Promise((resolve) => {
    const isTls = tls === "at once";
    const options = { host: hostname, port, ...(lookup === null ? {} : { lookup }) };
    const name = isIP(hostname) === 0 ? { servername: hostname } : {};
    // Whether the certificate is trusted is asked below: an untrusted one is to be looked at before the end.
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
    // Not "once": what fails while it ends would end this process.
    socket.on("error", (error) => end({ kind: "failed", code: String(Object(error).code ?? error.message) }));
    socket.once("connect", () => {
      isConnected = true;
      if (!isTls) end({ kind: "reached", validToMs: null });
    });
    socket.once("secureConnect", () => end(judge(socket as TLSSocket)));
  });
}

/** The socket is one of TLS: no other says `secureConnect`. */
function judge(socket: TLSSocket): Dialled {
  const { valid_from, valid_to } = socket.getPeerCertificate();
  const [validFromMs, validToMs] = [Date.parse(valid_from), Date.parse(valid_to)];
  if (socket.authorized) return { kind: "reached", validToMs };
  // The library says the code here, in spite of the type.
  return { kind: "untrusted", code: String(socket.authorizationError), validFromMs, validToMs };
}
