import type { ChannelSettings, SigningSecrets } from "../../../machines/channel/channel.types.ts";
import { toChangedIdentity } from "../../codec/admin/admin-widget.ts";
import { changeSecret } from "../../codec/signatures/signing-secrets.ts";
import type { ChannelConfig } from "../../config/config.types.ts";
import { newRandom } from "../../core/random/channel-address.ts";
import { withOwnBotPhoto } from "../agent/photos.ts";
import { configureChannel } from "../configure.ts";
import type { Runtime } from "../runtime.ts";

/** Creates or updates a channel of the config file, with a random string where the file has none. A secret that the file replaces still counts for its grace period. Source: CH-03, WH-40. */
export function declareChannel(runtime: Runtime, { settings, random: given }: ChannelConfig): Promise<void> {
  const stored = runtime.directory.find(settings.id)?.settings;
  const random = given ?? stored?.random ?? newRandom();
  const declared = withStoredSecrets({ ...withOwnBotPhoto(settings, stored), random }, stored, runtime.clock.nowMs());
  return configureChannel(runtime, declared, "config file");
}

/** A secret of the file that differs from the stored one is a change of secret. A bot of another provider is a new bot. */
function withStoredSecrets(
  settings: ChannelSettings,
  stored: ChannelSettings | undefined,
  nowMs: number,
): ChannelSettings {
  const { bot, webhooks, incoming, widget } = settings;
  const outgoing = changeSecret(stored ?? null, settings.signingSecret, nowMs);
  const ofSystem = changeSecret(stored?.incoming ?? null, incoming.signingSecret, nowMs);
  const storedBot = stored?.bot?.providerId === bot?.providerId ? (stored?.bot ?? null) : null;
  return {
    ...settings,
    ...apartFrom(ofSystem, outgoing),
    incoming: apartFrom(outgoing, ofSystem),
    bot: bot && { ...bot, ...changeSecret(storedBot, bot.signingSecret, nowMs) },
    webhooks: webhooks && {
      ...webhooks,
      ...changeSecret(stored?.webhooks ?? null, webhooks.signingSecret, nowMs),
      endpoints: webhooks.endpoints.map((endpoint) => {
        const known = stored?.webhooks?.endpoints.find(({ name }) => name === endpoint.name) ?? null;
        return { ...endpoint, ...changeSecret(known, endpoint.signingSecret, nowMs) };
      }),
    },
    widget: widget && {
      ...widget,
      identity: toChangedIdentity(stored?.widget?.identity ?? null, widget.identity, nowMs),
    },
  };
}

/** A secret that the file moves to the other direction ends in this one at once. Source: AUTH-18. */
const apartFrom = (other: SigningSecrets, own: SigningSecrets): SigningSecrets =>
  own.previousSecret?.secret === other.signingSecret ? { ...own, previousSecret: null } : own;
