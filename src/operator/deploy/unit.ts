import { CACHE_VARIABLE, ENVIRONMENT_NAMES } from "../../config/env.ts";
import { defaultLimits } from "../../config/limits.ts";
import { defaultHost, defaultPort } from "../../config/listening.ts";
import type { Places } from "./places.ts";
import { standardPlaces } from "./places.ts";
import { stopTimeoutMs } from "./stop-timeout.ts";

export interface UnitParts extends Places {
  /** The path of the config file; `null` without a config file. */
  readonly config: string | null;
}

/** Returns a systemd unit that keeps the binary running. Source: systemd.exec(5), systemd.service(5). */
export function systemdUnit({ program, data, cache, environment, config }: UnitParts): string {
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
