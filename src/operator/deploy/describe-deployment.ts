import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { isSea } from "node:sea";
import type { Command } from "commander";
import type { FolderFlags } from "../../config/data-folder.ts";
import { CACHE_VARIABLE, ENVIRONMENT_NAMES } from "../../config/env.ts";
import { defaultLimits } from "../../config/limits.ts";
import { defaultHost, defaultPort } from "../../config/listening.ts";
import type { Mistakes } from "../../config/mistakes.ts";

export interface DeployFlags {
  readonly unit?: true;
  readonly containerfile?: true;
  readonly compose?: true;
}

/** The flags that request a file. */
const files = ["unit", "containerfile", "compose"] as const;

export const addDeployFlags = (command: Command): Command =>
  command
    .option(
      "--unit",
      "prints a systemd unit for the binary, with the folder and the config file named, and reads nothing",
    )
    .option("--containerfile", "prints a Containerfile for the binary, and reads nothing")
    .option("--compose", "prints a compose file for the image of the Containerfile, and reads nothing");

/** Returns the requested file. `null` if no file was requested, or if `mistakes` has a line. */
export function describeDeployment(flags: FolderFlags & DeployFlags, mistakes: Mistakes): string | null {
  const [asked, other] = files.filter((name) => flags[name] !== undefined);
  if (asked === undefined) return null;
  if (other !== undefined)
    mistakes.add(`--${other}`, { problem: `it is used together with --${asked}` }, "only one of the two");
  // An address can contain a password, and many users can read both files.
  if (flags.store !== undefined)
    mistakes.add("--store", { problem: `is not for --${asked}` }, "PARLEY_STORE in the environment of the service");
  if (asked !== "unit")
    for (const name of ["data", "config"] as const)
      if (flags[name] !== undefined)
        mistakes.add(`--${name}`, { problem: `is not for --${asked}` }, "a volume that is mounted into the container");
  if (mistakes.lines.length > 0) return null;
  if (asked === "containerfile") return containerfile(standardPlaces);
  if (asked === "compose") return composeFile(standardPlaces);
  const places = {
    ...standardPlaces,
    program: isSea() ? realpathSync(process.execPath) : standardPlaces.program,
    data: flags.data === undefined ? standardPlaces.data : resolve(flags.data),
  };
  return systemdUnit(places, flags.config === undefined ? null : resolve(flags.config));
}

/**
 * By default, glibc raises these limits, and keeps large blocks that are free again. Set to their first values, they stay. Under load
 * this saves 10 to 25 MiB and takes no more CPU time. Source: mallopt(3).
 */
const allocatorSettings = ["MALLOC_MMAP_THRESHOLD_=131072", "MALLOC_TRIM_THRESHOLD_=131072"];

/** Any number that no user of the base image has. */
const userId = 10_001;

/**
 * Returns the build file for an image of the binary. The binary must be in the same folder. Source: containers/common,
 * Containerfile(5).
 */
function containerfile({ program, data, cache }: Places): string {
  return `# podman build -t parley -f Containerfile .    with the binary in the same folder, as the file "parley"
# podman run -d --name parley --restart=always --stop-timeout=${stopTimeoutMs / 1000} -p 127.0.0.1:${defaultPort}:${defaultPort} -v parley-data:${data} parley
# podman logs parley shows the administrator's first password. To use a config file, mount it and add -e ${ENVIRONMENT_NAMES.config}=/...
# A folder of this machine instead of the volume must belong to user ${userId}.
FROM docker.io/library/debian:stable-slim
COPY --chmod=0755 parley ${program}
RUN install -d -o ${userId} -g ${userId} -m 0700 ${data} ${cache}
USER ${userId}:${userId}
ENV ${ENVIRONMENT_NAMES.data}=${data} \\
    ${ENVIRONMENT_NAMES.host}=0.0.0.0 \\
    ${ENVIRONMENT_NAMES.port}=${defaultPort} \\
    ${CACHE_VARIABLE}=${cache} \\
    ${allocatorSettings.join(" \\\n    ")}
# Unpacks the binary's files, so that a container with a read-only root starts too.
RUN ["${program}", "doctor", "--help"]
VOLUME ${data}
EXPOSE ${defaultPort}
# On SIGTERM, the service finishes its work and ends.
STOPSIGNAL SIGTERM
ENTRYPOINT ["${program}"]
`;
}

/** Asks whether the service is ready, with what the base image has. */
const readinessProbe = `exec 3<>/dev/tcp/127.0.0.1/${defaultPort}; printf 'GET /readyz HTTP/1.1\\r\\nHost: parley\\r\\nConnection: close\\r\\n\\r\\n' >&3; head -n 1 <&3 | grep -q ' 200 '`;

/**
 * Returns a compose file for one node. The Containerfile and the binary must be in the same folder. Source: compose-spec,
 * https://github.com/compose-spec/compose-spec
 */
function composeFile({ data }: Places): string {
  return `# docker compose up -d    with the Containerfile and the binary in the same folder
# docker compose logs parley shows the administrator's first password. To use a config file, mount it and set ${ENVIRONMENT_NAMES.config}.
services:
  parley:
    build:
      context: .
      dockerfile: Containerfile
    restart: always
    ports:
      - "127.0.0.1:${defaultPort}:${defaultPort}"
    # For a PostgreSQL in place of the volume:
    # environment:
    #   ${ENVIRONMENT_NAMES.store}: postgres://parley:secret@database:5432/parley
    volumes:
      - parley-data:${data}
    read_only: true
    tmpfs:
      - /tmp
    cap_drop:
      - ALL
    security_opt:
      - no-new-privileges:true
    # Must be longer than "drainTimeoutMs" in the limits of the config file.
    stop_grace_period: ${stopTimeoutMs / 1000}s
    healthcheck:
      test: ["CMD", "bash", "-c", ${JSON.stringify(readinessProbe)}]
      interval: 10s
      timeout: 5s
      start_period: 60s
volumes:
  parley-data: {}
`;
}

/**
 * Returns a systemd unit that keeps the binary running. `config` is the path of the config file; `null` without one.
 * Source: systemd.exec(5), systemd.service(5).
 */
function systemdUnit({ program, data, cache, environment }: Places, config: string | null): string {
  // A flag would override the config file.
  const address = config === null ? ["--host", defaultHost, "--port", String(defaultPort)] : ["--config", config];
  const command = [program, "--data", data, ...address].map(quote).join(" ");
  const isStandard = data === standardPlaces.data;
  const isAtHome = [data, config ?? "", program].some((path) => /^\/(home|root|run\/user)\//.test(path));
  return `# /etc/systemd/system/parley.service
# Before the first start: useradd --system --shell /usr/sbin/nologin parley
${isStandard ? "" : `#                         install -d -o parley -g parley -m 0700 ${shellQuote(data)}\n`}\
# After the first start: journalctl -u parley shows the administrator's first password. Change that password.
[Unit]
Description=Parley, a chat integration service
Wants=network-online.target
After=network-online.target
# The service is started again, even if it ended many times within a short time.
StartLimitIntervalSec=0

[Service]
Type=exec
User=parley
ExecStart=${command}
# "systemctl reload parley" makes the service read the config file again.
ExecReload=/bin/kill -HUP $MAINPID
# Secrets, such as ${ENVIRONMENT_NAMES.store}=postgres://..., belong in this file, which only root may read.
EnvironmentFile=-${environment}
Environment=${CACHE_VARIABLE}=${cache}
# Memory that is free again goes back to the system.
Environment=${allocatorSettings.join(" ")}
CacheDirectory=parley
CacheDirectoryMode=0700
${isStandard ? "StateDirectory=parley\nStateDirectoryMode=0700" : `ReadWritePaths=${quote(data)}`}
# If the config file has a folder in "backup", add it: ReadWritePaths=/mnt/elsewhere/parley
UMask=0077
Restart=always
RestartSec=1
# Status 2 means a mistake in a flag, in the config file or in the data folder, or an address on which the service cannot listen. Another start
# would fail in the same way. For an address that the machine gets late, for example by DHCP, network-online.target must wait.
RestartPreventExitStatus=2
# Must be longer than "drainTimeoutMs" in the limits of the config file. The default of that limit is ${defaultLimits.drainTimeoutMs} ms.
TimeoutStopSec=${stopTimeoutMs / 1000}
# Each socket of an agent or a visitor needs a file descriptor.
LimitNOFILE=65536

# For a port below 1024, add CAP_NET_BIND_SERVICE to both lines.
CapabilityBoundingSet=
AmbientCapabilities=
# Do not add MemoryDenyWriteExecute=, because Node compiles JavaScript at run time.
NoNewPrivileges=yes
LockPersonality=yes
PrivateDevices=yes
PrivateTmp=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHome=${isAtHome ? "no" : "yes"}
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
ProtectSystem=strict
RemoveIPC=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
SystemCallArchitectures=native
SystemCallErrorNumber=EPERM
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources

[Install]
WantedBy=multi-user.target
`;
}

/** Quotes a word for systemd, which would otherwise expand `%` and `$`. */
function quote(word: string): string {
  const written = word.replace(/["\\]/g, "\\$&").replaceAll("%", "%%").replaceAll("$", "$$$$");
  return /[\s"'\\]/.test(word) ? `"${written}"` : written;
}

/** Quotes a word for a shell. */
const shellQuote = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

/** Paths on a machine that runs the binary as a service. Source: Filesystem Hierarchy Standard 3.0. */
interface Places {
  readonly program: string;
  readonly data: string;
  readonly cache: string;
  /** A file with environment variables for secrets. Only root can read the file. */
  readonly environment: string;
}

const standardPlaces: Places = {
  program: "/usr/local/bin/parley",
  data: "/var/lib/parley",
  cache: "/var/cache/parley",
  environment: "/etc/parley/environment",
};

const marginMs = 7_000;

/** The time after which a service manager may kill a stopping service. The service finishes its work and ends well before. */
const stopTimeoutMs = defaultLimits.drainTimeoutMs + marginMs;
