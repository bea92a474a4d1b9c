import type { Static, TSchema } from "typebox";
import Type from "typebox";
import { about, cidrs, flag, httpUrlOfFolder, idNumber, mailbox, origin, text } from "../codec/schema/schema-parts.ts";
import type { SecretSchema } from "../codec/schema/secret-schema.ts";
import { plainSecret, secretText } from "../codec/schema/secret-schema.ts";
import { apiKeyFields } from "../codec/settings/api-key-schema.ts";
import { apiChannelSchema, endpointsSchema, widgetChannelSchema } from "../codec/settings/channel-schema.ts";
import { agentFields, departmentFields, providerFields } from "../codec/settings/people-schema.ts";
import { filesSchema } from "./files-schema.ts";
import { limitsSchema } from "./limits-schema.ts";
import { LOG_LEVELS } from "./log-levels.ts";
import { reloadKindOf } from "./reload/reload-keys.ts";
import { storeUrlForm } from "./store-url.ts";

const hours = (title: string, description: string, maximum: number) =>
  Type.Integer({ minimum: 1, maximum, ...about(title, description) });

/** The folder for continuous backups. */
const backupSchema = Type.Object(
  {
    folder: Type.String({
      minLength: 1,
      ...about(
        "the path of a folder",
        "Where copies go; on another disk than the data folder. Made when it is missing.",
      ),
    }),
    everySeconds: Type.Optional(
      hours("an integer from 1 to 3600", "How often what is new is copied. 10 by default.", 3_600),
    ),
    baseEveryHours: Type.Optional(
      hours("an integer from 1 to 720", "How often a base is made, from which a restore begins. 24 by default.", 720),
    ),
    keptDays: Type.Optional(hours("an integer from 1 to 3650", "How far back a restore can go. 7 by default.", 3_650)),
  },
  { additionalProperties: false, ...about('an object with "folder"', "Copies everything into a folder as it comes.") },
);

const closed = (description: string) => ({ additionalProperties: false, ...about("an object", description) });

const agentSchema = <Secret extends TSchema>(secret: SecretSchema<Secret>) =>
  Type.Object(agentFields(secret), closed("Somebody who answers clients."));

/** Whether the text is a day that exists, as in RFC 3339. */
const isDate = (value: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(value) && new Date(`${value}T00:00Z`).toJSON()?.startsWith(value) === true;

const apiKeySchema = <Secret extends TSchema>(secret: SecretSchema<Secret>) =>
  Type.Object(
    {
      ...apiKeyFields,
      key: secret("pk_ and 32 to 200 characters of A-Z, a-z, 0-9, _ and -", "What a program sends.", {
        pattern: "^pk_[A-Za-z0-9_-]{32,200}$",
      }),
      agent: idNumber("The agent in whose name it calls."),
      expires: Type.Optional(
        Type.Refine(
          Type.String(about("a date like 2030-12-31", "Its last day, in UTC; it has none by default.")),
          isDate,
        ),
      ),
    },
    closed("What a program may do without a person's password."),
  );

const departmentSchema = Type.Object(departmentFields, closed("A group of agents."));

const providerSchema = Type.Object(providerFields, closed("A bot provider."));

const telephonySchema = <Secret extends TSchema>(secret: SecretSchema<Secret>) =>
  Type.Object(
    {
      gatewayUrl: httpUrlOfFolder("The call gateway: calls are asked for at its /calls."),
      token: secret(
        "1 to 255 characters of A-Z, a-z, 0-9 and -._~!$&'()*+,;=:@, not . or ..",
        "Part of the address the gateway reports to.",
        { maxLength: 255, pattern: "^(?!\\.{1,2}$)[A-Za-z0-9._~!$&'()*+,;=:@-]+$" },
      ),
      channel: Type.Optional(
        text("the id of a channel of this file", "Incoming calls of unknown numbers belong to it."),
      ),
    },
    closed("The call gateway."),
  );

const smtpSchema = <Secret extends TSchema>(secret: SecretSchema<Secret>) =>
  Type.Object(
    {
      url: secret("an smtp or smtps URL", "The mail server.", { pattern: "^smtps?://." }),
      from: mailbox("The sender of the service's mail."),
    },
    closed("The mail server."),
  );

const fileSchema = (description: string) =>
  Type.Union(
    [
      Type.String({ minLength: 1 }),
      Type.Object({ file: Type.String({ minLength: 1 }) }, { additionalProperties: false }),
    ],
    about('the path of a PEM file, or { "file": "path" }', description),
  );

const storeTitle = `${storeUrlForm}, or an object with url and password`;
const storeText =
  "A PostgreSQL that several processes of the service may share, in place of the data folder. Its address alone does as well.";

const storeObject = <Secret extends TSchema>(secret: SecretSchema<Secret>) =>
  Type.Object(
    {
      url: secret(storeUrlForm, "The address of a PostgreSQL, with or without the password in it."),
      password: Type.Optional(secret("1 to 4096 characters", "The password of the URL's user.")),
    },
    { additionalProperties: false, ...about(storeTitle, storeText) },
  );

const metricsSchema = <Secret extends TSchema>(secret: SecretSchema<Secret>) =>
  Type.Object(
    {
      host: Type.Optional(
        text("a host name or an address", "Where /metrics is shown, with metrics.port. 127.0.0.1 by default."),
      ),
      port: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 65_535,
          ...about(
            "an integer from 0 to 65535",
            "Gives /metrics, with /healthz and /readyz beside it, an address of its own without TLS, and takes it off the service's; 0 picks a free port, which the log tells.",
          ),
        }),
      ),
      token: Type.Optional(
        secret("16 to 255 visible ASCII characters", "What whoever scrapes /metrics shows as a bearer token.", {
          minLength: 16,
          maxLength: 255,
          pattern: "^[!-~]+$",
        }),
      ),
    },
    closed("Where metrics are shown, and to whom. By default at the service's address, to whoever asks."),
  );

const telemetrySchema = <Secret extends TSchema>(secret: SecretSchema<Secret>) =>
  Type.Object(
    {
      otlp: Type.Optional(
        Type.Object(
          {
            endpoint: httpUrlOfFolder("A collector that takes OTLP over HTTP: traces are posted to its /v1/traces."),
            headers: Type.Optional(
              Type.Array(otlpHeaderSchema(secret), about("a list of headers", "What every request to it carries.")),
            ),
            sampleRatio: Type.Optional(
              Type.Number({
                minimum: 0,
                maximum: 1,
                ...about(
                  "a number from 0 to 1",
                  "The share of traces that are sent; each is sent whole. 1 by default.",
                ),
              }),
            ),
          },
          closed("Where traces go."),
        ),
      ),
    },
    closed("What the service sends to others about its work. Nothing by default."),
  );

const otlpHeaderSchema = <Secret extends TSchema>(secret: SecretSchema<Secret>) =>
  Type.Object(
    {
      name: Type.String({ maxLength: 255, pattern: "^[A-Za-z0-9-]+$", ...about("the name of a header", "Its name.") }),
      value: secret("1 to 4096 visible ASCII characters and spaces", "Its value.", { pattern: "^[ -~]+$" }),
    },
    closed("One header."),
  );

const outboundSchema = Type.Object(
  {
    allow: Type.Optional(cidrs("Addresses that are not public and may be sent to all the same.")),
    allowHttp: Type.Optional(flag("Allows plain http targets. False by default.")),
    thread: Type.Optional(
      flag(
        "Whether deliveries, webhooks and events to bots leave from a thread of their own. True by default on more than one core.",
      ),
    ),
    localAddresses: Type.Optional(
      Type.Enum(["settable", "forbidden"], {
        ...about(
          '"settable" or "forbidden"',
          "Whether an administrator may allow addresses of the own machine and network in the desk's settings. settable by default.",
        ),
      }),
    ),
  },
  closed("Where the service may send to: https on public addresses by default."),
);

const port = (description: string) =>
  Type.Integer({ minimum: 0, maximum: 65_535, ...about("an integer from 0 to 65535", description) });

/** What the service fetches from the hosts that strangers name. */
const fetchedSchemas = {
  remotePictures: Type.Optional(
    Type.Enum(["proxied", "off"], {
      ...about(
        '"proxied" or "off"',
        "Whether pictures on other hosts are fetched by the service and shown, or not shown. proxied by default.",
      ),
    }),
  ),
  linkPreviews: Type.Optional(
    Type.Enum(["on", "off"], {
      ...about(
        '"on" or "off"',
        "Whether the desk shows previews of links. The service then asks the hosts of the links that people and bots write. off by default.",
      ),
    }),
  ),
};

/** The schema of the whole file, with `channel` for an entry of `channels` and `store` for the store. */
const fileOf = <Secret extends TSchema, Channel extends TSchema, Place extends TSchema>(
  secret: SecretSchema<Secret>,
  channel: Channel,
  store: Place,
) =>
  Type.Object(
    {
      $schema: Type.Optional(text("an address", "The address of this schema, for editors.")),
      publicUrl: Type.Optional(
        origin("Where clients and agents reach the service; the address it listens on by default."),
      ),
      host: Type.Optional(text("a host name or an address", "The address to listen on. 127.0.0.1 by default.")),
      port: Type.Optional(port("The port to listen on; 0 picks a free one. 8080 by default.")),
      metrics: Type.Optional(metricsSchema(secret)),
      telemetry: Type.Optional(telemetrySchema(secret)),
      data: Type.Optional(text("the path of a folder", "The folder of the store. ./data by default.")),
      store: Type.Optional(store),
      files: Type.Optional(filesSchema(secret)),
      backup: Type.Optional(backupSchema),
      departments: Type.Optional(Type.Array(departmentSchema, about("a list of departments", "Groups of agents."))),
      agents: Type.Optional(Type.Array(agentSchema(secret), about("a list of agents", "Who answers clients."))),
      apiKeys: Type.Optional(Type.Array(apiKeySchema(secret), about("a list of API keys", "What programs may do."))),
      providers: Type.Optional(Type.Array(providerSchema, about("a list of providers", "Bot providers."))),
      channels: Type.Optional(Type.Array(channel, about("a list of channels", "Where clients write."))),
      webhooks: Type.Optional(
        Type.Object({ endpoints: endpointsSchema(secret) }, closed("Receivers of the events of every channel.")),
      ),
      telephony: Type.Optional(telephonySchema(secret)),
      outbound: Type.Optional(outboundSchema),
      ...fetchedSchemas,
      sampleCustomer: Type.Optional(
        flag(
          "Whether the first channel's replies go to a sample customer inside the service, with a page to write on. True by default.",
        ),
      ),
      trustedProxies: Type.Optional(
        cidrs("Proxies in front of the service: what they say of a visitor's address is believed."),
      ),
      geoDatabase: Type.Optional(
        text("the path of a MaxMind database (.mmdb)", "Where visitors' addresses are looked up; nowhere when absent."),
      ),
      tls: Type.Optional(
        Type.Object(
          { cert: fileSchema("The certificate and its chain."), key: fileSchema("The certificate's private key.") },
          closed("Serves https."),
        ),
      ),
      smtp: Type.Optional(smtpSchema(secret)),
      logLevel: Type.Optional(
        Type.Enum(LOG_LEVELS, {
          ...about(
            `one of ${LOG_LEVELS.join(", ")}`,
            "The lines of the log that are written: those of this level and above. The environment variable PARLEY_LOG beats it. info by default.",
          ),
        }),
      ),
      limits: Type.Optional(limitsSchema),
    },
    closed("The config file of Parley."),
  );

const publishedSecret: SecretSchema<TSchema> = (title, description, options) =>
  Type.Union(
    [
      Type.String(secretText(options)),
      Type.Object({ env: Type.String({ minLength: 1 }) }, { additionalProperties: false }),
      Type.Object({ file: Type.String({ minLength: 1 }) }, { additionalProperties: false }),
    ],
    {
      ...about(
        title,
        `${description} In place of the text: { "env": "NAME" } for a variable, { "file": "path" } for a file beside this one.`,
      ),
      writeOnly: true,
    },
  );

/** An entry of `channels` by its `kind`, with secrets as text. */
export const channelSchemas = { api: apiChannelSchema(plainSecret), widget: widgetChannelSchema(plainSecret) } as const;

/** The whole file except the entries of `channels`, with secrets as text. */
export const fileSchemaWithoutChannels = fileOf(plainSecret, Type.Unknown(), storeObject(plainSecret));

/** The whole file, with secrets as text. */
export const wholeFileSchema = fileOf(
  plainSecret,
  Type.Union([channelSchemas.api, channelSchemas.widget]),
  storeObject(plainSecret),
);

/** A valid config file with all secrets inserted. */
export type ConfigFile = Static<typeof wholeFileSchema>;
export type ApiChannelEntry = Static<typeof channelSchemas.api>;
export type WidgetChannelEntry = Static<typeof channelSchemas.widget>;

/** The schema at `/config.schema.json`: plain data, JSON Schema 2020-12. */
export function jsonSchema(): Readonly<Record<string, unknown>> {
  const channel = Type.Union([apiChannelSchema(publishedSecret), widgetChannelSchema(publishedSecret)], {
    ...about('an object whose kind is "api" or "widget"', "One channel."),
  });
  const store = Type.Union(
    [publishedSecret(storeUrlForm, storeText), storeObject(publishedSecret)],
    about(storeTitle, storeText),
  );
  const schema: unknown = JSON.parse(JSON.stringify(fileOf(publishedSecret, channel, store)));
  sayReload(schema, "");
  return { $schema: "https://json-schema.org/draft/2020-12/schema", ...Object(schema), title: "Parley config file" };
}

/** Adds to each key what a reload does with it, as `x-reload`. */
function sayReload(schema: unknown, path: string): void {
  for (const [key, property] of Object.entries(Object(Object(schema).properties))) {
    const kind = reloadKindOf(`${path}${key}`);
    if (kind !== null) Object.assign(Object(property), { "x-reload": kind });
    if (path === "") sayReload(property, `${key}.`);
  }
}
