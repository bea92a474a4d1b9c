import { encodeBeatAnswer, encodeErrorFrame } from "../../codec/inspect/inspect-answer-frame.ts";
import type { InspectFrame } from "../../codec/inspect/inspect-frame.ts";
import { parseInspectFrame, refuseWatchedKeys } from "../../codec/inspect/inspect-frame.ts";
import type { InspectorPeer } from "../../ports/inspector.ts";
import type { HttpExchange } from "../http/http-exchange.ts";
import type { InspectParts } from "../routes/inspect/inspect-parts.ts";
import type { HttpServer } from "../server/server.ts";
import type { CloseCode } from "./close-codes.ts";
import { closeCodes } from "./close-codes.ts";
import type { Heartbeat } from "./heartbeat.ts";
import { createHeartbeat } from "./heartbeat.ts";
import { admitInspector, refuseToStay } from "./inspect-admission.ts";
import type { InspectHolder } from "./inspect-link.ts";
import { InspectLink } from "./inspect-link.ts";
import { refuseUnreadable } from "./unreadable-frame.ts";

/** Bytes of one frame: inspectors of others send whole definitions and contexts. */
const frameBytesMax = 256 * 1024;
/** What may be sent in one go to a watcher that was not too slow yet. */
const lastFramesBytesMax = 8 * 1024 * 1024;
/** How much longer than allowed a frame may be to be refused with a reason; the server underneath gives none. */
const readFrameFactor = 4;
/** Frames of one socket that are not taken, before it is cut. */
const badFramesMax = 100;

/** Every live socket of an inspector. */
export class InspectSockets {
  readonly #parts: InspectParts;
  readonly #heartbeat: Heartbeat;
  readonly #links = new Set<InspectLink>();
  #lastNumber = 0;

  constructor(parts: InspectParts) {
    this.#parts = parts;
    const { clock, limits, runtime } = parts;
    this.#heartbeat = createHeartbeat({ clock, silenceMs: limits.socketSilenceMs });
    runtime.directory.onAgentChange(() => this.#review());
  }

  /** Serves `/ws/inspect`. */
  register(server: Pick<HttpServer, "ws">): void {
    const { limits } = this.#parts;
    server.ws<InspectHolder>("/ws/inspect", {
      maxPayloadLength: frameBytesMax * readFrameFactor,
      // The hub cuts who is slow, with a reason, long before this.
      maxBackpressure: limits.socketBackpressureBytesMax + lastFramesBytesMax,
      closeOnBackpressureLimit: true,
      // Its timer is too coarse; see the heartbeat.
      idleTimeout: 0,
      sendPingsAutomatically: false,
      accept: (exchange, search) => this.#accept(exchange, search),
      open: (socket) => {
        const { link } = socket.getUserData();
        link.attach(socket);
        this.#opened(link);
      },
      message: (socket, frame, isBinary) => this.#received(socket.getUserData().link, new Uint8Array(frame), isBinary),
      pong: (socket) => {
        socket.getUserData().link.silentRounds = 0;
      },
      drain: (socket) => this.#drained(socket.getUserData().link),
      close: (socket) => this.#closed(socket.getUserData().link),
    });
  }

  /** The service stops. */
  closeAll(): void {
    for (const link of this.#links) link.end(closeCodes.goingAway, "The service is shutting down.");
  }

  #accept(exchange: HttpExchange, search: string): InspectHolder | null {
    const caller = admitInspector(this.#parts, exchange);
    if (!caller.ok) {
      exchange.answerFailure(caller.failure);
      return null;
    }
    exchange.subject = `agent/${caller.value.agentId}`;
    const keys = new URLSearchParams(search).getAll("watch").filter((key) => key !== "");
    const refusal = refuseWatchedKeys("Parameter", keys);
    if (refusal !== null) {
      exchange.answerFailure({ code: "invalid_request", message: refusal });
      return null;
    }
    this.#lastNumber += 1;
    return { link: new InspectLink(`${this.#parts.processId}.inspect.${this.#lastNumber}`, caller.value, keys) };
  }

  #opened(link: InspectLink): void {
    link.seat = this.#parts.inspector.enter(this.#peerOf(link));
    this.#links.add(link);
    if (link.seat === null) {
      link.end(closeCodes.tryAgainLater, "Too many inspectors are connected.");
      return;
    }
    link.onBeat = () => void this.#mayStay(link);
    this.#heartbeat.add(link);
    link.seat.watch(link.watchedFirst, null);
  }

  #peerOf(link: InspectLink): InspectorPeer {
    return {
      get waitingBytes() {
        return link.waitingBytes;
      },
      send: (frame) => {
        if (this.#mayStay(link)) link.send(frame);
      },
      cut: (reason) => this.#cut(link, reason),
    };
  }

  /**
   * The reason is told behind what waits. Whoever does not take that within a while never sees it: a socket that was ended
   * would wait for its peer for good.
   */
  #cut(link: InspectLink, reason: string): void {
    const { clock, limits } = this.#parts;
    link.cutReason = reason;
    this.#heartbeat.remove(link);
    link.cutWake = clock.wakeAt(clock.nowMs() + limits.requestTimeoutMs, () => link.drop());
  }

  #drained(link: InspectLink): void {
    if (link.cutReason !== null && link.waitingBytes === 0) this.#end(link, closeCodes.tooSlow, link.cutReason);
  }

  #end(link: InspectLink, code: CloseCode, reason: string): void {
    link.seat?.leave();
    link.seat = null;
    link.end(code, reason);
  }

  #closed(link: InspectLink): void {
    link.detach();
    link.cutWake?.cancel();
    link.seat?.leave();
    link.seat = null;
    this.#links.delete(link);
    this.#heartbeat.remove(link);
  }

  /** Ends a socket whose session has ended, or whose agent is no administrator any more; answers whether it goes on. */
  #mayStay(link: InspectLink): boolean {
    const refusal = refuseToStay(this.#parts, link.caller);
    if (refusal !== null) this.#end(link, closeCodes.badToken, refusal);
    return refusal === null;
  }

  #review(): void {
    for (const link of this.#links) this.#mayStay(link);
  }

  #received(link: InspectLink, bytes: Uint8Array, isBinary: boolean): void {
    if (link.seat === null || !this.#mayStay(link)) return;
    const refusal = refuseUnreadable(bytes, isBinary, { frameBytesMax });
    if (refusal !== null) {
      this.#end(link, refusal.code, refusal.reason);
      return;
    }
    const parsed = parseInspectFrame(bytes, this.#parts.limits);
    const mistake = parsed.ok ? this.#carryOut(link, parsed.value) : parsed.failure.message;
    if (mistake !== null) this.#refuse(link, mistake);
  }

  /** Answers why nothing was done, or null. */
  #carryOut(link: InspectLink, frame: InspectFrame): string | null {
    if (frame.type === "beat") link.send(encodeBeatAnswer());
    else if (frame.type === "watch") link.seat?.watch(frame.watch, frame.since ?? null);
    else return link.seat?.feed(frame) ?? null;
    return null;
  }

  /** Somebody who is looking for a mistake has some time to find it. */
  #refuse(link: InspectLink, message: string): void {
    link.badFrames += 1;
    link.send(encodeErrorFrame(message));
    if (link.badFrames > badFramesMax)
      this.#end(link, closeCodes.badFrame, `More than ${badFramesMax} frames were wrong; the last one: ${message}`);
  }
}
