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
  /** Conversations in memory. Beyond it, the least recently used are evicted. */
  readonly conversationsInMemoryMax: number;
  /** Defects in a row after which an actor is parked. */
  readonly defectsInARowMax: number;
  /** How deep tells between actors of one conversation may nest within one commit. */
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
  /** Requests for the sample customer from one address: its page asks once a second. */
  readonly samplePerSecond: number;
  readonly sampleBurst: number;
  /** The number of last messages that the sample customer reads. */
  readonly sampleLinesMax: number;
  /** Addresses, channels and senders whose rate is kept in memory. */
  readonly rateBucketsMax: number;
  /** Changes that are kept for desks that reconnect with a cursor; an older cursor gets a resync. */
  readonly feedEntriesKept: number;
  /** How long the steps of actors are kept. */
  readonly historyKeptMs: number;
  /** Steps of all actors that are kept; the oldest are deleted first. Each takes 250 to 500 bytes on the disk: 5 GB at most. */
  readonly historyStepsKept: number;
  /** Rows in one page of a list. */
  readonly pageRowsMax: number;
  /** Connections to one customer endpoint for first attempts. Retries have as many separate ones. */
  readonly endpointConnectionsMax: number;
  /** Connections to one customer endpoint for typing notices, beside those for messages. */
  readonly noticeConnectionsMax: number;
  /** DEL-16: bytes read of a customer system's answer. */
  readonly answerBytesMax: number;
  /** WH-33: bytes read of an owner's server's answer. */
  readonly webhookAnswerBytesMax: number;
  /** WH-27: bytes of text in a mail with a chat's log. Further entries are only counted. */
  readonly chatLogMailBytesMax: number;
  /** A desk socket that answers no ping for this long is dead. */
  readonly socketSilenceMs: number;
  /** As `socketSilenceMs`, for a visitor's page. Its pings are rarer, because it can be on a phone. */
  readonly visitorSilenceMs: number;
  /** Bytes waiting for a slow desk socket before it is closed. */
  readonly socketBackpressureBytesMax: number;
  /** Open desks of one agent, and the bytes that wait for all of them. Beyond these bytes, the desks with the most are closed. */
  readonly agentSocketsMax: number;
  readonly agentWaitingBytesMax: number;
  /** Bytes of files that one agent may send at once. The quota refills evenly within a day. */
  readonly agentFileBytesPerDay: number;
  /** Bytes of one frame from a desk. */
  readonly frameBytesMax: number;
  /** Password hashes computed at once. */
  readonly passwordHashesAtOnce: number;
  /** Logins that wait for a hash. One more from a known browser is answered 502, one more from others 429. */
  readonly passwordHashesWaitingMax: number;
  /** Fewer logins from unknown browsers wait where a hash takes long: as many as can begin within this time. */
  readonly passwordGuessWaitMs: number;
  /** Wrong passwords for one account at once, except from its known browsers. As many are allowed again in an hour. */
  readonly accountGuessesPerHour: number;
  /** As `accountGuessesPerHour`, for all accounts together. */
  readonly guessesPerHour: number;
  /** Mails that answer one left message; one more is refused. */
  readonly leftAnswersMax: number;
  /** The time after its end during which an agent may open a chat again. */
  readonly reopenWindowMs: number;
  /** Desk sessions; one more ends the session with the oldest use. */
  readonly sessionsMax: number;
  /** CH-60: a file sent by an agent. */
  readonly uploadBytesMax: number;
  /** A picture that becomes the photo of an agent or a bot. */
  readonly photoBytesMax: number;
  /** Such pictures that arrive at once, of all agents and of each: they are in memory. */
  readonly photoUploadsMax: number;
  readonly photoUploadsPerAgentMax: number;
  /** Memory for the bytes of all uploads together that wait for the disk. */
  readonly uploadMemoryBytesMax: number;
  /** An upload or a download without progress for this long is cut off. */
  readonly uploadIdleMs: number;
  /** An upload or a download must be complete by then. */
  readonly uploadTimeoutMs: number;
  /** Pictures whose thumbnail is in progress or waits. One more gets no thumbnail. */
  readonly thumbnailsWaitingMax: number;
  /** Pixels of a picture. A larger one gets no thumbnail, because decoding takes four bytes a pixel. */
  readonly thumbnailPixelsMax: number;
  /** A thumbnail that takes longer, its wait included, is given up. Its thread is ended if it runs. */
  readonly thumbnailTimeoutMs: number;
  /** Uploads and downloads at once; of strangers, and as many of agents; one more is answered 502. */
  readonly fileTransfersMax: number;
  /** Uploads and downloads at once of one agent, or of one address of strangers; one more is answered 429. */
  readonly fileTransfersPerAddressMax: number;
  /** The minimal rate of an upload, a download or a response. A slower one is cut off. */
  readonly takeBytesPerSecondMin: number;
  /** A response, or a visitor's socket, from which the client reads no byte for this long is cut off. */
  readonly takeIdleMs: number;
  /** The kernels buffer megabytes of a response or a download at once. These bytes give the client time at the minimal rate, at most this long. */
  readonly takeAheadMs: number;
  /** Responses that wait for slow connections of one address; one more closes its connection. */
  readonly answersHeldPerAddressMax: number;
  /** Bytes of these responses. A single one can be larger. */
  readonly answerBytesHeldPerAddressMax: number;
  /** Bytes of all such responses of all addresses. Beyond it, the oldest are cut off. */
  readonly answerBytesHeldMax: number;
  /** Responses to one address that a full connection cannot refuse, such as those without a body; one more closes its connection. */
  readonly unboundedAnswersPerSecond: number;
  readonly unboundedAnswersBurst: number;
  /** How long the text of `/metrics` is cached. */
  readonly metricsKeptMs: number;
  /** Bytes of a request's head, with the cookies of other applications. A slow head takes as much memory as has arrived. */
  readonly headBytesMax: number;
  /** Log entries about refused requests of one status, and about those cut off. Omitted ones are counted. */
  readonly refusalLinesPerSecond: number;
  readonly refusalLinesBurst: number;
  /** Bytes of files that one visitor may send at once. The quota refills evenly within a day. */
  readonly visitorFileBytesPerDay: number;
  /** As `visitorFileBytesPerDay`, for the number of files. */
  readonly visitorFilesPerDay: number;
  /** Bytes of all files of visitors in one chat. */
  readonly chatFileBytesMax: number;
  readonly chatFilesMax: number;
  /** As `chatFileBytesMax`, until an agent or a bot has accepted or answered the chat. */
  readonly unansweredFileBytesMax: number;
  readonly unansweredFilesMax: number;
  /** Bytes of all stored files of the visitors of one channel. */
  readonly channelFileBytesMax: number;
  /** Uploads of one visitor at once. */
  readonly visitorUploadsMax: number;
  /** Bytes that all visitors at one address may send at once. The quota refills within a day. A request counts as 1 KiB more than its content. */
  readonly addressBytesPerDay: number;
  /** Chats, offline messages and calls that visitors at one address may begin at once. The quota refills within an hour. */
  readonly addressChatsPerHour: number;
  /** New visitors at one address at once. The quota refills within an hour. */
  readonly addressVisitorsPerHour: number;
  /** New visitors from anywhere in a second. Known visitors are never affected. */
  readonly newVisitorsPerSecond: number;
  readonly newVisitorsBurst: number;
  /** Sockets of visitors at one address, and as many of desks. */
  readonly addressSocketsMax: number;
  /** Bytes waiting for one slow visitor's page before it is closed. Up to half of them can be missed frames. */
  readonly visitorBackpressureBytesMax: number;
  /** Bytes waiting for all visitors' pages at one address. Beyond it, the pages with the most are closed. */
  readonly addressWaitingBytesMax: number;
  /** Sockets of one visitor: open pages. */
  readonly visitorSocketsMax: number;
  /** With less free bytes on the disk, or less than a tenth of a smaller disk, files are refused. */
  readonly filesFreeBytesMin: number;
  /** With less free bytes, or less than a fortieth of a smaller disk, new chats are refused as well. */
  readonly chatsFreeBytesMin: number;
  /**
   * With less free bytes, or less than a 160th of a smaller disk, all requests of customers and visitors are refused. The rest is
   * for agents. 0 for never.
   */
  readonly messagesFreeBytesMin: number;
  /** The operator is warned when the free bytes are less than this percentage of one of these floors. */
  readonly diskWarnPercent: number;
  /** Days that a closed chat is kept if nobody accepted or answered it, from its end. 0 keeps it like any other chat. */
  readonly unansweredKeptDays: number;
  /** Days after the client's last message until a chat that nobody accepted or answered is closed. 0 for never. */
  readonly waitingKeptDays: number;
  /** Days that a closed chat is kept, with its messages, deliveries and files. 0 keeps it forever. */
  readonly chatKeptDays: number;
  /**
   * Days that the texts, notes and files of a closed chat are kept, with its deliveries. The chat stays with its numbers and
   * times. 0 keeps them as long as the chat.
   */
  readonly messageTextKeptDays: number;
  /** Days that a file is kept, unless its chat is open. 0 keeps it as long as its chat. */
  readonly fileKeptDays: number;
  /**
   * Days that an ended delivery of a closed chat is kept with its attempts, and an entry of a channel's log. 0 sets no limit
   * here.
   */
  readonly deliveryLogKeptDays: number;
  /** A visitor who never wrote and left no contact data is deleted if no page reports the visitor for this long. */
  readonly visitorRetentionMs: number;
  /** Entries of one channel's delivery log that are kept; the oldest are deleted first. */
  readonly channelLogEntriesKept: number;
  /** Code points of the words in a search of the archive or of open chats. */
  readonly archiveQueryCodePointsMax: number;
  /** Simultaneous searches of the archive, and of open chats; one more is answered 502. */
  readonly archiveSearchesMax: number;
  /** The time that a search waits until the index contains the chats that were closed before the search. */
  readonly archiveWaitMs: number;
  /** A search that takes longer is answered 504. */
  readonly archiveSearchTimeoutMs: number;
  /** Chats examined for one page of a search. Then the page is short, and its cursor continues. */
  readonly archiveLookedAtMax: number;
  /** Characters of one chat's messages by which it can be found, from the first message on. */
  readonly archiveChatCharactersMax: number;
  /** Characters in memory for the search in open chats, from the first search on. Text beyond it is not found. */
  readonly openChatsCharactersMax: number;
  /** Bodies that wait for a worker; one more is answered 502. */
  readonly workerQueueMax: number;
  /** Customer bodies over this size are parsed by a worker. For smaller ones the transfer costs more than the work. */
  readonly inlineBodyBytesMax: number;
  /** Characters of log entries that wait while the log cannot be written. Entries beyond it are lost and counted. */
  readonly logWaitingCharactersMax: number;
  /** A picture of another host; a larger one is not shown. */
  readonly pictureBytesMax: number;
  /** The time limit for a picture, its wait included. */
  readonly pictureTimeoutMs: number;
  /** Pictures fetched at once, of all hosts and of each. */
  readonly picturesAtOnce: number;
  readonly picturesOfHostAtOnce: number;
  /** Pictures that wait for their turn; one more is answered 502. */
  readonly picturesWaitingMax: number;
  /** Memory for pictures that were fetched. */
  readonly picturesKeptBytesMax: number;
  /** The cache times of a picture, and of a failure. */
  readonly pictureKeptMs: number;
  readonly pictureFailureKeptMs: number;
  /** The reading rate of a backup while the service is busy, so that messages get the disk and the processor. */
  readonly backupBytesPerSecond: number;
  /** After SIGTERM, all work in progress is finished or given up within this time. */
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
  defectsInARowMax: 3,
  tellDepthMax: 8,
  channelPerSecond: 100,
  channelBurst: 200,
  senderPerSecond: 10,
  senderBurst: 20,
  botPerSecond: 100,
  botBurst: 200,
  badPathsPerMinute: 60,
  samplePerSecond: 10,
  sampleBurst: 50,
  sampleLinesMax: 50,
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
  agentSocketsMax: 50,
  agentWaitingBytesMax: 16 * 1024 * 1024,
  agentFileBytesPerDay: 2 * 1024 * 1024 * 1024,
  frameBytesMax: 16 * 1024,
  passwordHashesAtOnce: 2,
  passwordHashesWaitingMax: 32,
  passwordGuessWaitMs: 2_000,
  accountGuessesPerHour: 1_000,
  guessesPerHour: 10_000,
  leftAnswersMax: 50,
  reopenWindowMs: 10 * 60_000,
  sessionsMax: 100_000,
  uploadBytesMax: 20 * 1024 * 1024,
  photoBytesMax: 10 * 1024 * 1024,
  photoUploadsMax: 8,
  photoUploadsPerAgentMax: 2,
  uploadMemoryBytesMax: 32 * 1024 * 1024,
  uploadIdleMs: 10_000,
  uploadTimeoutMs: 10 * 60_000,
  fileTransfersMax: 256,
  fileTransfersPerAddressMax: 32,
  takeBytesPerSecondMin: 4 * 1024,
  takeIdleMs: 10_000,
  takeAheadMs: 60_000,
  answersHeldPerAddressMax: 32,
  answerBytesHeldPerAddressMax: 4 * 1024 * 1024,
  answerBytesHeldMax: 32 * 1024 * 1024,
  unboundedAnswersPerSecond: 5,
  unboundedAnswersBurst: 200,
  metricsKeptMs: 1_000,
  headBytesMax: 32 * 1024,
  refusalLinesPerSecond: 10,
  refusalLinesBurst: 100,
  visitorFileBytesPerDay: 200 * 1024 * 1024,
  visitorFilesPerDay: 100,
  chatFileBytesMax: 500 * 1024 * 1024,
  chatFilesMax: 200,
  thumbnailsWaitingMax: 8,
  thumbnailPixelsMax: 50_000_000,
  thumbnailTimeoutMs: 6_000,
  unansweredFileBytesMax: 60 * 1024 * 1024,
  unansweredFilesMax: 10,
  channelFileBytesMax: 20 * 1024 * 1024 * 1024,
  visitorUploadsMax: 3,
  addressBytesPerDay: 2 * 1024 * 1024 * 1024,
  addressChatsPerHour: 300,
  addressVisitorsPerHour: 1_000,
  newVisitorsPerSecond: 500,
  newVisitorsBurst: 2_000,
  addressSocketsMax: 2_000,
  visitorBackpressureBytesMax: 2 * 1024 * 1024,
  addressWaitingBytesMax: 32 * 1024 * 1024,
  visitorSocketsMax: 100,
  filesFreeBytesMin: 1024 * 1024 * 1024,
  chatsFreeBytesMin: 256 * 1024 * 1024,
  messagesFreeBytesMin: 64 * 1024 * 1024,
  diskWarnPercent: 200,
  unansweredKeptDays: 7,
  waitingKeptDays: 30,
  chatKeptDays: 0,
  messageTextKeptDays: 0,
  fileKeptDays: 0,
  deliveryLogKeptDays: 0,
  visitorRetentionMs: 90 * 24 * 60 * 60_000,
  channelLogEntriesKept: 10_000,
  archiveQueryCodePointsMax: 200,
  archiveSearchesMax: 64,
  archiveWaitMs: 2_000,
  archiveSearchTimeoutMs: 2_000,
  archiveLookedAtMax: 10_000,
  archiveChatCharactersMax: 100_000,
  openChatsCharactersMax: 64 * 1024 * 1024,
  workerQueueMax: 256,
  inlineBodyBytesMax: 16 * 1024,
  logWaitingCharactersMax: 1024 * 1024,
  pictureBytesMax: 5 * 1024 * 1024,
  pictureTimeoutMs: 4_000,
  picturesAtOnce: 16,
  picturesOfHostAtOnce: 4,
  picturesWaitingMax: 128,
  picturesKeptBytesMax: 32 * 1024 * 1024,
  pictureKeptMs: 60 * 60_000,
  pictureFailureKeptMs: 60_000,
  backupBytesPerSecond: 2 * 1024 * 1024,
  drainTimeoutMs: 8_000,
};
