import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chown, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import type { AddressInfo, Socket } from "node:net";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { request } from "undici";
import { findFreePort } from "../free-port.ts";
import { nowMs, passed } from "../time.ts";
import { killAll, nobody } from "./postgres-server.ts";

/** Three databases under Patroni on loopback, with their own etcd. Needs Debian's packages `patroni`, `etcd-server` and `postgresql`. */
export interface Patroni {
  /** The URL always leads to the current primary. */
  readonly url: string;
  /** Kills the primary and its Patroni, as if their machine died. Resolves with the time in ms without a primary. */
  killPrimary(): Promise<number>;
  remove(): Promise<void>;
}

interface Running extends Member {
  readonly process: ChildProcess;
}

const bin = "/usr/lib/postgresql/15/bin";
const readyWithinMs = 90_000;
const lookEveryMs = 100;

export async function startPatroni(): Promise<Patroni> {
  const folder = await mkdtemp(join(tmpdir(), "parley-patroni-"));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) await chown(folder, nobody, nobody);
  const user = isRoot ? { uid: nobody, gid: nobody } : {};
  const start = (program: string, args: readonly string[]): ChildProcess =>
    spawn(program, args, {
      ...user,
      cwd: folder,
      env: { LC_ALL: "C", HOME: folder, PATH: `/usr/bin:/bin:${bin}` },
      stdio: "ignore",
    });
  const [clientPort, peerPort] = [await findFreePort(), await findFreePort()];
  const etcd = start("etcd", etcdArguments(folder, clientPort, peerPort));
  const members: Running[] = [];
  for (const name of ["first", "second", "third"]) {
    const [port, restPort] = [await findFreePort(), await findFreePort()];
    const own = join(folder, name);
    await mkdir(own);
    if (isRoot) await chown(own, nobody, nobody);
    const file = join(folder, `${name}.json`);
    await writeFile(file, JSON.stringify(configOf({ name, own, port, restPort, etcdPort: clientPort })), {
      mode: 0o644,
    });
    members.push({ port, restPort, process: start("patroni", [file]) });
  }
  const address = await openPrimaryAddress(members);
  await whenPrimary(address, null);
  return {
    url: `postgres://parley@127.0.0.1:${address.port}/postgres`,
    async killPrimary() {
      const primary = members.find(({ port }) => port === address.primary()?.port);
      if (primary?.process.pid === undefined) throw new Error("Expected a primary, found none");
      killAll(primary.process.pid);
      const sinceMs = nowMs();
      await whenPrimary(address, primary.port);
      return nowMs() - sinceMs;
    },
    async remove() {
      await address.close();
      for (const { process: patroni } of [...members, { process: etcd }]) {
        if (patroni.pid === undefined || patroni.exitCode !== null || patroni.signalCode !== null) continue;
        const ended = once(patroni, "exit");
        killAll(patroni.pid);
        await ended;
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Resolves when there is a primary at another port than `former`. */
async function whenPrimary(address: PrimaryAddress, former: number | null): Promise<void> {
  const untilMs = nowMs() + readyWithinMs;
  for (let found = address.primary(); found === null || found.port === former; found = address.primary()) {
    if (nowMs() > untilMs) throw new Error(`Patroni had no primary within ${readyWithinMs / 1_000} s`);
    await passed(lookEveryMs);
  }
}

function etcdArguments(folder: string, clientPort: number, peerPort: number): readonly string[] {
  const [client, peer] = [`http://127.0.0.1:${clientPort}`, `http://127.0.0.1:${peerPort}`];
  return [
    ...["--data-dir", join(folder, "etcd"), "--name", "only", "--initial-cluster", `only=${peer}`],
    ...["--listen-client-urls", client, "--advertise-client-urls", client],
    ...["--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer],
  ];
}

interface MemberPlace {
  readonly name: string;
  readonly own: string;
  readonly port: number;
  readonly restPort: number;
  readonly etcdPort: number;
}

/** Patroni reads YAML, and JSON is YAML too. */
const configOf = ({ name, own, port, restPort, etcdPort }: MemberPlace): object => ({
  scope: "parley",
  name,
  restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
  etcd3: { hosts: `127.0.0.1:${etcdPort}` },
  bootstrap: {
    dcs: {
      ...{ ttl: 20, loop_wait: 2, retry_timeout: 5, maximum_lag_on_failover: 1_048_576 },
      // An answered write is stored on two machines.
      synchronous_mode: true,
      postgresql: { use_pg_rewind: true, parameters: { max_connections: 100, wal_keep_size: "256MB" } },
    },
    initdb: [{ encoding: "UTF8" }, { locale: "C" }, "data-checksums"],
  },
  postgresql: {
    ...{ listen: `127.0.0.1:${port}`, connect_address: `127.0.0.1:${port}`, data_dir: join(own, "data"), bin_dir: bin },
    pgpass: join(own, "pgpass"),
    pg_hba: ["host all all 127.0.0.1/32 trust", "host replication all 127.0.0.1/32 trust", "local all all trust"],
    authentication: { superuser: { username: "parley" }, replication: { username: "replicator" } },
    parameters: { unix_socket_directories: own },
  },
});

/** The ports of a database and of its Patroni. */
interface Member {
  readonly port: number;
  readonly restPort: number;
}

/** An address that leads to the primary, like a HAProxy. It queries `/primary` of each Patroni. */
interface PrimaryAddress {
  readonly port: number;
  /** The member that is the primary; null while there is no primary. */
  primary(): Member | null;
  close(): Promise<void>;
}

const askEveryMs = 300;
const answerWithinMs = 1_000;

async function openPrimaryAddress(members: readonly Member[]): Promise<PrimaryAddress> {
  let primary: Member | null = null;
  let isClosed = false;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    if (primary === null) return void client.destroy();
    const database = connect(primary.port, "127.0.0.1");
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(from);
      from
        .on("error", () => to.destroy())
        .on("close", () => {
          sockets.delete(from);
          to.destroy();
        });
      from.pipe(to);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const watch = async (): Promise<void> => {
    while (!isClosed) {
      const answers = await Promise.all(members.map(isPrimary));
      const next = members.find((_, index) => answers[index]) ?? null;
      // Clients of the former primary must not write there any more.
      if (next !== primary) for (const socket of sockets) socket.destroy();
      primary = next;
      await passed(askEveryMs);
    }
  };
  void watch();
  return {
    port: (server.address() as AddressInfo).port,
    primary: () => primary,
    close: () =>
      new Promise((resolve) => {
        isClosed = true;
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

async function isPrimary({ restPort }: Member): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(answerWithinMs);
    const { statusCode, body } = await request(`http://127.0.0.1:${restPort}/primary`, { signal });
    await body.dump();
    return statusCode === 200;
  } catch {
    return false;
  }
}
