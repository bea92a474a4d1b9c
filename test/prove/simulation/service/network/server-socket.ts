/** Callbacks of the other end of a socket. */
export interface SocketPeer {
  frame(text: string): void;
  ping(): void;
  closed(code: number): void;
}

export interface SocketTopics {
  publish(topic: string, frame: string, except: ServerSocket | null): void;
}

const closedWithoutWord = 1006;

/** The parts of uWebSockets.js's socket object that the service uses. After the socket has ended, every call throws. */
export class ServerSocket {
  readonly topics = new Set<string>();
  readonly #userData: object;
  readonly #peer: SocketPeer;
  readonly #all: SocketTopics;
  readonly #onClose: (socket: ServerSocket, code: number) => void;
  #isOver = false;

  constructor(
    userData: object,
    peer: SocketPeer,
    all: SocketTopics,
    onClose: (socket: ServerSocket, code: number) => void,
  ) {
    this.#userData = userData;
    this.#peer = peer;
    this.#all = all;
    this.#onClose = onClose;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Also works inside the close callback. */
  getUserData(): object {
    return this.#userData;
  }

  send(frame: string | Uint8Array): number {
    this.#live();
    this.#peer.frame(typeof frame === "string" ? frame : Buffer.from(frame).toString());
    return 1;
  }

  getBufferedAmount(): number {
    this.#live();
    return 0;
  }

  ping(): number {
    this.#live();
    this.#peer.ping();
    return 1;
  }

  subscribe(topic: string): boolean {
    this.#live();
    this.topics.add(topic);
    return true;
  }

  unsubscribe(topic: string): boolean {
    this.#live();
    return this.topics.delete(topic);
  }

  publish(topic: string, frame: string): boolean {
    this.#live();
    this.#all.publish(topic, frame, this);
    return true;
  }

  end(code = 1000): void {
    this.#live();
    this.finish(code);
  }

  close(): void {
    this.#live();
    this.finish(closedWithoutWord);
  }

  /** Ends the socket, no matter which side closed it. */
  finish(code: number): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#peer.closed(code);
    this.#onClose(this, code);
  }

  #live(): void {
    if (this.#isOver) throw new Error("uWS.WebSocket must not be accessed after its close");
  }
}
