import type { Config } from "./config.types.ts";
import type { ConfigFile } from "./config-schema.ts";
import type { Mistakes } from "./mistakes.ts";

/** The address of the metrics and their token. By default everybody can read them at the service's address. */
export function chooseMetricsPlace(
  entry: ConfigFile["metrics"],
  service: Pick<Config, "host" | "port">,
  mistakes: Mistakes,
): Config["metrics"] {
  const { host, port, token = null } = entry ?? {};
  if (host !== undefined && port === undefined)
    mistakes.add(["metrics", "port"], { problem: "is missing beside metrics.host" }, "an integer from 0 to 65535");
  if (port === undefined) return { address: null, token };
  const address = { host: host ?? "127.0.0.1", port };
  if (port !== 0 && port === service.port && address.host === service.host)
    mistakes.add(["metrics", "port"], { value: port }, "another port than the port of the service");
  return { address, token };
}
