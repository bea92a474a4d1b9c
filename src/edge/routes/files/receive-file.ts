import type { Limits } from "../../../config/limits.ts";
import type { Result } from "../../../core/result.ts";
import { fail } from "../../../core/result.ts";
import type { FileStore, NewFile } from "../../../ports/file-store.ts";
import type { BodySink, OnPiece } from "../../body/body-stream.ts";
import type { TransferTimes } from "../../http/exchange-watch.ts";
import type { HttpExchange } from "../../http/http-exchange.ts";

export interface ReceivedFile {
  readonly file: NewFile;
  readonly bytes: number;
}

export interface Receiving<Admitted> {
  /** The lookup before the first write. It starts in the same tick as the body, because a body can be requested only then. */
  readonly admission: Promise<Result<Admitted>>;
  /** Keeps or discards the file, and answers. */
  take(received: ReceivedFile, admitted: Admitted): Promise<void>;
  readonly onPiece?: OnPiece;
}

/**
 * Receives the body as a new file and passes the complete file to `take`. A failure before that is answered here and leaves
 * nothing of the file. Call it before the handler returns. Source: CH-60.
 */
export async function receiveFile<Admitted>(
  { files, limits }: { readonly files: FileStore; readonly limits: Limits },
  exchange: HttpExchange,
  times: TransferTimes,
  { admission, take, onPiece }: Receiving<Admitted>,
): Promise<void> {
  const file = files.begin();
  const receiving = exchange.receive(limits.uploadBytesMax, times, behind(admission, file), onPiece);
  try {
    const admitted = await admission;
    if (!admitted.ok) {
      exchange.stopReceiving();
      await file.discard();
      exchange.answerFailure(admitted.failure);
      return;
    }
    const received = await receiving;
    const body = received === null ? null : refuseEmpty(received);
    if (body === null || !body.ok) {
      await file.discard();
      if (body !== null) exchange.answerFailure(body.failure);
      return;
    }
    await take({ file, bytes: body.value }, admitted.value);
  } catch (error) {
    exchange.stopReceiving();
    await file.discard();
    throw error;
  }
}

/** Delays writing until the file is admitted; writes nothing if it is refused. */
function behind(admission: Promise<Result<unknown>>, file: BodySink): BodySink {
  let isAdmitted = false;
  const admitted = admission.then(({ ok }) => {
    isAdmitted = ok;
  });
  // The caller that awaits the admission handles the failure.
  admitted.catch(() => undefined);
  return {
    async write(bytes, position) {
      await admitted;
      if (isAdmitted) await file.write(bytes, position);
    },
    writeNow: (bytes, position) => isAdmitted && file.writeNow(bytes, position),
  };
}

const refuseEmpty = (body: Result<number>): Result<number> =>
  body.ok && body.value === 0 ? fail("invalid_request", "The body is empty; it must be the file's bytes.") : body;
