import type { BotAnswer } from "../../../../../codec/admin/admin-bot.ts";
import { textsOf } from "../../../../shared/language/texts.ts";
import type { Sentences } from "../../../../shared/parts/sentences.ts";
import { settingsChannelTabs } from "../../../texts/en/settings-channel-tabs.ts";
import {
  checkBotEndpoint,
  checkName,
  checkOptionalUrl,
  checkToken,
  checkUrl,
  nameSentence,
  targetSentence,
  tokenSentence,
  urlSentence,
} from "../../forms/checks.ts";

const text = textsOf("settings-channel-tabs", settingsChannelTabs);

/** The form values of a bot; empty for missing fields. Stored secrets are unknown here: the fields have only typed text. */
export interface BotValues {
  readonly provider: string;
  readonly endpoint: string;
  readonly token: string;
  readonly name: string;
  readonly photo: string;
  readonly hasOauth: boolean;
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export const toBotValues = (bot: BotAnswer | null): BotValues => ({
  provider: bot?.provider ?? "",
  endpoint: bot?.endpoint ?? "",
  token: "",
  name: bot?.name ?? "",
  photo: bot?.photo ?? "",
  hasOauth: (bot?.oauth ?? null) !== null,
  tokenUrl: bot?.oauth?.tokenUrl ?? "",
  clientId: bot?.oauth?.clientId ?? "",
  clientSecret: "",
});

const clientIdSentence = (): string => text("clientIdWrong");
const clientSecretSentence = (): string => text("clientSecretWrong");

/** The service's names of the fields. */
export const botPlaces = {
  provider: "bot.provider",
  endpoint: "bot.endpoint",
  token: "bot.token",
  name: "bot.name",
  photo: "bot.photo",
  tokenUrl: "bot.oauth.tokenUrl",
  clientId: "bot.oauth.clientId",
  clientSecret: "bot.oauth.clientSecret",
} as const;

/** Source: BOT-03, BOT-04, AUTH-08. */
export const botSentences: Sentences<BotValues> = {
  provider: () => text("providerGone"),
  endpoint: targetSentence,
  token: ({ said = "" }) => {
    const channel = /^[^(]*channel \S+ \((.*)\) has a bot/s.exec(said)?.[1];
    return channel === undefined ? tokenSentence() : text("tokenTaken", { channel });
  },
  name: nameSentence,
  photo: urlSentence,
  hasOauth: () => text("switchAgain"),
  tokenUrl: targetSentence,
  clientId: clientIdSentence,
  clientSecret: clientSecretSentence,
};

/** A bot of another provider is new: no value of the previous one is kept. */
export const isNewBot = (bot: BotAnswer | null, { provider }: BotValues): boolean => bot?.provider !== provider;

/** Source: BOT-03, BOT-04, BOT-06, AUTH-08. */
export function checkBot(bot: BotAnswer | null, values: BotValues): Partial<Record<keyof BotValues, string | null>> {
  const { provider, endpoint, token, name, photo, hasOauth, tokenUrl, clientId, clientSecret } = values;
  const isNew = isNewBot(bot, values);
  const isNewClient = isNew || bot?.oauth === null;
  return {
    provider: provider === "" ? text("providerMissing") : null,
    endpoint: checkBotEndpoint(endpoint),
    token: token === "" && !isNew ? null : checkToken(token),
    name: name === "" ? null : checkName(name),
    photo: checkOptionalUrl(photo),
    tokenUrl: hasOauth ? checkUrl(tokenUrl) : null,
    clientId: hasOauth && clientId === "" ? clientIdSentence() : null,
    clientSecret: hasOauth && isNewClient && clientSecret === "" ? clientSecretSentence() : null,
  };
}

/** The `bot` of a change: all fields of a new bot, else the changed ones. A secret without new input stays. */
export function toBotChange(bot: BotAnswer | null, changed: Partial<BotValues>, values: BotValues): object {
  const isNew = isNewBot(bot, values);
  const given: Partial<BotValues> = isNew ? values : changed;
  const { provider, endpoint, token, name, photo } = given;
  const oauth = oauthChange(bot, given, values, isNew);
  return {
    ...(provider !== undefined && { provider }),
    ...(endpoint !== undefined && { endpoint }),
    ...(token !== undefined && token !== "" && { token }),
    ...(name !== undefined && { name: name === "" ? null : name }),
    ...(photo !== undefined && { photo: photo === "" ? null : photo }),
    ...(oauth !== undefined && { oauth }),
  };
}

function oauthChange(
  bot: BotAnswer | null,
  given: Partial<BotValues>,
  { hasOauth, ...values }: BotValues,
  isNew: boolean,
): object | null | undefined {
  if (!hasOauth) return given.hasOauth === false ? null : undefined;
  const { tokenUrl, clientId, clientSecret } = isNew || (bot?.oauth ?? null) === null ? values : given;
  const oauth = {
    ...(tokenUrl !== undefined && { tokenUrl }),
    ...(clientId !== undefined && { clientId }),
    ...(clientSecret !== undefined && clientSecret !== "" && { clientSecret }),
  };
  return Object.keys(oauth).length === 0 ? undefined : oauth;
}
