import type { Environment } from "../environment.types.ts";
import type { AnswerFrame } from "../frames.types.ts";
import type { RequestsParts } from "./requests.ts";

export interface UploadParts {
  /** The address to which the widget posts files. */
  readonly url: string;
  readonly environment: Environment;
  secret(): string;
}

/** A connection that is slower than this is treated as dead. */
const bytesPerMsMin = 50;
const answerMaxMs = 30_000;

/** Sends each file as one message. Source: `src/edge/sockets/visitor/visitor-protocol.md`, section "Files". */
export const createUpload =
  (parts: UploadParts): RequestsParts["upload"] =>
  (request, ended) => {
    const abort = new AbortController();
    const { frame } = request;
    const bytes = frame.type === "file" ? frame.blob.size : 0;
    const stop = parts.environment.after(answerMaxMs + bytes / bytesPerMsMin, () => abort.abort());
    const finish = (answer: AnswerFrame | null): void => {
      stop();
      ended(answer);
    };
    parts.environment
      .loadPost()
      .then(({ post }) => post(request, parts, abort.signal))
      .then(finish, () => finish(null));
    return () => {
      stop();
      abort.abort();
    };
  };
