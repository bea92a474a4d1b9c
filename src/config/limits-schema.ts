import Type from "typebox";
import { about } from "../codec/schema-parts.ts";
import type { Limits } from "./limits.ts";
import { defaultLimits } from "./limits.ts";

const limit = (key: keyof Limits, maximum: number, description: string) =>
  bounded(maximum, `${description} ${defaultLimits[key]} by default.`);

const bounded = (maximum: number, description: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum, ...about(`an integer from 1 to ${maximum}`, description) }));

const rateMax = 1_000_000;

/** The bounds an operator may set; all others are fixed in `limits.ts`. Source: LIM-01, LIM-02, LIM-04, AUTH-02. */
export const limitsSchema = Type.Object(
  {
    channelPerSecond: limit("channelPerSecond", rateMax, "Requests of one channel in a second."),
    channelBurst: limit("channelBurst", rateMax, "Requests of one channel at once."),
    senderPerSecond: limit("senderPerSecond", rateMax, "Requests of one client in a second."),
    senderBurst: limit("senderBurst", rateMax, "Requests of one client at once."),
    badPathsPerMinute: limit("badPathsPerMinute", rateMax, "Wrong channel addresses from one address in a minute."),
    bodyBytesMax: limit("bodyBytesMax", 16 * 1024 * 1024, "Bytes of a request body."),
    uploadBytesMax: limit("uploadBytesMax", 1024 * 1024 * 1024, "Bytes of a file an agent sends."),
    chatKeptDays: bounded(36_500, "Days a closed chat is kept; for good when absent."),
    visitorRetentionMs: limit(
      "visitorRetentionMs",
      36_500 * 24 * 60 * 60_000,
      "Milliseconds a visitor who never wrote is remembered.",
    ),
    historyKeptMs: limit("historyKeptMs", 36_500 * 24 * 60 * 60_000, "Milliseconds the steps of actors are kept."),
    historyStepsKept: limit("historyStepsKept", 1_000_000_000, "Steps of all actors that are kept."),
    botPerSecond: limit("botPerSecond", rateMax, "Requests of one bot in a second."),
    botBurst: limit("botBurst", rateMax, "Requests of one bot at once."),
  },
  { additionalProperties: false, ...about("an object", "Bounds in place of the built-in ones.") },
);
