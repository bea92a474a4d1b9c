/** `live`: a reload changes the key. `restart`: only a restart changes it. */
export type ReloadKind = "live" | "restart";

/**
 * What a reload does with each key of the config file. A key below a listed one is treated like the listed one. Every key of
 * `limits` is listed, because a limit is live only when all its readers read it each time.
 */
const kinds: Readonly<Record<string, ReloadKind>> = {
  publicUrl: "live",
  host: "restart",
  port: "restart",
  data: "restart",
  store: "restart",
  files: "restart",
  backup: "restart",
  metrics: "restart",
  telemetry: "restart",
  departments: "live",
  agents: "live",
  apiKeys: "live",
  providers: "live",
  channels: "live",
  webhooks: "live",
  telephony: "live",
  outbound: "live",
  "outbound.thread": "restart",
  remotePictures: "live",
  linkPreviews: "live",
  sampleCustomer: "live",
  trustedProxies: "live",
  geoDatabase: "live",
  logLevel: "live",
  smtp: "live",
  // The scheme of the address cannot change. A certificate and its key can.
  tls: "restart",
  "tls.cert": "live",
  "tls.key": "live",
  "limits.channelPerSecond": "live",
  "limits.channelBurst": "live",
  "limits.senderPerSecond": "live",
  "limits.senderBurst": "live",
  "limits.badPathsPerMinute": "live",
  "limits.bodyBytesMax": "live",
  "limits.uploadBytesMax": "live",
  "limits.agentFileBytesPerDay": "live",
  "limits.visitorFileBytesPerDay": "live",
  "limits.visitorFilesPerDay": "live",
  "limits.chatFileBytesMax": "live",
  "limits.chatFilesMax": "live",
  "limits.unansweredFileBytesMax": "live",
  "limits.unansweredFilesMax": "live",
  "limits.channelFileBytesMax": "live",
  "limits.addressBytesPerDay": "live",
  "limits.addressChatsPerHour": "live",
  "limits.addressVisitorsPerHour": "live",
  "limits.newVisitorsPerSecond": "live",
  "limits.newVisitorsBurst": "live",
  "limits.addressSocketsMax": "live",
  "limits.filesFreeBytesMin": "live",
  "limits.chatsFreeBytesMin": "live",
  "limits.messagesFreeBytesMin": "live",
  "limits.diskWarnPercent": "live",
  "limits.unansweredKeptDays": "live",
  "limits.waitingKeptDays": "live",
  "limits.reopenWindowMs": "live",
  "limits.chatKeptDays": "live",
  "limits.messageTextKeptDays": "live",
  "limits.fileKeptDays": "live",
  "limits.deliveryLogKeptDays": "live",
  "limits.visitorRetentionMs": "live",
  "limits.historyKeptMs": "live",
  "limits.historyStepsKept": "live",
  "limits.backupBytesPerSecond": "restart",
  "limits.botPerSecond": "live",
  "limits.botBurst": "live",
};

/** Returns the class of a key such as `limits.channelPerSecond` or `channels.MOBILEAPP1.webhookUrl`. `null` for an unclassified key. */
export function reloadKindOf(key: string): ReloadKind | null {
  const kind = kinds[key];
  if (kind !== undefined) return kind;
  const parent = key.slice(0, Math.max(0, key.lastIndexOf(".")));
  return parent === "" ? null : reloadKindOf(parent);
}
