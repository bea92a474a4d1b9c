import { brokenText, brokenTextIn } from "../codec/json/json.ts";
import { entriesOf, fieldOf } from "../codec/json/json-values.ts";
import type { Path } from "../codec/json/value-path.ts";
import { pathText } from "../codec/json/value-path.ts";
import { readSmtpUrl, smtpUrlForm } from "../codec/mail/smtp-url.ts";
import { scopesOfChannels, widerScopes } from "../codec/settings/api-key-schema.ts";
import { passwordForm } from "../codec/settings/password-bounds.ts";
import { isCommonPassword } from "../codec/settings/password-rule.ts";
import type { Failure } from "../core/result.ts";
import type { Mistakes } from "./mistakes.ts";

/** Creates the check of targets. Source: AUTH-05, AUTH-06. */
export interface OutboundConfig {
  readonly allow: readonly string[];
  readonly allowHttp: boolean;
}

/** Returns why requests to a URL are not allowed, as far as that is known without the network. `null` when they are. */
export type CheckTarget = (url: string) => Failure | null;
export type CreateTargetCheck = (outbound: OutboundConfig) => CheckTarget;

/** Reports mistakes between values: duplicate ids, unknown ids, halves of characters, mail without a server, and refused targets. */
export function reportCrossMistakes(file: unknown, createTargetCheck: CreateTargetCheck, mistakes: Mistakes): void {
  for (const key of ["departments", "agents", "providers", "channels"]) reportRepeats(file, key, "id", mistakes);
  reportRepeats(file, "agents", "email", mistakes);
  reportRepeats(file, "apiKeys", "name", mistakes);
  const broken = brokenTextIn(file);
  if (broken !== null) mistakes.add(broken, { problem: `contains ${brokenText}` }, "complete characters");
  entriesOf(file, "agents").forEach((agent, index) => {
    reportCommonPassword(agent, ["agents", index, "password"], mistakes);
    reportUnknownIds(file, agent, ["agents", index, "departments"], "departments", mistakes);
  });
  entriesOf(file, "channels").forEach((channel, index) => {
    reportUnknownIds(file, channel, ["channels", index, "agents"], "agents", mistakes);
    reportUnknownId(file, fieldOf(channel, "bot"), ["channels", index, "bot", "provider"], "providers", mistakes);
    reportIncoming(channel, ["channels", index], mistakes);
    reportEndpoints(fieldOf(channel, "webhooks"), ["channels", index, "webhooks"], mistakes);
  });
  entriesOf(file, "apiKeys").forEach((key, index) => {
    reportUnknownId(file, key, ["apiKeys", index, "agent"], "agents", mistakes);
    reportUnknownIds(file, key, ["apiKeys", index, "channels"], "channels", mistakes);
    reportScopes(key, ["apiKeys", index, "scopes"], mistakes);
  });
  reportEndpoints(fieldOf(file, "webhooks"), ["webhooks"], mistakes);
  reportSharedBots(file, mistakes);
  reportSharedKeys(file, mistakes);
  reportUnknownId(file, fieldOf(file, "telephony"), ["telephony", "channel"], "channels", mistakes);
  reportMail(file, mistakes);
  reportCollector(file, mistakes);
  reportTargets(file, createTargetCheck, mistakes);
}

function reportCommonPassword(agent: unknown, path: Path, mistakes: Mistakes): void {
  const password = fieldOf(agent, "password");
  if (typeof password === "string" && isCommonPassword(password))
    mistakes.add(path, { problem: "this password is among the most common" }, passwordForm);
}

/** Source: AUTH-16. */
function reportScopes(key: unknown, path: Path, mistakes: Mistakes): void {
  const [wide] = widerScopes(entriesOf(key, "scopes"));
  if (wide === undefined || entriesOf(key, "channels").length === 0 || mistakes.has(path)) return;
  mistakes.add(path, { value: wide }, scopesOfChannels);
}

/** Source: AUTH-18. */
function reportIncoming(channel: unknown, at: Path, mistakes: Mistakes): void {
  const [required, secret] = [
    [...at, "requireSignature"],
    [...at, "incomingSecret"],
  ];
  const given = fieldOf(channel, "incomingSecret");
  if (given === undefined && fieldOf(channel, "requireSignature") === true) {
    const problem = "needs incomingSecret, which is missing";
    mistakes.add(required, { problem }, "incomingSecret in this channel, or false");
  }
  if (given === undefined || given !== fieldOf(channel, "signingSecret") || mistakes.has(secret)) return;
  const other = pathText([...at, "signingSecret"]);
  mistakes.add(secret, { problem: "this secret is in use" }, `a secret that differs from ${other}`);
}

/** Source: WH-43. */
function reportEndpoints(webhooks: unknown, at: Path, mistakes: Mistakes): void {
  if (typeof webhooks !== "object" || webhooks === null) return;
  const names = entriesOf(webhooks, "endpoints").map((endpoint) => fieldOf(endpoint, "name"));
  if (at.length > 1 && names.length === 0 && fieldOf(webhooks, "url") === undefined)
    mistakes.add([...at, "url"], { problem: "is missing" }, "an absolute http or https URL, or endpoints");
  names.forEach((name, index) => {
    const first = names.indexOf(name);
    const path = [...at, "endpoints", index, "name"];
    if (first === index || mistakes.has(path)) return;
    mistakes.add(path, { value: name }, `a value that differs from ${pathText([...at, "endpoints", first, "name"])}`);
  });
}

/** A chat log by mail needs the mail server of the file. Source: WH-27. */
function reportMail(file: unknown, mistakes: Mistakes): void {
  const smtp = fieldOf(file, "smtp");
  const url = fieldOf(smtp, "url");
  const path = ["smtp", "url"];
  if (typeof url === "string" && readSmtpUrl(url) === null && !mistakes.has(path))
    mistakes.add(path, { problem: "this secret is not allowed" }, smtpUrlForm);
  if (smtp !== undefined) return;
  entriesOf(file, "channels").forEach((channel, index) => {
    const emails = ["channels", index, "chatLogEmails"];
    if (entriesOf(channel, "chatLogEmails").length === 0 || mistakes.has(emails)) return;
    mistakes.add(emails, { problem: "needs smtp, which is missing" }, "smtp in this file, or no addresses");
  });
}

/** A mistake shows the address, so the address must not hold a secret. */
function reportCollector(file: unknown, mistakes: Mistakes): void {
  const path = ["telemetry", "otlp", "endpoint"];
  const endpoint = fieldOf(fieldOf(fieldOf(file, "telemetry"), "otlp"), "endpoint");
  if (typeof endpoint !== "string" || mistakes.has(path)) return;
  const { username, password } = new URL(endpoint);
  if (username !== "" || password !== "")
    mistakes.add(
      path,
      { problem: "contains a user or a password" },
      "an address without user and password, and a header Authorization",
    );
}

/** The case of an address does not matter at login. Thus two addresses that differ only in case are the same. */
const sameEmail = (value: unknown): unknown => (typeof value === "string" ? value.toLowerCase() : value);

function reportRepeats(file: unknown, key: string, field: "id" | "email" | "name", mistakes: Mistakes): void {
  const first = new Map<unknown, Path>();
  entriesOf(file, key).forEach((entry, index) => {
    const value = fieldOf(entry, field);
    const path = [key, index, field];
    if (value === undefined || mistakes.has(path)) return;
    const identity = field === "email" ? sameEmail(value) : value;
    const earlier = first.get(identity);
    if (earlier === undefined) first.set(identity, path);
    else mistakes.add(path, { value }, `a value that differs from ${pathText(earlier)}`);
  });
}

/** Provider and token identify a bot, so two channels cannot share both. Source: BOT-04. */
function reportSharedBots(file: unknown, mistakes: Mistakes): void {
  const first = new Map<string, Path>();
  entriesOf(file, "channels").forEach((channel, index) => {
    const bot = fieldOf(channel, "bot");
    const [provider, token] = [fieldOf(bot, "provider"), fieldOf(bot, "token")];
    const path = ["channels", index, "bot", "token"];
    if (typeof provider !== "string" || typeof token !== "string" || mistakes.has(path)) return;
    const pair = JSON.stringify([provider, token]);
    const earlier = first.get(pair);
    if (earlier === undefined) first.set(pair, path);
    else {
      const problem = `this secret, with provider ${provider}, is in use`;
      mistakes.add(path, { problem }, `a secret that differs from ${pathText(earlier)}`);
    }
  });
}

/** The key identifies the program. Source: AUTH-16. */
function reportSharedKeys(file: unknown, mistakes: Mistakes): void {
  const keys = entriesOf(file, "apiKeys").map((entry) => fieldOf(entry, "key"));
  keys.forEach((key, index) => {
    const first = keys.indexOf(key);
    const path = ["apiKeys", index, "key"];
    if (typeof key !== "string" || first === index || mistakes.has(path)) return;
    const earlier = pathText(["apiKeys", first, "key"]);
    mistakes.add(path, { problem: "this secret is in use" }, `a secret that differs from ${earlier}`);
  });
}

function reportUnknownIds(file: unknown, owner: unknown, path: Path, key: string, mistakes: Mistakes): void {
  entriesOf(owner, String(path.at(-1))).forEach((id, index) => reportId(file, id, [...path, index], key, mistakes));
}

function reportUnknownId(file: unknown, owner: unknown, path: Path, key: string, mistakes: Mistakes): void {
  const id = fieldOf(owner, String(path.at(-1)));
  if (id !== undefined) reportId(file, id, path, key, mistakes);
}

function reportId(file: unknown, id: unknown, path: Path, key: string, mistakes: Mistakes): void {
  const ids = entriesOf(file, key).map((entry) => fieldOf(entry, "id"));
  if (ids.includes(id) || mistakes.has(path)) return;
  mistakes.add(
    path,
    { value: id },
    ids.length === 0 ? `an id of ${key}, of which there are none` : `an id of ${key}: ${ids.join(", ")}`,
  );
}

function reportTargets(file: unknown, createTargetCheck: CreateTargetCheck, mistakes: Mistakes): void {
  if (mistakes.has(["outbound"])) return;
  const given = fieldOf(file, "outbound");
  const outbound = {
    allow: entriesOf(given, "allow").filter((entry) => typeof entry === "string"),
    allowHttp: fieldOf(given, "allowHttp") === true,
  };
  const check = createTargetCheck(outbound);
  const checkWebhooks = createTargetCheck({ ...outbound, allowHttp: true });
  const reportAll = (webhooks: unknown, at: Path): void =>
    entriesOf(webhooks, "endpoints").forEach((endpoint, place) =>
      reportTarget(fieldOf(endpoint, "url"), [...at, "endpoints", place, "url"], checkWebhooks, mistakes),
    );
  reportAll(fieldOf(file, "webhooks"), ["webhooks"]);
  entriesOf(file, "channels").forEach((channel, index) => {
    const bot = fieldOf(channel, "bot");
    const at = (owner: unknown, keys: readonly string[], checkTarget: CheckTarget): void =>
      reportTarget(fieldOf(owner, String(keys.at(-1))), ["channels", index, ...keys], checkTarget, mistakes);
    at(channel, ["webhookUrl"], check);
    at(bot, ["bot", "endpoint"], check);
    at(fieldOf(bot, "oauth"), ["bot", "oauth", "tokenUrl"], check);
    at(fieldOf(channel, "webhooks"), ["webhooks", "url"], checkWebhooks);
    at(fieldOf(channel, "identity"), ["identity", "jwksUrl"], check);
    reportAll(fieldOf(channel, "webhooks"), ["channels", index, "webhooks"]);
  });
}

function reportTarget(url: unknown, path: Path, check: CheckTarget, mistakes: Mistakes): void {
  if (typeof url !== "string" || mistakes.has(path)) return;
  const refused = check(url);
  if (refused !== null) mistakes.add(path, { value: url }, `a permitted target. ${refused.message}`);
}
