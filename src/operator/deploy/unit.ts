import { CACHE_VARIABLE, ENVIRONMENT_NAMES } from "../../config/env.ts";
import { defaultLimits } from "../../config/limits.ts";
import { defaultHost, defaultPort } from "../../config/listening.ts";
import type { Places } from "./places.ts";
import { standardPlaces } from "./places.ts";

export interface UnitParts extends Places {
  /** The config file; `null` without one. */
  readonly config: string | null;
}

/** Beyond the time in which the service finishes what is in hand. */
const stopMarginMs = 7_000;

/** A unit by which systemd keeps the binary running. Source: systemd.exec(5), systemd.service(5). */
export function systemdUnit({ program, data, cache, environment, config }: UnitParts): string {
  // A flag would beat the file.
  const address = config === null ? ["--host", defaultHost, "--port", String(defaultPort)] : ["--config", config];
  const command = [program, "--data", data, ...address].map(quote).join(" ");
  const isStandard = data === standardPlaces.data;
  const isAtHome = [data, config ?? "", program].some((path) => /^\/(home|root|run\/user)\//.test(path));
  return `# /etc/systemd/system/parley.service
# Before the first start: useradd --system --shell /usr/sbin/nologin parley
# After it: journalctl -u parley shows the administrator's first password. Change it.
[Unit]
Description=Parley, a chat integration service
Wants=network-online.target
After=network-online.target

[Service]
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
# Status 2 is a mistake in a flag, the config file or the data folder: another start would find it again.
RestartPreventExitStatus=2
TimeoutStopSec=${(defaultLimits.drainTimeoutMs + stopMarginMs) / 1000}
# Each socket of an agent or a visitor is a descriptor.
LimitNOFILE=65536

# JavaScript is compiled while it runs: MemoryDenyWriteExecute= would end it.
NoNewPrivileges=yes
CapabilityBoundingSet=
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
ProtectSystem=strict
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
SystemCallArchitectures=native

[Install]
WantedBy=multi-user.target
`;
}

/** A word as systemd reads it back: it puts values in the place of `%` and `$`. */
function quote(word: string): string {
  const written = word.replace(/["\\]/g, "\\$&").replaceAll("%", "%%").replaceAll("$", "$$$$");
  return /[\s"'\\]/.test(word) ? `"${written}"` : written;
}
