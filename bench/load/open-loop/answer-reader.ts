export interface Answer {
  readonly status: number;
  readonly body: string;
}

const headEnd = "\r\n\r\n";

/** Reads the answers of one connection, one after the other. Source: RFC 9112, for answers with a Content-Length. The measured servers send no others. */
export class AnswerReader {
  #text = "";

  /** Returns the answer that these bytes complete; `null` while it is incomplete. Throws on unreadable bytes. */
  read(bytes: Buffer): Answer | null {
    this.#text += bytes.toString("latin1");
    const headBytes = this.#text.indexOf(headEnd);
    if (headBytes === -1) return null;
    const head = this.#text.slice(0, headBytes);
    const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(head) ?? [];
    const [, length] = /\r\ncontent-length: *(\d+)/i.exec(head) ?? [];
    if (status === undefined || length === undefined)
      throw new Error(`Expected an answer of HTTP/1.1 with a Content-Length, got: ${head}`);
    const bodyAt = headBytes + headEnd.length;
    const missing = bodyAt + Number(length) - this.#text.length;
    if (missing > 0) return null;
    if (missing < 0) throw new Error(`Expected one answer for one request, got: ${this.#text}`);
    const body = this.#text.slice(bodyAt);
    this.#text = "";
    return { status: Number(status), body };
  }
}
