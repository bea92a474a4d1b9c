import type { Logger } from "pino";
import type { Reloading } from "./app-parts.ts";
import type { Config } from "./config/config.types.ts";
import { createFollowed } from "./core/followed.ts";
import { createCallGateway } from "./delivery/call-gateway.ts";
import type { RenewedGeo } from "./geo/renewed-geo.ts";
import { createSmtpMailer } from "./mail/smtp-mailer.ts";
import type { Clock } from "./ports/clock.ts";
import type { Mailer } from "./ports/mailer.ts";
import type { Telephony } from "./ports/telephony.ts";

interface FollowingParts {
  /** A reload changes this object in place. */
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
}

/** The call gateway. Each call uses the gateway that the config names at that moment. */
export function openTelephony({
  config,
  publicUrl,
  ...parts
}: FollowingParts & { readonly publicUrl: () => string }): Telephony {
  const statusUrl = (): string => `${publicUrl()}/calls/${encodeURIComponent(config.telephony?.token ?? "")}`;
  const gateways = createFollowed(
    () => config.telephony?.gatewayUrl ?? null,
    (gatewayUrl) => createCallGateway({ ...parts, gatewayUrl, statusUrl }),
  );
  return {
    get isConfigured() {
      return (config.telephony ?? null) !== null;
    },
    startCall: (call) => gateways.use((gateway) => gateway.startCall(call)),
    close: () => gateways.close(),
  };
}

/** The mail server. Each mail uses the server that the config names at that moment. */
export function openMailer({ config, ...parts }: FollowingParts): Mailer {
  const mailers = createFollowed(
    () => config.smtp ?? null,
    (smtp) => createSmtpMailer({ ...parts, smtp }),
  );
  return { send: (mail) => mailers.use((mailer) => mailer.send(mail)), close: () => mailers.close() };
}

/** How the process reloads its config. */
export interface ConfigReading extends Pick<Reloading, "view" | "read"> {
  setLogLevel(level: string): void;
}

/** Reads the config file again, and applies the parts that are outside the service. */
export const openReloading = ({ setLogLevel, ...reading }: ConfigReading, geo: RenewedGeo): Reloading => ({
  ...reading,
  async prepare(next, changed) {
    const isOther = changed.some((key) => /^geoDatabase\b/.test(key));
    const putGeo = isOther ? await geo.prepare(next.geoDatabase) : () => undefined;
    return () => {
      putGeo();
      setLogLevel(next.logLevel);
    };
  },
});
