import { backupAnswer } from "../../../codec/admin/admin-backup.ts";
import {
  localAddressesAnswer,
  localAddressesRequest,
  parseLocalAddressesRequest,
} from "../../../codec/admin/admin-local-addresses.ts";
import { reloadAnswer } from "../../../codec/admin/admin-reload.ts";
import { parseWaitingLimits, waitingLimits } from "../../../codec/admin/admin-waiting.ts";
import type { ErrorCode } from "../../../core/errors.ts";
import { readInOrder } from "../../../core/files/pieces-in-order.ts";
import type { OneAtATime } from "../../../core/one-at-a-time.ts";
import { fail, ok } from "../../../core/result.ts";
import type { LocalAddressesSetting } from "../../../domain/local-addresses.ts";
import type { WaitingSetting } from "../../../domain/waiting-limits.ts";
import type { Backups } from "../../../ports/backups.ts";
import type { Reload, Reloaded } from "../../../ports/reload.ts";
import type { Operation } from "../operation.ts";
import { operation, rawOperation } from "../operation.ts";
import { inTurn } from "./records.ts";

interface Installation {
  readonly localAddresses: LocalAddressesSetting;
  readonly waiting: WaitingSetting;
  readonly oneAtATime: OneAtATime;
  readonly reload: Reload;
  /** Copies of all data; `null` if the store does not belong to this process. */
  readonly backups: Backups | null;
}

/** The settings and the copies of the whole installation. */
export const installationOperations = (installation: Installation): readonly Operation[] => [
  getLocalAddresses(installation),
  changeLocalAddresses(installation),
  getWaitingLimits(installation),
  setWaitingLimits(installation),
  getBackup(installation),
  makeBackup(installation),
  reloadConfig(installation),
];

const common = { tag: "Operations", access: "administrator", scope: "administration" } as const;
const localAddressesPath = { path: "/api/local-addresses", gate: "load" } as const;

const getLocalAddresses = ({ localAddresses }: Installation): Operation =>
  operation({
    ...common,
    ...localAddressesPath,
    method: "get",
    id: "getLocalAddresses",
    summary: "Reports whether requests can go to addresses of the own machine and network.",
    answer: { status: 200, description: "The setting and its last changes.", schema: localAddressesAnswer },
    handle: () => ok(localAddresses.show()),
  });

/** Applies from the next check and connection on, unless the config file forbids it (409). Source: AUTH-05, AUTH-06. */
const changeLocalAddresses = ({ localAddresses, oneAtATime }: Installation): Operation =>
  operation({
    ...common,
    ...localAddressesPath,
    method: "patch",
    id: "changeLocalAddresses",
    summary:
      "Allows or refuses requests to addresses of the own machine and network, from the next check and connection. Plain http is allowed with them.",
    body: { schema: localAddressesRequest, parse: parseLocalAddressesRequest },
    answer: { status: 200, description: "The setting as it is now.", schema: localAddressesAnswer },
    failures: ["conflict"],
    handle: ({ exchange, caller, body: { allowed } }) =>
      inTurn(oneAtATime, exchange, () => localAddresses.allow(allowed, caller.profile.id)),
  });

const waitingPath = { path: "/api/waiting-limits", gate: "load" } as const;

const getWaitingLimits = ({ waiting }: Installation): Operation =>
  operation({
    ...common,
    ...waitingPath,
    method: "get",
    id: "getWaitingLimits",
    summary: "Reports from when on the desk shows the wait of a client as long, and as urgent.",
    answer: { status: 200, description: "The limits.", schema: waitingLimits },
    handle: () => ok(waiting.now()),
  });

/** Every open desk gets the limits at once. */
const setWaitingLimits = ({ waiting, oneAtATime }: Installation): Operation =>
  operation({
    ...common,
    ...waitingPath,
    method: "put",
    id: "setWaitingLimits",
    summary: "Sets from when on the desk shows the wait of a client as long, and as urgent.",
    body: { schema: waitingLimits, parse: parseWaitingLimits },
    answer: { status: 200, description: "The limits as they are now.", schema: waitingLimits },
    handle({ exchange, body }) {
      const { calmMs, urgentMs } = body;
      if (urgentMs < calmMs)
        return fail("invalid_request", `Field urgentMs must be at least calmMs, which is ${calmMs}, got ${urgentMs}.`);
      return inTurn(oneAtATime, exchange, async () => ok(await waiting.set(body)));
    },
  });

const elsewhere = fail(
  "conflict",
  "All data is in a PostgreSQL: back it up with a tool of PostgreSQL, such as pg_dump.",
);

const getBackup = ({ backups }: Installation): Operation =>
  operation({
    ...common,
    method: "get",
    path: "/api/backup",
    id: "getBackup",
    scope: "export",
    summary: "Reports the state of the copies in the backup folder.",
    answer: { status: 200, description: "The backup folder, if there is one.", schema: backupAnswer },
    failures: ["conflict"],
    handle() {
      if (backups === null) return elsewhere;
      const state = backups.folder();
      if (state === null) return ok({ folder: null });
      const { copiedUpToMs: copiedUpTo, lastBaseAtMs: lastBaseAt, failure } = state;
      return ok({ folder: { copiedUpTo, lastBaseAt, failure } });
    },
  });

/** No practical limit for the complete transfer; only a client that reads nothing is cut off. */
const imageTimes = { idleMs: 60_000, wholeMs: 7 * 24 * 60 * 60_000 };
const imageHead = {
  contentType: "application/gzip",
  headers: ["Content-Disposition", 'attachment; filename="parley.tar.gz"', "Cache-Control", "no-store"],
};

/** The image shows the state at its end. The chunked answer is cut off if the image cannot be completed. */
const makeBackup = ({ backups }: Installation): Operation =>
  rawOperation({
    ...common,
    access: "keeper",
    method: "post",
    path: "/api/backup",
    id: "makeBackup",
    scope: "export",
    summary: "Creates an image of all stored data while the service runs.",
    answer: {
      status: 200,
      description: "A gzipped tar archive.",
      media: { mediaType: imageHead.contentType, isText: false },
    },
    failures: ["conflict"],
    async serve({ exchange }) {
      // The steps below do not need the request.
      await Promise.resolve();
      const made = backups === null ? elsewhere : backups.makeImage();
      if (!made.ok) return exchange.answerFailure(made.failure);
      const image = made.value;
      image.end.catch(() => undefined);
      const bytes = image.bytes[Symbol.asyncIterator]();
      try {
        await exchange.answerStream(200, imageHead, { bytes: null, read: readInOrder(bytes) }, imageTimes);
      } finally {
        // If the client has disconnected, nothing reads the image: end it.
        await bytes.return?.();
      }
    },
  });

/**
 * Reads the config file again, as SIGHUP does. When the changes are in effect and durable, it answers which keys were changed and
 * which of them need a restart. 400 lists every mistake, 409 means that there is no config file: then nothing was changed.
 */
const reloadConfig = ({ reload }: Installation): Operation =>
  operation({
    ...common,
    method: "post",
    path: "/api/config/reload",
    gate: "load",
    id: "reloadConfig",
    summary:
      "Reads the config file again, as SIGHUP does. The service applies each change that needs no restart, and names the others.",
    answer: { status: 200, description: "The names of the changed keys, without values.", schema: reloadAnswer },
    failures: ["invalid_request", "conflict"],
    async handle({ caller }) {
      const reloaded = await reload({ agentId: caller.profile.id });
      if (reloaded.kind === "refused") return refusalOf(reloaded);
      return ok({ changed: reloaded.changed, needsRestart: reloaded.needsRestart });
    },
  });

const codes = {
  "no-file": "conflict",
  "not-serving": "unavailable",
  mistakes: "invalid_request",
} as const satisfies Record<string, ErrorCode>;

const refusalOf = ({ why, lines }: Reloaded & { readonly kind: "refused" }) =>
  fail(
    codes[why],
    why === "mistakes" ? ["Nothing was changed. The config has mistakes:", ...lines].join("\n") : lines.join("\n"),
  );
