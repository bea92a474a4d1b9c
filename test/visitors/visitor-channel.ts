import type { ChannelSettings, WidgetSettings } from "../../machines/channel/channel.types.ts";
import { configureChannel } from "../../src/domain/configure.ts";
import type { ApiBody } from "../harness/api-body.ts";
import type { Service } from "../harness/service.ts";
import { webhooks } from "../harness/service-config.ts";

export type ChannelChange = Partial<Omit<ChannelSettings, "random" | "id">>;

export const widget: WidgetSettings = {
  allowedOrigins: [],
  safeUrls: [],
  callback: { enabled: true, balance: 10, hours: [], timeZone: "UTC" },
  look: { color: null, position: "right", language: null, title: null, greeting: null, sound: true },
  contactsForm: true,
  contactsFirst: false,
  home: false,
  suggestions: [],
  identity: null,
};

/** The settings that make `MOBILEAPP1` a web page's channel with developer webhooks. */
export const asWidget = (change: ChannelChange = {}): { readonly MOBILEAPP1: ChannelChange } => ({
  MOBILEAPP1: { kind: "widget", webhookUrl: "", widget, webhooks, ...change },
});

/** Saves the channel as an administrator does. */
export async function change(service: Service, change: ChannelChange): Promise<void> {
  const { runtime } = service.app;
  const settings = runtime.directory.find("MOBILEAPP1")?.settings;
  if (settings === undefined) throw new Error("MOBILEAPP1 is not there");
  await configureChannel(runtime, { ...settings, ...change });
  await service.settle();
}

/** Sends a request of Kim in a chat. Returns the response. */
export async function step(
  service: Service,
  name: string,
  body: object = {},
  { chat = 1, method = "POST" }: { readonly chat?: number; readonly method?: string } = {},
): Promise<ApiBody> {
  const answer = await service.call(method, `/api/chats/${chat}/${name}`, { token: await service.logIn("kim"), body });
  if (answer.status >= 300) throw new Error(`${name} was answered ${answer.status} ${JSON.stringify(answer.body)}`);
  await service.settle();
  return answer.body;
}

/** The fields that an event for the owner's server can have. They depend on the event's name. */
export interface ReportedEvent {
  readonly event_name: string;
  readonly user_token: string | null;
  readonly visitor: Readonly<Record<string, unknown>>;
  readonly session: { readonly ip_addr: string; readonly utm: string; readonly utm_json: object };
  readonly page: { readonly url: string; readonly title: string };
  readonly offline_message_id: string;
  readonly message: string;
  readonly chat: { readonly rate: string | null; readonly messages: readonly { readonly message: string }[] };
  readonly call: { readonly status: string; readonly reason?: string };
}

/** The events that the owner's server has received until now. Each is answered, so that the next can arrive. */
export async function takeReports(service: Service, name?: string): Promise<readonly ReportedEvent[]> {
  for (let seen = -1; seen !== service.reports.length; ) {
    seen = service.reports.length;
    for (const report of service.reports) report.answer();
    await service.pass(1_500);
  }
  const events = service.reports.map(({ body }): ReportedEvent => JSON.parse(Buffer.from(body).toString()));
  return events.filter((event) => name === undefined || event.event_name === name);
}
