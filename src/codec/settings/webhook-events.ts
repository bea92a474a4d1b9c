/** The events of a webhook URL, and of an endpoint that names none. Source: WH-02. */
export const webhookEvents = [
  "call_event",
  "chat_accepted",
  "chat_assigned",
  "chat_finished",
  "chat_updated",
  "offline_message",
] as const;

/** Only endpoints get them. Source: WH-44. */
export const endpointEvents = [
  "agent_presence",
  "bot_failed",
  "chat_rated",
  "chat_reopened",
  "chat_started",
  "chat_transferred",
  "message_created",
  "message_delivered",
  "message_failed",
] as const;
