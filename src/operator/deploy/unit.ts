import { CACHE_VARIABLE, ENVIRONMENT_NAMES } from "../../config/env.ts";
import { defaultLimits } from "../../config/limits.ts";
import { defaultHost, defaultPort } from "../../config/listening.ts";
import type { Places } from "./places.ts";
import { standardPlaces } from "./places.ts";
import { stopTimeoutMs } from "./stop-timeout.ts";

export interface UnitParts extends Places {
  /** The config file; `null` without one. */
  readonly config: string | null;
}

/** A unit by which systemd keeps the binary running. Source: systemd.exec(5), systemd.service(5). */
export function systemdUnit({ program, data, cache, environment, config }: UnitParts): string {
  // A flag would beat the file.
  const address = config === null ? ["--host", defaultHost, "--port", String(defaultPort)] : ["--config", config];
  const command = [program, "--data", data, ...address].map(quote).join(" ");
  const isStandard = data === standardPlaces.data;
  const isAtHome = [data, config ?? "", program].some((path) => /^\/(home|root|run\/user)\//.test(path));
  return `# /etc/systemd/system/parley.service
# Before the first start: useradd --system --shell /usr/sbin/nologin parley
${isStandard ? "" : `#                         install -d -o parley -g parley -m 0700 ${shellQuote(data)}\n`}\
# After it: journalctl -u parley shows the administrator's first password. Change it.
[Unit]
Description=Parley, a chat integration service
Wants=network-online.target
After=network-online.target
# However often it ended within a short time, it is started again.
StartLimitIntervalSec=0

[Service]
Type=exec
User=parley
ExecStart=${command}
# systemctl reload parley reads the config file again.
ExecReload=/bin/kill -HUP $MAINPID
# What is secret, such as ${ENVIRONMENT_NAMES.store}=postgres://..., in a file that root alone may read.
EnvironmentFile=-${environment}
Environment=${CACHE_VARIABLE}=${cache}
CacheDirectory=parley
CacheDirectoryMode=0700
${isStandard ? "StateDirectory=parley\nStateDirectoryMode=0700" : `ReadWritePaths=${quote(data)}`}
# The folder of "backup" in the config file, where there is one: ReadWritePaths=/mnt/elsewhere/parley
UMask=0077
Restart=always
RestartSec=1
# Status 2 is a mistake in a flag, the config file or the data folder, or an address that cannot be listened on: another start would find
# it again. An address that a machine has late, as by DHCP, is waited for where something holds back network-online.target.
RestartPreventExitStatus=2
# More than "drainTimeoutMs" in the config file's limits, which is ${defaultLimits.drainTimeoutMs} when it is not named.
TimeoutStopSec=${stopTimeoutMs / 1000}
# Each socket of an agent or a visitor is a descriptor.
LimitNOFILE=65536

# For a port below 1024: CAP_NET_BIND_SERVICE behind both.
CapabilityBoundingSet=
AmbientCapabilities=
# JavaScript is compiled while it runs: MemoryDenyWriteExecute= would end it.
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

/** A word as systemd reads it back: it puts values in the place of `%` and `$`. */
function quote(word: string): string {
  const written = word.replace(/["\\]/g, "\\$&").replaceAll("%", "%%").replaceAll("$", "$$$$");
  return /[\s"'\\]/.test(word) ? `"${written}"` : written;
}

/** A word as a shell reads it back. */
const shellQuote = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;
