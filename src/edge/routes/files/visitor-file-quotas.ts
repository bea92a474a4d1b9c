import type { ChannelId } from "../../../../machines/ids.ts";
import type { TurnOutcome } from "../../../actors/pending.ts";
import type { Limits } from "../../../config/limits.ts";
import { secondsUntil } from "../../../core/bounds/allowance.ts";
import { createLastUsed } from "../../../core/bounds/last-used.ts";
import type { OneAtATime } from "../../../core/one-at-a-time.ts";
import { createOneAtATime } from "../../../core/one-at-a-time.ts";
import type { Failure, Result } from "../../../core/result.ts";
import { ok } from "../../../core/result.ts";
import type { ChannelFileBytes } from "../../../domain/channel/channel-file-bytes.ts";
import type { StoredFiles } from "../../../domain/chat/queries/file-queries.ts";
import { isRepeatedRequest, readStoredFiles } from "../../../domain/chat/queries/file-queries.ts";
import type { Visitor } from "../../../domain/chat/visitor-inbox.ts";
import { readOpenChatId } from "../../../domain/client/client-queries.ts";
import { messageOf } from "../../../domain/client/client-record.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { Store } from "../../../ports/store.ts";
import type { AddressQuotas } from "../../limits/address-quotas.ts";
import type { DiskFloors } from "../../limits/disk-floors.ts";
import type { QuotaName, Refusals } from "../../limits/refusals.ts";

/** A file that a visitor wants to send. */
export interface AskedFile {
  readonly visitor: Visitor;
  /** The request's id. */
  readonly requestId: string;
  /** The address group that the file comes from, as named by `addressGroup`. */
  readonly group: string;
  /** The length that the request declares, or else the longest allowed length. */
  readonly bytesMax: number;
}

/** An admitted file whose bytes are arriving. */
export interface ComingFile {
  /** Ends the transfer. The address is charged with the bytes that arrived, regardless of the result. Call it exactly once. */
  ended(cameBytes: number): void;
}

/** Limits the disk space that visitors can fill. Source: `config/limits.ts`. */
export interface VisitorFileQuotas {
  /**
   * Refuses the file before any byte of it is stored, or admits it. An admitted file counts as arriving, and its address is
   * charged with all its bytes, in the same tick. Of two files at the same time that together exceed a limit, only the first is
   * therefore admitted.
   */
  admit(asked: AskedFile): Promise<Result<ComingFile>>;
  /**
   * Writes a received file of `bytes` bytes, unless it would exceed a limit. One file of a visitor is written at a time. The
   * limits are checked against the stored files, so that no counter is lost after a kill. Call it only before `ended` of the
   * file.
   */
  write(asked: AskedFile, bytes: number, write: () => Promise<TurnOutcome>): Promise<TurnOutcome>;
}

export interface VisitorFileQuotaParts {
  readonly limits: Limits;
  readonly store: Pick<Store, "read" | "scan">;
  readonly clock: Clock;
  readonly floors: DiskFloors;
  readonly addresses: AddressQuotas;
  readonly refusals: Refusals;
  readonly channelFileBytes: ChannelFileBytes;
}

interface Coming {
  count: number;
  readonly oneAtATime: OneAtATime;
}

/** A recent refusal. */
interface Remembered extends QuotaRefusal {
  readonly bytes: number;
  readonly untilMs: number;
}

/**
 * During this time, a further file of the same size or larger is refused without being read. The time is short, because an agent
 * may answer the chat meanwhile.
 */
const rememberedSeconds = 10;
const uploadSeconds = 1;
const daySeconds = 86_400;
/** Chats are deleted once an hour, which can free space in the channel. */
const channelSeconds = 3_600;

export function createVisitorFileQuotas(parts: VisitorFileQuotaParts): VisitorFileQuotas {
  const { limits, clock, floors, addresses, refusals, channelFileBytes } = parts;
  const coming = new Map<string, Coming>();
  const remembered = createLastUsed<string, Remembered>(limits.rateBucketsMax);
  const remember = ({ visitor }: AskedFile, bytes: number, refusal: QuotaRefusal): void => {
    const seconds = Math.min(refusal.failure.retryAfterSeconds ?? rememberedSeconds, rememberedSeconds);
    remembered.set(visitor.conversation, { ...refusal, bytes, untilMs: clock.nowMs() + seconds * 1_000 });
  };
  const recall = (asked: AskedFile): Failure | null => {
    const before = remembered.get(asked.visitor.conversation);
    if (before === undefined || before.untilMs <= clock.nowMs() || asked.bytesMax < before.bytes) return null;
    refusals.count(before.name);
    return before.failure;
  };
  const refuse = (asked: AskedFile, isRepeated: boolean, begins: boolean): Failure | null => {
    const { visitor, group, bytesMax } = asked;
    const refusal =
      floors.refuseFile() ?? addresses.refuseBytes(group, bytesMax) ?? (isRepeated ? null : recall(asked));
    if (refusal !== null) return refusal;
    if ((coming.get(visitor.conversation)?.count ?? 0) < limits.visitorUploadsMax)
      return begins ? addresses.refuseChat(group) : null;
    refusals.count("visitorUploadsMax");
    const message = `One visitor may send ${limits.visitorUploadsMax} files at once (visitorUploadsMax). Try again in ${uploadSeconds} second.`;
    return { code: "rate_limited", message, retryAfterSeconds: uploadSeconds };
  };
  const begin = ({ visitor: { conversation }, group, bytesMax }: AskedFile): ComingFile => {
    const own = coming.get(conversation) ?? { count: 0, oneAtATime: createOneAtATime() };
    own.count += 1;
    coming.set(conversation, own);
    addresses.useBytes(group, bytesMax);
    return {
      ended(cameBytes) {
        addresses.useBytes(group, cameBytes - bytesMax);
        own.count -= 1;
        if (own.count === 0) coming.delete(conversation);
      },
    };
  };
  return {
    async admit(asked) {
      const [isRepeated, begins] = await Promise.all([isRepeat(parts, asked), isBeginning(parts, asked.visitor)]);
      const refusal = refuse(asked, isRepeated, begins);
      return refusal === null ? ok(begin(asked)) : { ok: false, failure: refusal };
    },
    async write(asked, bytes, write) {
      const { conversation, channelId } = asked.visitor;
      await channelFileBytes.ready();
      const inTurn = coming.get(conversation)?.oneAtATime ?? createOneAtATime();
      return inTurn(async () => {
        if (await isRepeat(parts, asked)) return write();
        const refusal = findRefusal(parts, channelId, bytes, await readStoredFiles(parts, asked.visitor));
        if (refusal !== null) {
          refusals.count(refusal.name);
          remember(asked, bytes, refusal);
          return { ok: false, failure: refusal.failure, canRetry: false };
        }
        return countChat(parts, asked, () => countInChannel(channelFileBytes, channelId, bytes, write));
      });
    },
  };
}

/** Whether the file would start a chat. */
const isBeginning = async ({ store }: VisitorFileQuotaParts, { conversation }: Visitor): Promise<boolean> =>
  (await readOpenChatId(store, conversation)) === null;

/** If the file starts a chat, counts this chat. */
async function countChat(
  parts: VisitorFileQuotaParts,
  { visitor, group }: AskedFile,
  write: () => Promise<TurnOutcome>,
): Promise<TurnOutcome> {
  if (!(await isBeginning(parts, visitor))) return write();
  const refusal = parts.addresses.takeChat(group);
  if (refusal !== null) return { ok: false, failure: refusal, canRetry: false };
  let isBegun = false;
  try {
    const outcome = await write();
    isBegun = isNew(outcome);
    return outcome;
  } finally {
    if (!isBegun) parts.addresses.giveBackChat(group);
  }
}

/** Whether the message was written by this call. */
const isNew = (outcome: TurnOutcome): boolean => messageOf(outcome) !== null;

/** Whether the request was carried out before. Then no more bytes are stored. */
const isRepeat = ({ store, clock }: VisitorFileQuotaParts, { visitor, requestId }: AskedFile): Promise<boolean> =>
  isRepeatedRequest(store, visitor.conversation, requestId, clock.nowMs());

async function countInChannel(
  channelFileBytes: ChannelFileBytes,
  channelId: ChannelId,
  bytes: number,
  write: () => Promise<TurnOutcome>,
): Promise<TurnOutcome> {
  let isWritten = false;
  channelFileBytes.add(channelId, bytes);
  try {
    const outcome = await write();
    isWritten = isNew(outcome);
    return outcome;
  } finally {
    if (!isWritten) channelFileBytes.add(channelId, -bytes);
  }
}

interface QuotaRefusal {
  readonly name: QuotaName;
  readonly failure: Failure;
}

/** Returns the first limit that another file of this size would exceed. */
function findRefusal(
  { limits, channelFileBytes }: VisitorFileQuotaParts,
  channelId: ChannelId,
  bytes: number,
  { chat, day, isAnswered }: StoredFiles,
): QuotaRefusal | null {
  const [bytesName, filesName] = isAnswered
    ? (["chatFileBytesMax", "chatFilesMax"] as const)
    : (["unansweredFileBytesMax", "unansweredFilesMax"] as const);
  const where = isAnswered ? "A chat" : "A chat that no agent has answered yet";
  const until = isAnswered ? "Send it in another chat." : "Try again when an agent has answered.";
  if (chat.bytes + bytes > limits[bytesName])
    return full(
      bytesName,
      `${where} may have ${limits[bytesName]} bytes of files (${bytesName}); it has ${chat.bytes} and this file has ${bytes}. ${until}`,
    );
  if (chat.files >= limits[filesName])
    return full(filesName, `${where} may have ${limits[filesName]} files (${filesName}). ${until}`);
  const daily = findDaily(limits, bytes, day);
  if (daily !== null) return daily;
  const channelBytes = channelFileBytes.of(channelId);
  if (channelBytes + bytes <= limits.channelFileBytesMax) return null;
  const message = `The visitors of a channel may have ${limits.channelFileBytesMax} bytes of files here (channelFileBytesMax); they have ${channelBytes} and this file has ${bytes}. Try again in ${channelSeconds} seconds.`;
  const failure: Failure = { code: "insufficient_storage", message, retryAfterSeconds: channelSeconds };
  return { name: "channelFileBytesMax", failure };
}

const full = (name: QuotaName, message: string): QuotaRefusal => ({
  name,
  failure: { code: "payload_too_large", message },
});

function findDaily(limits: Limits, bytes: number, day: StoredFiles["day"]): QuotaRefusal | null {
  const wanted = { visitorFileBytesPerDay: bytes, visitorFilesPerDay: 1 } as const;
  for (const name of ["visitorFileBytesPerDay", "visitorFilesPerDay"] as const) {
    const used = name === "visitorFileBytesPerDay" ? day.bytes : day.files;
    const seconds = secondsUntil(wanted[name], used, { max: limits[name], windowMs: daySeconds * 1_000 });
    if (seconds === 0) continue;
    // For a file that is larger than the bytes of a day, the answer names the time after which all bytes are available.
    const retryAfterSeconds = Math.min(seconds, daySeconds);
    const what = name === "visitorFileBytesPerDay" ? "bytes of files" : "files";
    const message = `One visitor may send ${limits[name]} ${what} in a day (${name}). Try again in ${retryAfterSeconds} seconds.`;
    return { name, failure: { code: "rate_limited", message, retryAfterSeconds } };
  }
  return null;
}
