import { createHash } from "node:crypto";
import { WebSocket } from "ws";
import type { PageReport } from "../../load/day/day-orders.ts";
import { dayText } from "../../load/day/day-texts.ts";
import { sharedNowMs } from "../../load/day/shared-clock.ts";
import { widgetChannelId } from "../../load/service/service.ts";
import type { DayLog } from "./day-log.ts";

/** A file that a visitor sends. Its bytes are made from its name. */
interface PageFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Larger than a file that is stored in one piece with its message. */
const fileBytes = 20_000;

function makeFile(name: string): PageFile {
  const line = createHash("sha256").update(name).digest("hex");
  return { name, bytes: Buffer.from(line.repeat(Math.ceil(fileBytes / line.length))) };
}

/**
 * Returns the file's address, or the status of the refusal; `null` without an answer. The name is the file's id, so that a repeat
 * is the same message.
 */
async function postFile(
  url: string,
  visitor: string,
  { name, bytes }: PageFile,
): Promise<{ readonly file: string } | { readonly status: number | null }> {
  try {
    const response = await fetch(`${url}/widget/${widgetChannelId}/files?name=${name}&id=${name}`, {
      method: "POST",
      headers: { authorization: `Bearer ${visitor}`, "content-type": "text/plain" },
      body: new Uint8Array(bytes),
    });
    const body: unknown = await response.json();
    return response.status === 201 ? (body as { readonly file: string }) : { status: response.status };
  } catch {
    // The bench has killed the service on purpose.
    return { status: null };
  }
}

/** Returns whether the service returns the same bytes. The address may contain the service's URL from before the kill. */
async function isIntact(url: string, address: string, { bytes }: PageFile): Promise<boolean> {
  const response = await fetch(new URL(new URL(address).pathname, url));
  return response.ok && Buffer.from(await response.arrayBuffer()).equals(bytes);
}

interface Pending {
  readonly dueAtMs: number;
  readonly frame: string;
}

interface PendingFile {
  readonly dueAtMs: number;
  readonly file: PageFile;
}

interface Frame {
  readonly type: string;
  readonly reason?: string;
  readonly visitor?: string;
  readonly chatId?: string;
  readonly message?: { readonly seq: number };
}

const patienceMs = 20_000;
const page = { url: "https://shop.example/wheels", title: "Wheels" };

/** A page with the widget. It writes one message after the other, and connects again with what it remembers. */
export class VisitorPage {
  readonly name: string;
  readonly #log: DayLog;
  readonly #heard: { chatId: string; seq: number; atMs: number }[] = [];
  readonly #known = new Set<string>();
  #visitor: string | null = null;
  /** Its last chat, and the last position that it has read there. */
  #place: { readonly chat: string; readonly since: number } | null = null;
  #pending: Pending | null = null;
  #socket: WebSocket | null = null;
  #pendingFile: PendingFile | null = null;
  readonly #files: { readonly file: PageFile; readonly address: string }[] = [];
  readonly #intact = new Set<string>();
  #url = "";
  #sent = 0;
  #answered = 0;

  constructor(name: string, log: DayLog) {
    this.name = name;
    this.#log = log;
  }

  /**
   * Sends messages without an answer again. Resolves when the service has sent `ready`, and has the page's pending file if there
   * is one.
   */
  async open(url: string): Promise<void> {
    this.#url = url;
    await this.#connect(url);
    if (this.#pendingFile !== null) await this.#send(this.#pendingFile);
  }

  #connect(url: string): Promise<void> {
    const socket = new WebSocket(`${url.replace("http", "ws")}/ws/widget`, { perMessageDeflate: false });
    this.#socket?.removeAllListeners();
    this.#socket = socket;
    const known = { ...(this.#visitor === null ? {} : { visitor: this.#visitor }), ...this.#place };
    return new Promise((resolve, reject) => {
      const refuse = (problem: string): void => reject(new Error(`The page of ${this.name} was refused: ${problem}`));
      const timer = setTimeout(() => refuse(`nothing came within ${patienceMs / 1000} s`), patienceMs);
      socket.once("open", () =>
        socket.send(JSON.stringify({ type: "hello", widget: widgetChannelId, page, ...known })),
      );
      socket.on("error", (error) => refuse(error.message));
      socket.once("close", (code) => refuse(`closed with ${code}`));
      socket.on("message", (data) => {
        const frame = JSON.parse(String(data)) as Frame;
        this.#read(frame);
        if (frame.type !== "ready") return;
        clearTimeout(timer);
        this.#visitor = frame.visitor ?? null;
        if (this.#pending !== null) socket.send(this.#pending.frame);
        resolve();
      });
    });
  }

  get isFree(): boolean {
    return this.#pending === null && this.#pendingFile === null;
  }

  write(dueAtMs: number): void {
    const text = dayText(this.name, this.#sent);
    const frame = JSON.stringify({ type: "message", id: `${this.name}-${this.#sent}`, text });
    this.#sent += 1;
    this.#pending = { dueAtMs, frame };
    this.#log.begin();
    this.#socket?.send(frame);
  }

  sendFile(dueAtMs: number): void {
    const file = makeFile(`${this.name}-file-${this.#files.length}.txt`);
    this.#pendingFile = { dueAtMs, file };
    this.#log.begin();
    void this.#send(this.#pendingFile);
  }

  /** Downloads every file that it sent. */
  async askForFiles(): Promise<void> {
    for (const { file, address } of this.#files)
      if (await isIntact(this.#url, address, file)) this.#intact.add(file.name);
  }

  report(): PageReport {
    return {
      name: this.name,
      sent: this.#sent,
      answered: this.#answered,
      heard: this.#heard,
      files: this.#files.map(({ file: { name } }) => ({ name, isIntact: this.#intact.has(name) })),
    };
  }

  async #send({ dueAtMs, file }: PendingFile): Promise<void> {
    const answer = await postFile(this.#url, this.#visitor ?? "", file);
    // A file without an answer is sent again when the page connects again.
    if ("status" in answer && answer.status === null) return;
    this.#pendingFile = null;
    if ("status" in answer) return this.#log.failed("file", answer.status);
    this.#log.done("file", dueAtMs);
    this.#files.push({ file, address: answer.file });
  }

  #read({ type, reason, chatId, message }: Frame): void {
    if (type === "message" && chatId !== undefined && message !== undefined) this.#hear(chatId, message.seq);
    if (this.#pending === null || (type !== "done" && type !== "failed")) return;
    const { dueAtMs } = this.#pending;
    this.#pending = null;
    if (type === "failed") {
      this.#log.failed(`visitor message (${reason})`, null);
      return;
    }
    this.#answered += 1;
    this.#log.done("visitor message", dueAtMs);
  }

  #hear(chat: string, seq: number): void {
    this.#place = { chat, since: this.#place?.chat === chat ? Math.max(seq, this.#place.since) : seq };
    const place = `${chat}:${seq}`;
    if (this.#known.has(place)) return;
    this.#known.add(place);
    this.#heard.push({ chatId: chat, seq, atMs: sharedNowMs() });
  }
}
