import type { Limits } from "../../../config/limits.ts";
import type { Result } from "../../../core/result.ts";
import { fail } from "../../../core/result.ts";
import type { FileStore, NewFile } from "../../../ports/file-store.ts";
import type { OnPiece } from "../../body/body-stream.ts";
import type { TransferTimes } from "../../http/exchange-watch.ts";
import type { HttpExchange } from "../../http/http-exchange.ts";

export interface ReceiveParts {
  readonly files: Pick<FileStore, "begin">;
  readonly limits: Pick<Limits, "uploadBytesMax">;
}

export interface ReceivedFile {
  readonly file: NewFile;
  readonly bytes: number;
}

/**
 * Takes the body as a new file and hands it, whole, to `take`, which keeps or discards it and answers. After any failure on the way, which is
 * answered here, nothing of it is left. Before the handler returns only. Source: CH-60.
 */
export async function receiveFile(
  { files, limits }: ReceiveParts,
  exchange: HttpExchange,
  times: TransferTimes,
  take: (received: ReceivedFile) => Promise<void>,
  onPiece?: OnPiece,
): Promise<void> {
  const file = files.begin();
  try {
    const received = await exchange.receive(limits.uploadBytesMax, times, file, onPiece);
    const body = received === null ? null : refuseEmpty(received);
    if (body === null || !body.ok) {
      await file.discard();
      if (body !== null) exchange.answerFailure(body.failure);
      return;
    }
    await take({ file, bytes: body.value });
  } catch (error) {
    await file.discard();
    throw error;
  }
}

const refuseEmpty = (body: Result<number>): Result<number> =>
  body.ok && body.value === 0 ? fail("invalid_request", "The body is empty; it must be the file's bytes.") : body;
