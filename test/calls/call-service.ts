import type { Test } from "tap";
import type { CallbackSettings, ChannelSettings } from "../../machines/channel/channel.types.ts";
import type { ChatContext } from "../../machines/chat/chat.types.ts";
import type { SenderFacts } from "../../machines/chat/client.types.ts";
import type { ConversationKey } from "../../machines/ids.ts";
import { widgetDefaults } from "../../src/codec/settings/channel-defaults.ts";
import { asChannelId, clientConversation } from "../../src/core/ids.ts";
import type { Result } from "../../src/core/result.ts";
import { configureChannel } from "../../src/domain/configure.ts";
import { newMessageId } from "../../src/domain/new-ids.ts";
import type { ApiAnswer, MadeReport, Service, ServiceOptions } from "../harness/service.ts";
import { startService } from "../harness/service.ts";
import { webhooks } from "../harness/service-config.ts";

export const widgetId = asChannelId("MOBILEAPP1");
export const phone = "+442079460181";
export const token = "gw-2f7c90ab41d86e35";
export const callback: CallbackSettings = { enabled: true, balance: 100, hours: [], timeZone: "UTC" };

/** The service with a call gateway and a widget. Its visitors can ask for calls, and Kim and Lee work there. */
export interface CallService {
  readonly service: Service;
  /** Sends `POST /calls/{token}`. */
  report(body: unknown, gatewayToken?: string): Promise<ApiAnswer>;
  /** Sends the same request, and expects 200. */
  reported(body: object): Promise<void>;
  /** Sends a visitor's message in the widget. */
  write(visitor: string, sender?: Partial<SenderFacts>): Promise<void>;
  refusal(visitor: string): Promise<string | null>;
  callBack(visitor: string, number?: string): Promise<Result<ChatContext>>;
  configureWidget(changes: Partial<ChannelSettings>): Promise<void>;
  configureCallback(changes: Partial<CallbackSettings>): Promise<void>;
  /** The `call` of every call_event so far, oldest first. */
  events(): Promise<readonly CallEventBody[]>;
  /** The texts of a chat, in order. */
  texts(chatId: string): Promise<readonly string[]>;
}

export interface CallEventBody {
  readonly event_name: string;
  readonly chat_id: number;
  readonly widget_id: string;
  readonly visitor: Readonly<Record<string, unknown>>;
  readonly agent: { readonly id: number } | null;
  readonly call: Readonly<Record<string, unknown>>;
}

export const conversationOf = (visitor: string): ConversationKey => clientConversation(widgetId, visitor);

export async function startCalls(t: Test, options: ServiceOptions = {}): Promise<CallService> {
  const widget = { ...widgetDefaults, callback };
  const service = await startService(t, {
    ...options,
    channels: {
      ...options.channels,
      MOBILEAPP1: { kind: "widget", widget, webhooks, ...options.channels?.["MOBILEAPP1"] },
    },
    config: { telephony: { gatewayUrl: "https://pbx.example.com", token }, ...options.config },
  });
  const { runtime, calls } = service.app;
  const report: CallService["report"] = (body, gatewayToken = token) =>
    service.call("POST", `/calls/${gatewayToken}`, { body });
  const widgetSettings = (): ChannelSettings => {
    const settings = runtime.directory.find(widgetId)?.settings;
    if (settings === undefined) throw new Error("Expected the widget to be there");
    return settings;
  };
  const configureWidget: CallService["configureWidget"] = async (changes) => {
    await configureChannel(runtime, { ...widgetSettings(), ...changes });
    await service.settle();
  };
  return {
    service,
    report,
    async reported(body) {
      const answer = await report(body);
      if (answer.status !== 200) throw new Error(`Expected 200, got ${answer.status} ${JSON.stringify(answer.body)}`);
      await service.settle();
    },
    async write(visitor, sender = {}) {
      const content = { type: "text", text: "Hello", media: null } as const;
      const outcome = await runtime.post.send({
        target: {
          kind: "sought",
          conversation: conversationOf(visitor),
          channelId: widgetId,
          senderId: visitor,
          senderIdKind: "string",
        },
        event: {
          type: "message.received",
          nowMs: service.clock.nowMs(),
          sender: { senderIdKind: "string", ...sender },
          message: { id: newMessageId(), externalId: null, content },
          isFromWidget: true,
        },
        cause: "test",
      });
      if (!outcome.ok) throw new Error(outcome.failure.message);
    },
    refusal: (visitor) => calls.callbackRefusal(widgetId, conversationOf(visitor)),
    async callBack(visitor, number = phone) {
      const conversation = conversationOf(visitor);
      const request = { channelId: widgetId, conversation, senderId: visitor, phone: number };
      const begun = await calls.requestCallback(request, "test");
      await service.settle();
      return begun;
    },
    configureWidget,
    configureCallback: (changes) => configureWidget({ widget: { ...widget, callback: { ...callback, ...changes } } }),
    events: () => callEvents(service),
    async texts(chatId) {
      const answer = await service.call("GET", `/api/chats/${chatId}/messages`, { token: await service.logIn("ada") });
      return answer.body.messages.map(({ text }) => text);
    },
  };
}

/** The call events so far. The first attempts of a chat are sent one after another, so each must be answered before the next one. */
async function callEvents(service: Service): Promise<readonly CallEventBody[]> {
  const answered = new Set<MadeReport>();
  for (let isNew = true; isNew; ) {
    await service.settle();
    const waiting = service.reports.filter((report) => !answered.has(report));
    isNew = waiting.length > 0;
    for (const report of waiting) {
      answered.add(report);
      report.answer();
    }
  }
  const bodies = service.reports.map(({ json }) => JSON.parse(JSON.stringify(json)) as CallEventBody);
  return bodies.filter(({ event_name }) => event_name === "call_event");
}
