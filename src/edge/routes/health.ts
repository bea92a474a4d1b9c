import type { Static } from "typebox";
import Type from "typebox";
import { ERROR_MESSAGE } from "../../core/errors.ts";
import type { Failure } from "../../core/result.ts";
import { version } from "../../core/version.ts";
import type { LogHealth } from "../../ports/log.ts";
import type { PeersHealth } from "../../ports/peers-health.ts";
import type { StoreHealth } from "../../ports/store.ts";
import type { DiskWarning } from "../limits/disk-floors.ts";
import type { OperationDoc } from "../server/operation.ts";
import type { Handler, Route } from "../server/router.ts";

/** The components whose health is checked. */
export interface Health {
  readonly log: () => LogHealth;
  readonly store: () => StoreHealth;
  /** Absent if no other process uses the store. */
  readonly peers?: (() => PeersHealth) | undefined;
  /** Floors that the free disk space is close to. */
  readonly diskWarnings: () => readonly DiskWarning[];
  /** Whether this process may have older data than other processes have answered. */
  readonly isBehind: () => boolean;
}

const headers = ["Cache-Control", "no-store"];
const aliveBody = JSON.stringify({ status: "ok", version });

/**
 * `/healthz`: the process lives. `/readyz`: it serves. It answers 503 while starting or draining, while nothing can be stored, and while the
 * database or the other processes are unreachable. It reports an unwritable log with 200, because messages are still
 * accepted. `isServing` is needed when another server than the one with these routes serves the requests.
 */
export function healthRoutes(health: Health, isServing?: () => boolean): readonly Route[] {
  const alive: Handler = (exchange) => exchange.answer(200, { headers, body: aliveBody });
  const ready: Handler = (exchange) => {
    const failure = isServing?.() === false ? notServing : whyNotReady(health);
    if (failure === null) exchange.answer(200, { headers, body: JSON.stringify(toReadiness(health)) });
    else exchange.answerFailure(failure, headers);
  };
  const gate = isServing === undefined ? "process" : "none";
  return [
    { pattern: "/healthz", gate: "none", methods: { get: alive }, docs: { get: healthDoc } },
    { pattern: "/readyz", gate, methods: { get: ready }, docs: { get: readinessDoc } },
  ];
}

const notServing: Failure = { code: "unavailable", message: ERROR_MESSAGE.unavailable };

/** Two answers may be late; the other processes consider a process lost after 5 s. */
const silentMsMax = 3_000;
const retryAfterSeconds = 2;

/** Returns why this process should receive no requests now; null when it is ready. */
function whyNotReady({ store, peers, isBehind }: Health): Failure | null {
  const failure = store().failure ?? (peers === undefined ? null : whyApart(peers()));
  return failure ?? (isBehind() ? unavailable("The service is reading what the other processes have stored.") : null);
}

function whyApart({ isHearing, isSettled, sinceBeatMs }: PeersHealth): Failure | null {
  if (sinceBeatMs > silentMsMax)
    return unavailable(`The database has not answered for ${Math.floor(sinceBeatMs / 1_000)} s.`);
  if (!isHearing) return unavailable("The connection for notifications from the other processes is down.");
  return isSettled
    ? null
    : unavailable("Some other process has not sent a notification since the connection was restored.");
}

const unavailable = (message: string): Failure => ({ code: "unavailable", message, retryAfterSeconds });

const forOperators = { tag: "Operations", access: "anyone" } as const;
const schema = Type.Object(
  { status: Type.Literal("ok"), version: Type.String({ description: "The version of Parley, such as `1.0.0`." }) },
  { additionalProperties: false },
);
const readinessSchema = Type.Object(
  {
    status: Type.Literal("ok"),
    log: Type.Optional(
      Type.Object(
        {
          failure: Type.String({ description: "The code of the system's error, such as `ENOSPC`." }),
          linesLost: Type.Integer({ minimum: 0, description: "Lines lost since the process started." }),
        },
        { additionalProperties: false, description: "Present while the log cannot be written." },
      ),
    ),
    warnings: Type.Optional(
      Type.Array(
        Type.Object(
          {
            limit: Type.String({ description: "The key of `limits`, such as `filesFreeBytesMin`." }),
            freeBytes: Type.Integer({ minimum: 0, description: "The free space of the disk." }),
            floorBytes: Type.Integer({
              minimum: 0,
              description: "The value of the limit. The service refuses data when less space is free.",
            }),
            isRefusing: Type.Boolean({ description: "Whether the service refuses data now." }),
          },
          { additionalProperties: false },
        ),
        { description: "Present while the free disk space is near a limit. Requests are still served." },
      ),
    ),
  },
  { additionalProperties: false },
);

function toReadiness({ log, diskWarnings }: Health): Static<typeof readinessSchema> {
  const { failure, linesLost } = log();
  const warnings = [...diskWarnings()];
  return {
    status: "ok",
    ...(failure === null ? {} : { log: { failure, linesLost } }),
    ...(warnings.length === 0 ? {} : { warnings }),
  };
}

const healthDoc: OperationDoc = {
  ...forOperators,
  id: "getHealth",
  summary: "Reports that the process runs.",
  answer: { status: 200, description: "The process runs.", schema },
};
const readinessDoc: OperationDoc = {
  ...forOperators,
  id: "getReadiness",
  summary:
    "Reports whether the service accepts requests. The answer is 503 while the service starts or stops, while its disk or database accepts no data, and while it has no contact with the other processes.",
  answer: { status: 200, description: "The service accepts requests.", schema: readinessSchema },
};
