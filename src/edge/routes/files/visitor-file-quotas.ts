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
import { broughtBy } from "../../../domain/chat/brought-message.ts";
import { isRepeatedRequest } from "../../../domain/chat/queries/file-queries.ts";
import type { StoredFiles } from "../../../domain/chat/queries/stored-visitor-files.ts";
import { readStoredFiles } from "../../../domain/chat/queries/stored-visitor-files.ts";
import type { Visitor } from "../../../domain/chat/visitor-inbox.ts";
import { readOpenChatId } from "../../../domain/client/client-queries.ts";
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
  /** From where it comes, as `addressGroup` names it. */
  readonly group: string;
  /** As the request declares them, or as many as there may be. */
  readonly bytesMax: number;
}

/** A file that comes. */
export interface ComingFile {
  /** It comes no more: its address is charged with as many bytes as came, whatever became of them. To be called once. */
  ended(cameBytes: number): void;
}

/** What visitors may fill the disk with. Source: `config/limits.ts`. */
export interface VisitorFileQuotas {
  /**
   * Why the file is refused before a byte of it is kept. Otherwise it counts as one that comes, and all of its bytes as its address's, from
   * the tick in which it is admitted: of two at once that are one too many only the first is.
   */
  admit(asked: AskedFile): Promise<Result<ComingFile>>;
  /**
   * Has a file of `bytes` that came whole written, one of a visitor at a time, unless that would go past a bound: by what is stored at this
   * moment, so that a kill leaves nothing to be counted. Until the file's `ended` is called only.
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

/** What was refused just now. */
interface Remembered extends QuotaRefusal {
  readonly bytes: number;
  readonly untilMs: number;
}

/** For this long no such file is read only to be refused again; somebody may answer the chat meanwhile. */
const rememberedSeconds = 10;
const uploadSeconds = 1;
const daySeconds = 86_400;
/** Chats are deleted once an hour. */
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

/** The file would begin a chat. */
const isBeginning = async ({ store }: VisitorFileQuotaParts, { conversation }: Visitor): Promise<boolean> =>
  (await readOpenChatId(store, conversation)) === null;

/** Counts the chat that the file begins, if it does. */
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

/** Its message was written now. */
const isNew = (outcome: TurnOutcome): boolean => broughtBy(outcome) !== null;

/** The request was carried out before: nothing more is kept. */
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

/** The first bound that one more file of this size would go past. */
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
    // A file larger than a day's bytes is told the time after which all of them are there.
    const retryAfterSeconds = Math.min(seconds, daySeconds);
    const what = name === "visitorFileBytesPerDay" ? "bytes of files" : "files";
    const message = `One visitor may send ${limits[name]} ${what} in a day (${name}). Try again in ${retryAfterSeconds} seconds.`;
    return { name, failure: { code: "rate_limited", message, retryAfterSeconds } };
  }
  return null;
}
