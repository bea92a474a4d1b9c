/** Every bound of the service, with its unit. */
export interface Limits {
  /** LIM-04: a request body on surface A. */
  readonly bodyBytesMax: number;
  /** LIM-04: nesting of a JSON body. */
  readonly jsonDepthMax: number;
  /** LIM-04: a request must be complete by then. */
  readonly requestTimeoutMs: number;
  /** ERR-13: a request must be answered by then. */
  readonly answerTimeoutMs: number;
  /** Events that wait for one conversation; one more is answered 502. */
  readonly mailboxDepthMax: number;
  /** Events that wait in the whole process; one more is answered 502. */
  readonly pendingEventsMax: number;
  /** Events stepped in one commit. */
  readonly commitEventsMax: number;
  /** Conversations kept in memory; the least recently used are put away beyond it. */
  readonly conversationsInMemoryMax: number;
  /** Of them those whose actors stay live between turns; all others keep their actors' states alone. */
  readonly liveConversationsMax: number;
  /** Defects in a row after which an actor is parked. */
  readonly defectsInARowMax: number;
  /** How deep actors of one conversation may tell each other within one commit. */
  readonly tellDepthMax: number;
  /** LIM-01. */
  readonly channelPerSecond: number;
  readonly channelBurst: number;
  /** LIM-02. */
  readonly senderPerSecond: number;
  readonly senderBurst: number;
  /** LIM-01: requests of one bot. */
  readonly botPerSecond: number;
  readonly botBurst: number;
  /** AUTH-02: wrong random strings from one address in a minute. */
  readonly badPathsPerMinute: number;
  /** Addresses, channels and senders whose rate is remembered. */
  readonly rateBucketsMax: number;
  /** Changes kept for desks that come back with a cursor; an older cursor gets a resync. */
  readonly feedEntriesKept: number;
  /** How long the steps of actors are kept. */
  readonly historyKeptMs: number;
  /** Steps of all actors that are kept, the oldest go first. Each takes 250 to 500 bytes of the disk: 5 GB at most. */
  readonly historyStepsKept: number;
  /** Rows in one page of a list. */
  readonly pageRowsMax: number;
  /** Connections to one customer endpoint for first attempts; later ones have as many of their own. */
  readonly endpointConnectionsMax: number;
  /** Connections to one customer endpoint for typing notices, beside those for messages. */
  readonly noticeConnectionsMax: number;
  /** DEL-16: bytes read of a customer system's answer. */
  readonly answerBytesMax: number;
  /** WH-33: bytes read of an owner's server's answer. */
  readonly webhookAnswerBytesMax: number;
  /** WH-27: text of a mail with a chat's log; the entries behind it are counted. */
  readonly chatLogMailBytesMax: number;
  /** A desk socket that answers no ping for this long is dead. */
  readonly socketSilenceMs: number;
  /** The same of a visitor's page, which may be on a phone: asked less often. */
  readonly visitorSilenceMs: number;
  /** Bytes waiting for a slow desk socket before it is closed. */
  readonly socketBackpressureBytesMax: number;
  /** Bytes of one frame from a desk. */
  readonly frameBytesMax: number;
  /** Password hashes computed at once. */
  readonly passwordHashesAtOnce: number;
  /** Logins that wait for a hash; one more is answered 502. */
  readonly passwordHashesWaitingMax: number;
  /** Desk sessions known without a read of the store. */
  readonly sessionsInMemoryMax: number;
  /** CH-60: a file sent by an agent. */
  readonly uploadBytesMax: number;
  /** Memory for the bytes of all uploads together that wait for the disk. */
  readonly uploadMemoryBytesMax: number;
  /** An upload that brings no byte, or a download that takes none, for this long is cut off. */
  readonly uploadIdleMs: number;
  /** An upload or a download must be complete by then. */
  readonly uploadTimeoutMs: number;
  /** Files that come or go at once; one more is answered 502. */
  readonly fileTransfersMax: number;
  /** Days a closed chat is kept, with its messages, deliveries and files; 0 keeps it for good. */
  readonly chatKeptDays: number;
  /** A visitor who never wrote, and told no contacts, is forgotten when no page told of it for this long. */
  readonly visitorRetentionMs: number;
  /** Entries of one channel's delivery log that are kept; the oldest go first. */
  readonly channelLogEntriesKept: number;
  /** Code points of what is searched for in the archive. */
  readonly archiveQueryCodePointsMax: number;
  /** Searches of the archive at once; one more is answered 502. */
  readonly archiveSearchesMax: number;
  /** A search waits this long for chats that were closed before it. */
  readonly archiveWaitMs: number;
  /** A search that is not done by then is answered 504. */
  readonly archiveSearchTimeoutMs: number;
  /** Chats looked at for one page of a search; the page is short then, and its cursor goes on. */
  readonly archiveLookedAtMax: number;
  /** Characters of one chat's messages by which it can be found, from the first message on. */
  readonly archiveChatCharactersMax: number;
  /** Bodies that wait for a worker; one more is answered 502. */
  readonly workerQueueMax: number;
  /** Customer bodies over this size are parsed by a worker: below it the hand-over costs more than the work. */
  readonly inlineBodyBytesMax: number;
  /** SIGTERM: everything in hand is finished or given up by then. */
  readonly drainTimeoutMs: number;
}

export const defaultLimits: Limits = {
  bodyBytesMax: 256 * 1024,
  jsonDepthMax: 64,
  requestTimeoutMs: 10_000,
  answerTimeoutMs: 5_000,
  mailboxDepthMax: 1_000,
  pendingEventsMax: 20_000,
  commitEventsMax: 512,
  conversationsInMemoryMax: 100_000,
  liveConversationsMax: 12_000,
  defectsInARowMax: 3,
  tellDepthMax: 8,
  channelPerSecond: 100,
  channelBurst: 200,
  senderPerSecond: 10,
  senderBurst: 20,
  botPerSecond: 100,
  botBurst: 200,
  badPathsPerMinute: 60,
  rateBucketsMax: 100_000,
  feedEntriesKept: 1_000_000,
  historyKeptMs: 7 * 24 * 60 * 60_000,
  historyStepsKept: 10_000_000,
  pageRowsMax: 100,
  endpointConnectionsMax: 128,
  noticeConnectionsMax: 4,
  answerBytesMax: 64 * 1024,
  webhookAnswerBytesMax: 256 * 1024,
  chatLogMailBytesMax: 1024 * 1024,
  socketSilenceMs: 10_000,
  visitorSilenceMs: 60_000,
  socketBackpressureBytesMax: 4 * 1024 * 1024,
  frameBytesMax: 16 * 1024,
  passwordHashesAtOnce: 2,
  passwordHashesWaitingMax: 32,
  sessionsInMemoryMax: 10_000,
  uploadBytesMax: 20 * 1024 * 1024,
  uploadMemoryBytesMax: 32 * 1024 * 1024,
  uploadIdleMs: 10_000,
  uploadTimeoutMs: 10 * 60_000,
  fileTransfersMax: 256,
  chatKeptDays: 0,
  visitorRetentionMs: 90 * 24 * 60 * 60_000,
  channelLogEntriesKept: 10_000,
  archiveQueryCodePointsMax: 200,
  archiveSearchesMax: 64,
  archiveWaitMs: 2_000,
  archiveSearchTimeoutMs: 2_000,
  archiveLookedAtMax: 10_000,
  archiveChatCharactersMax: 100_000,
  workerQueueMax: 256,
  inlineBodyBytesMax: 16 * 1024,
  drainTimeoutMs: 8_000,
};
