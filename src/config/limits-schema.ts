import Type from "typebox";
import { about } from "../codec/schema/schema-parts.ts";
import type { Limits } from "./limits.ts";
import { defaultLimits } from "./limits.ts";

const limit = (key: keyof Limits, maximum: number, description: string) =>
  bounded(maximum, `${description} ${defaultLimits[key]} by default.`);

const bounded = (maximum: number, description: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum, ...about(`an integer from 1 to ${maximum}`, description) }));

/** A number of days. 0 means forever. */
const days = (key: keyof Limits, description: string) =>
  Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 36_500,
      ...about("an integer from 0 to 36500", `${description} ${defaultLimits[key]} by default; 0 for good.`),
    }),
  );

const rateMax = 1_000_000;
const bytesMax = 2 ** 50;

/** The limits that an operator can set. All others are fixed in `limits.ts`. Source: LIM-01, LIM-02, LIM-04, AUTH-02. */
export const limitsSchema = Type.Object(
  {
    channelPerSecond: limit("channelPerSecond", rateMax, "Requests of one channel in a second."),
    channelBurst: limit("channelBurst", rateMax, "Requests of one channel at once."),
    senderPerSecond: limit("senderPerSecond", rateMax, "Requests of one client in a second."),
    senderBurst: limit("senderBurst", rateMax, "Requests of one client at once."),
    badPathsPerMinute: limit("badPathsPerMinute", rateMax, "Wrong channel addresses from one address in a minute."),
    bodyBytesMax: limit("bodyBytesMax", 16 * 1024 * 1024, "Bytes of a request body."),
    uploadBytesMax: limit("uploadBytesMax", 1024 * 1024 * 1024, "Bytes of a file an agent sends."),
    agentFileBytesPerDay: limit("agentFileBytesPerDay", bytesMax, "Bytes of files one agent may send in a day."),
    visitorFileBytesPerDay: limit("visitorFileBytesPerDay", bytesMax, "Bytes of files one visitor may send in a day."),
    visitorFilesPerDay: limit("visitorFilesPerDay", rateMax, "Files one visitor may send in a day."),
    chatFileBytesMax: limit("chatFileBytesMax", bytesMax, "Bytes of visitors' files in one chat."),
    chatFilesMax: limit("chatFilesMax", rateMax, "Visitors' files in one chat."),
    unansweredFileBytesMax: limit("unansweredFileBytesMax", bytesMax, "The same bytes until somebody has answered."),
    unansweredFilesMax: limit("unansweredFilesMax", rateMax, "The same files until somebody has answered."),
    channelFileBytesMax: limit("channelFileBytesMax", bytesMax, "Bytes of visitors' files that one channel keeps."),
    addressBytesPerDay: limit("addressBytesPerDay", bytesMax, "Bytes visitors at one address may send in a day."),
    addressChatsPerHour: limit("addressChatsPerHour", rateMax, "Chats visitors at one address may begin in an hour."),
    addressVisitorsPerHour: limit("addressVisitorsPerHour", rateMax, "New visitors at one address in an hour."),
    newVisitorsPerSecond: limit("newVisitorsPerSecond", rateMax, "New visitors from anywhere in a second."),
    newVisitorsBurst: limit("newVisitorsBurst", rateMax, "New visitors from anywhere at once."),
    addressSocketsMax: limit("addressSocketsMax", rateMax, "Pages with the widget open at one address."),
    filesFreeBytesMin: limit("filesFreeBytesMin", bytesMax, "Free bytes of the disk below which files are refused."),
    chatsFreeBytesMin: limit("chatsFreeBytesMin", bytesMax, "Free bytes of the disk below which no chat begins."),
    messagesFreeBytesMin: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: bytesMax,
        ...about(
          `an integer from 0 to ${bytesMax}`,
          `Free bytes of the disk below which agents alone are served. ${defaultLimits.messagesFreeBytesMin} by default; 0 for never.`,
        ),
      }),
    ),
    diskWarnPercent: limit(
      "diskWarnPercent",
      10_000,
      "Percent of each of these floors below which the operator is warned.",
    ),
    unansweredKeptDays: days("unansweredKeptDays", "Days a closed chat is kept that nobody accepted or answered."),
    waitingKeptDays: days("waitingKeptDays", "Days until a chat that nobody accepts or answers is closed."),
    reopenWindowMs: limit("reopenWindowMs", 24 * 60 * 60_000, "Milliseconds a closed chat can be opened again."),
    chatKeptDays: bounded(36_500, "Days a closed chat is kept; for good when absent."),
    messageTextKeptDays: days("messageTextKeptDays", "Days the texts, notes and files of a closed chat are kept."),
    fileKeptDays: days("fileKeptDays", "Days a file is kept whose chat is closed."),
    deliveryLogKeptDays: days("deliveryLogKeptDays", "Days deliveries that have ended, and log entries, are kept."),
    visitorRetentionMs: limit(
      "visitorRetentionMs",
      36_500 * 24 * 60 * 60_000,
      "Milliseconds a visitor who never wrote is remembered.",
    ),
    historyKeptMs: limit("historyKeptMs", 36_500 * 24 * 60 * 60_000, "Milliseconds the steps of actors are kept."),
    historyStepsKept: limit("historyStepsKept", 1_000_000_000, "Steps of all actors that are kept."),
    backupBytesPerSecond: limit(
      "backupBytesPerSecond",
      bytesMax,
      "Bytes that a backup reads in a second while messages come.",
    ),
    botPerSecond: limit("botPerSecond", rateMax, "Requests of one bot in a second."),
    botBurst: limit("botBurst", rateMax, "Requests of one bot at once."),
  },
  { additionalProperties: false, ...about("an object", "Bounds in place of the built-in ones.") },
);
