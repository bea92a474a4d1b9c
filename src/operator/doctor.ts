import { stat } from "node:fs/promises";
import type { ClientBase } from "pg";
import { pino } from "pino";
import { loadConfig } from "../config/config.ts";
import type { Config } from "../config/config.types.ts";
import type { Installation } from "../config/data-folder.ts";
import { findInstallation } from "../config/data-folder.ts";
import type { Environment } from "../config/env.ts";
import { defaultLimits } from "../config/limits.ts";
import { ok } from "../core/result.ts";
import { defectText } from "../core/telemetry/mapped-stack.ts";
import { createAddressGuard } from "../delivery/address/address-guard.ts";
import { RowAudit } from "../domain/check/row-audit.ts";
import { bytesOfObjects } from "../files/postgres/bytes-of-objects.ts";
import { bytesOfFiles } from "../files/stored-files.ts";
import { StoreError, StoreInUseError } from "../ports/store-errors.ts";
import { decodeKey, describeKey, encodeKey } from "../store/keys.ts";
import { examineFolder } from "../store/lmdb/check/examine-folder.ts";
import { hasStore } from "../store/lmdb/folder/data-folder.ts";
import { openLmdbStore } from "../store/lmdb/open-lmdb-store.ts";
import { labelOf } from "../store/postgres/database.ts";
import { openPostgresStore } from "../store/postgres/open-postgres-store.ts";
import { examineDatabase } from "../store/postgres/raw/examine-database.ts";
import type { OperatorCommand, Terminal } from "./command.ts";
import { mistakeStatus, withoutEnd } from "./command.ts";
import { describeDeployment } from "./deploy/describe-deployment.ts";
import { checkOwnCertificate } from "./doctor/certificate.ts";
import type { DoctorFlags } from "./doctor/command-line.ts";
import { createCommand } from "./doctor/command-line.ts";
import { checkDiskSpeed } from "./doctor/disk-speed.ts";
import { checkFolder } from "./doctor/folder-check.ts";
import { checkClock, checkLimits } from "./doctor/machine-check.ts";
import type { Report } from "./doctor/report.ts";
import { createReport } from "./doctor/report.ts";
import { lookAndMend } from "./doctor/row-repairs.ts";
import { checkTargets } from "./doctor/target-check.ts";
import { findTargets } from "./doctor/targets.ts";

const connectWithinMs = 5_000;
const log = pino({ level: "silent" });
const rowKeys = { encode: encodeKey, decode: decodeKey, describe: describeKey };

/** Findings go to standard output, progress and failures to standard error. */
export const doctor: OperatorCommand<DoctorFlags> = {
  create: createCommand,
  read(operands, flags, { environment, mistakes }) {
    for (const operand of operands) mistakes.add("argument", { value: operand }, "flags only");
    if (mistakes.lines.length > 0) return null;
    const toDeploy = describeDeployment(flags, mistakes);
    if (toDeploy !== null) return async ({ out }) => ok(out(withoutEnd(toDeploy)));
    const installation = mistakes.lines.length > 0 ? null : findInstallation(flags, environment, mistakes);
    if (installation === null) return null;
    return (terminal) =>
      examine(installation, flags, environment, terminal).catch((error: unknown) => {
        const isKnown = error instanceof StoreError || (error instanceof Error && "code" in error);
        const text = isKnown ? error.message : defectText(error);
        const next =
          error instanceof StoreInUseError
            ? ": stop the service first, because only a folder that is not in use can be read"
            : "";
        terminal.err(`${text}${next}`);
        return mistakeStatus;
      });
  },
};

/** Returns the exit status. */
async function examine(
  { dataDir, store, hasFilesElsewhere }: Installation,
  flags: DoctorFlags,
  environment: Environment,
  terminal: Terminal,
): Promise<number> {
  const refused = store.kind === "postgres" ? null : await refuseFolder(dataDir, flags);
  if (refused !== null) {
    terminal.err(refused);
    return mistakeStatus;
  }
  const report = createReport(flags.json === true, terminal);
  const config = readConfig(flags.config ?? environment.config, environment, report);
  const common = { hasFilesElsewhere, flags, config, report };
  return store.kind === "postgres"
    ? examineShared({ place: store.url, ...common })
    : examineOwn({ place: dataDir, ...common });
}

/** Returns why the folder cannot be read, or must not be written. */
async function refuseFolder(dataDir: string, { repair }: DoctorFlags): Promise<string | null> {
  if (!(await hasStore(dataDir)))
    return `There is no data folder of Parley at ${dataDir}: name it with --data, or a PostgreSQL with --store.`;
  const { uid } = await stat(dataDir);
  const isOwn = [undefined, uid].includes(process.geteuid?.());
  // The service could not read files that this user creates there.
  return repair === undefined || isOwn ? null : `${dataDir} belongs to user ${uid}: run --repair as that user.`;
}

interface Examined {
  /** The folder, or the URL of a database, which is a secret. */
  readonly place: string;
  readonly hasFilesElsewhere: boolean;
  readonly flags: DoctorFlags;
  /** `null` without a config file, or when it has mistakes. */
  readonly config: Config | null;
  readonly report: Report;
}

/** Reads the config file in the same way as a start. */
function readConfig(file: string | undefined, environment: Environment, { tell }: Report): Config | null {
  if (file === undefined) return null;
  const outcome = loadConfig({
    argv: ["--config", file],
    environment,
    createTargetCheck: (outbound) => createAddressGuard(outbound).checkTarget,
  });
  if (outcome.kind === "mistakes") {
    for (const line of outcome.lines) tell("mistake", line);
    tell("note", `The targets and the certificate in ${file} were not checked, because the file has mistakes`);
  }
  if (outcome.kind !== "config") return null;
  tell("ok", `${file} is a config file without mistakes`);
  return outcome.config;
}

/** Returns the exit status. */
async function examineOwn({ place: folder, hasFilesElsewhere, flags, config, report }: Examined): Promise<number> {
  const { tell, onProgress } = report;
  const look = async (onNote: (text: string) => void) => {
    const audit = new RowAudit(rowKeys);
    const read = await examineFolder({
      folder,
      filesIn: hasFilesElsewhere ? null : bytesOfFiles,
      rows: audit,
      onDamage: (text) => tell("DAMAGED", text),
      onNote,
      onProgress,
    });
    return { ...read, audit };
  };
  const openStore = () => openLmdbStore({ dir: folder, log });
  const { rows, records, files, audit } = await lookAndMend(
    { repairs: flags.repair === true, look, openStore },
    report,
  );
  await checkFolder(folder, tell);
  await checkDiskSpeed(folder, tell);
  await checkMachineAndTargets({ audit, databaseAheadMs: null, flags, config, report });
  return report.end(folder, `${rows} rows, ${records} journal records, ${files} files were read`);
}

/** Reads every row of a database, which checks its pages itself. Returns the exit status. */
async function examineShared({ place: url, hasFilesElsewhere, flags, config, report }: Examined): Promise<number> {
  const { tell, onProgress } = report;
  const filesIn = hasFilesElsewhere ? null : (client: ClientBase) => bytesOfObjects(client, "files");
  const look = async (onNote: (text: string) => void) => {
    const audit = new RowAudit(rowKeys);
    const onDamage = (text: string): void => tell("DAMAGED", text);
    return { ...(await examineDatabase({ url, filesIn, rows: audit, onDamage, onNote, onProgress })), audit };
  };
  const openStore = async () => (await openPostgresStore({ url, nodeId: () => "", log })).store;
  const repairs = flags.repair === true;
  const { rows, files, clockAheadMs, audit } = await lookAndMend({ repairs, look, openStore }, report);
  await checkMachineAndTargets({ audit, databaseAheadMs: clockAheadMs, flags, config, report });
  return report.end(
    `The database ${labelOf(url)}`,
    `${rows} rows were read, and the presence of ${files} files was checked`,
  );
}

interface MachineAndTargets extends Pick<Examined, "flags" | "config" | "report"> {
  readonly audit: RowAudit;
  readonly databaseAheadMs: number | null;
}

/** Checks the machine, its clock, and every target of the service. */
async function checkMachineAndTargets({
  audit,
  databaseAheadMs,
  flags,
  config,
  report,
}: MachineAndTargets): Promise<void> {
  const { tell } = report;
  const targets = findTargets(audit.channels(), config);
  await checkLimits(config?.limits ?? defaultLimits, targets.length, tell);
  checkClock(audit.newestMs, databaseAheadMs, tell);
  if (config !== null) await checkOwnCertificate(config, tell);
  const policy = config?.outbound ?? { allow: [], allowHttp: false };
  const state = config?.localAddresses === "forbidden" ? "forbidden" : audit.localAddresses;
  const guard = createAddressGuard(policy, undefined, { state: () => state, changes: () => 0 });
  await checkTargets(targets, { guard, connects: flags.connect === true, connectWithinMs, report });
}
