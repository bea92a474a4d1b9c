import { setTimeout as pause } from "node:timers/promises";
import { bytesOf } from "../../files/upload-parts.ts";
import type { Ending } from "../../harness/temporary-folder.ts";
import { Visitor } from "../../system/harness/people/visitor.ts";
import type { Installation } from "../../system/harness/service/installation.ts";
import { sendFile } from "../../visitors/visitor-file.ts";
import { widgetId } from "./mixed-world.ts";

/** The responses that a visitor received. */
export interface PageHistory {
  /** The visitor's number on the desk. */
  readonly number: number;
  /** Texts answered with `done`, in order. */
  readonly said: readonly string[];
  /** Addresses of files answered with 201, each with its bytes. */
  readonly files: ReadonlyMap<string, Buffer<ArrayBuffer>>;
}

const fileBytesMin = 1_000;
const fileBytesMax = 200_000;

/** Visitors on pages with the widget. They send messages and files in turn, and repeat each under one id until it is answered. */
export class PageWork {
  readonly pages: PageHistory[] = [];
  readonly #t: Ending;
  readonly #installation: Installation;
  readonly #random: () => number;
  #isOver = false;

  constructor(t: Ending, installation: Installation, random: () => number) {
    this.#t = t;
    this.#installation = installation;
    this.#random = random;
  }

  stop(): void {
    this.#isOver = true;
  }

  async run(name: string): Promise<void> {
    const visitor = new Visitor(this.#t, this.#installation, widgetId);
    const { visitor: secret, number } = await visitor.enter();
    const said: string[] = [];
    const files = new Map<string, Buffer<ArrayBuffer>>();
    this.pages.push({ number, said, files });
    for (let round = 1; !this.#isOver; round += 1) {
      const text = `${name} says ${round}`;
      const { type, reason } = await visitor.insist({ type: "message", text });
      if (type !== "done") throw new Error(`Expected done for "${text}", got ${type} ${reason}`);
      said.push(text);
      const bytes = bytesOf(Math.floor(fileBytesMin + this.#random() * (fileBytesMax - fileBytesMin)), number + round);
      files.set(await this.#send(secret, `${name}-${round}`, bytes), bytes);
    }
  }

  /** Sends a file until it is stored. Returns its address. */
  async #send(visitor: string, id: string, bytes: Buffer<ArrayBuffer>): Promise<string> {
    for (;;) {
      await this.#installation.whenServing();
      const answer = await sendFile(this.#installation, bytes, { visitor, id, widget: widgetId }).catch(() => null);
      if (answer?.status === 201) return answer.body.file;
      if (answer !== null && answer.status < 500) throw new Error(`Expected 201 for ${id}, got ${answer.status}`);
      await pause(5);
    }
  }
}

/** The calls that visitors requested, and their results. */
export class CallWork {
  /** Phone numbers whose call was answered with `done`, or existed when the visitor returned. */
  readonly answered: string[] = [];
  readonly #t: Ending;
  readonly #installation: Installation;

  constructor(t: Ending, installation: Installation) {
    this.#t = t;
    this.#installation = installation;
  }

  /** Another visitor requests a call, again and again until the call exists. */
  async ring(phone: string): Promise<void> {
    const visitor = new Visitor(this.#t, this.#installation, widgetId);
    await visitor.enter();
    for (;;) {
      const answer = await visitor.ask({ type: "call", phone });
      if (answer?.type === "done") break;
      if (answer?.type === "failed" && answer.retryAfter === undefined) throw new Error(answer.reason);
      if ((await visitor.enter()).chat?.call != null) break;
    }
    this.answered.push(phone);
  }
}
