import { Command } from "commander";
import type { ClientBase } from "pg";
import { pino } from "pino";
import { loadConfig } from "../config/config.ts";
import type { Config } from "../config/config.types.ts";
import type { FolderFlags } from "../config/data-folder.ts";
import { findInstallation } from "../config/data-folder.ts";
import { readEnvironment } from "../config/env.ts";
import { readOperands } from "../config/flags.ts";
import { defaultLimits } from "../config/limits.ts";
import { createMistakes } from "../config/mistakes.ts";
import { createAddressGuard } from "../delivery/address/address-guard.ts";
import { RowAudit } from "../domain/check/row-audit.ts";
import { bytesOfObjects } from "../files/postgres/bytes-of-objects.ts";
import { bytesOfFiles } from "../files/stored-files.ts";
import { StoreError } from "../ports/store-errors.ts";
import { decodeKey, describeKey, encodeKey } from "../store/keys.ts";
import { examineFolder } from "../store/lmdb/check/examine-folder.ts";
import { hasStore } from "../store/lmdb/folder/data-folder.ts";
import { defaultSegmentBytes, openLmdbStore } from "../store/lmdb/open-lmdb-store.ts";
import { labelOf } from "../store/postgres/database.ts";
import { openPostgresStore } from "../store/postgres/open-postgres-store.ts";
import { examineDatabase } from "../store/postgres/raw/examine-database.ts";
import type { DeployFlags } from "./deploy/describe-deployment.ts";
import { addDeployFlags, describeDeployment } from "./deploy/describe-deployment.ts";
import { checkOwnCertificate } from "./doctor/certificate.ts";
import { checkDiskSpeed } from "./doctor/disk-speed.ts";
import { checkFolder } from "./doctor/folder-check.ts";
import { checkClock, checkLimits } from "./doctor/machine-check.ts";
import type { Report } from "./doctor/report.ts";
import { createReport, mistakeStatus } from "./doctor/report.ts";
import { tellFindings } from "./doctor/row-repairs.ts";
import { checkTargets, targetsOfChannel, targetsOfConfig } from "./doctor/targets.ts";
import { programOf } from "./program-name.ts";

interface DoctorFlags extends FolderFlags, DeployFlags {
  readonly repair?: true;
  readonly connect?: true;
  readonly json?: true;
}

const log = pino({ level: "silent" });
const rowKeys = { encode: encodeKey, decode: decodeKey, describe: describeKey };

/** `npm run doctor`: what it found goes to standard output, how far it is and why it cannot to standard error. */
async function main(): Promise<void> {
  const mistakes = createMistakes();
  const argv = process.argv.slice(2);
  const command = createCommand();
  if (argv.includes("--help")) {
    process.stdout.write(command.helpInformation());
    return;
  }
  for (const operand of readOperands(command, argv, mistakes))
    mistakes.add("argument", { value: operand }, "flags only");
  const flags = command.opts<DoctorFlags>();
  const toDeploy = mistakes.lines.length > 0 ? null : describeDeployment(flags, mistakes);
  if (toDeploy !== null) {
    process.stdout.write(toDeploy);
    return;
  }
  const installation = mistakes.lines.length > 0 ? null : findInstallation(flags, readEnvironment(), mistakes);
  if (installation === null) return leave(mistakes.lines);
  const { dataDir, store, hasFilesElsewhere } = installation;
  if (store.kind !== "postgres" && !(await hasStore(dataDir)))
    return leave([`There is no data folder of Parley at ${dataDir}: name it with --data.`]);
  const report = createReport(flags.json === true);
  const config = readConfig(flags, report);
  const examine = store.kind === "postgres" ? examineShared : examineOwn;
  // Other users of the machine may read command lines, and an address in one may hold a password.
  if (store.kind === "postgres") process.title = "parley doctor";
  const place = store.kind === "postgres" ? store.url : dataDir;
  process.exitCode = await examine({ place, hasFilesElsewhere, flags, config, report });
}

interface Examined {
  /** The folder, or the URL, which is a secret. */
  readonly place: string;
  readonly hasFilesElsewhere: boolean;
  readonly flags: DoctorFlags;
  /** `null` where no config file was named, or it has mistakes. */
  readonly config: Config | null;
  readonly report: Report;
}

/** The config file as a start reads it, where one was named. */
function readConfig({ config: file }: DoctorFlags, { tell }: Report): Config | null {
  if (file === undefined) return null;
  const outcome = loadConfig({
    argv: ["--config", file],
    environment: readEnvironment(),
    createTargetCheck: (outbound) => createAddressGuard(outbound).checkTarget,
  });
  if (outcome.kind === "mistakes") for (const line of outcome.lines) tell("mistake", line);
  if (outcome.kind !== "config") return null;
  tell("ok", `${file} is a config file without mistakes`);
  return outcome.config;
}

/** Answers the exit status. */
async function examineOwn({ place: folder, hasFilesElsewhere, flags, config, report }: Examined): Promise<number> {
  const audit = new RowAudit(rowKeys);
  const { tell, onProgress } = report;
  const { isWhole, rows, records, files } = await examineFolder({
    folder,
    formerBytesMin: defaultSegmentBytes,
    filesIn: hasFilesElsewhere ? null : bytesOfFiles,
    rows: audit,
    onDamage: (text) => tell("DAMAGED", text),
    onNote: (text) => tell("note", text),
    onProgress,
  });
  const openStore = () => openLmdbStore({ dir: folder, log });
  if (isWhole) await tellFindings([...audit.findings()], { repairs: flags.repair === true, openStore }, report);
  await checkFolder(folder, tell);
  await checkDiskSpeed(folder, tell);
  await checkSurroundings({ audit, databaseAheadMs: null, flags, config, report });
  return report.end(folder, `${rows} rows, ${records} journal records, ${files} files were read`);
}

/** Answers the exit status. The database looks after its own pages; what is in them is read here. */
async function examineShared({ place: url, hasFilesElsewhere, flags, config, report }: Examined): Promise<number> {
  const audit = new RowAudit(rowKeys);
  const { tell, onProgress } = report;
  const filesIn = hasFilesElsewhere ? null : (client: ClientBase) => bytesOfObjects(client, "files");
  const { isWhole, rows, files, clockAheadMs } = await examineDatabase({
    url,
    filesIn,
    rows: audit,
    onDamage: (text) => tell("DAMAGED", text),
    onNote: (text) => tell("note", text),
    onProgress,
  });
  const openStore = async () => (await openPostgresStore({ url, nodeId: () => "", log })).store;
  if (isWhole) await tellFindings([...audit.findings()], { repairs: flags.repair === true, openStore }, report);
  await checkSurroundings({ audit, databaseAheadMs: clockAheadMs, flags, config, report });
  return report.end(`The database ${labelOf(url)}`, `${rows} rows were read, ${files} files were looked for`);
}

interface Surroundings extends Pick<Examined, "flags" | "config" | "report"> {
  readonly audit: RowAudit;
  readonly databaseAheadMs: number | null;
}

/** The machine, its clock, and everybody that the service sends to. */
async function checkSurroundings({ audit, databaseAheadMs, flags, config, report }: Surroundings): Promise<void> {
  const { tell } = report;
  const targets = [...audit.channels().flatMap(targetsOfChannel), ...(config === null ? [] : targetsOfConfig(config))];
  await checkLimits(config?.limits ?? defaultLimits, targets.length, tell);
  checkClock(audit.newestMs, databaseAheadMs, tell);
  if (config !== null) await checkOwnCertificate(config, tell);
  const policy = config?.outbound ?? { allow: [], allowHttp: false };
  const state = config?.localAddresses === "forbidden" ? "forbidden" : audit.localAddresses;
  const guard = createAddressGuard(policy, undefined, { state: () => state, changes: () => 0 });
  await checkTargets(targets, { refuse: guard.checkTargetResolved, connects: flags.connect === true, tell });
}

function createCommand(): Command {
  const command = new Command(programOf("doctor"))
    .description(
      [
        "Reads all of a data folder: the layout, every record of the journal, every page and row,",
        "what rows say of one another, the files of chats. The service must not run meanwhile. Of a PostgreSQL it reads every row, and what",
        "rows say of one another and of files; processes may run on it meanwhile. Whether its pages are whole, PostgreSQL knows: pg_amcheck, and checksums of its own.",
        "It also looks at the folder's modes, room and disk, at descriptors, memory and clock, and whether the names of all targets lead where",
        "the service may send. With --config it reads the whole config file as a start does. Nothing is changed without --repair.",
        "In place of a flag: PARLEY_CONFIG, PARLEY_DATA, PARLEY_STORE. Ends with 0 when all is whole, 1 when something is damaged,",
        "2 when it could not be read or for a mistake in the command.",
      ].join("\n"),
    )
    .usage("[flags]")
    .option("--data <folder>", "the data folder, as npm start takes it (default: ./data)")
    .option("--store <url>", "a PostgreSQL in place of the folder, as npm start takes it")
    .option("--config <file>", "the config file, which may name the data folder or the PostgreSQL")
    .option(
      "--repair",
      "mends what rows say of one another, as far as whole rows tell what was there; says each thing before and after",
    )
    .option("--connect", "also connects to targets over TLS, for the end of their certificates")
    .option("--json", "one JSON object a line, for machines")
    .helpOption("--help", "shows this text")
    .exitOverride()
    .configureOutput({ writeErr: () => undefined });
  return addDeployFlags(command);
}

function leave(lines: readonly string[]): void {
  for (const line of lines) process.stderr.write(`${line}\n`);
  process.exitCode = mistakeStatus;
}

main().catch((error: unknown) => {
  const isKnown = error instanceof StoreError || (error instanceof Error && "code" in error);
  const text = isKnown || !(error instanceof Error) ? String(Object(error).message ?? error) : error.stack;
  process.stderr.write(`${text}\n`);
  process.exit(mistakeStatus);
});
