/** Every bound of the service, with its unit, as it is where the config file names no other. */
export const defaultLimits = {
  /** LIM-04: a request body on surface A. */
  bodyBytesMax: 256 * 1024,
  /** LIM-04: nesting of a JSON body. */
  jsonDepthMax: 64,
  /** LIM-04: a request must be complete by then. */
  requestTimeoutMs: 10_000,
  /** ERR-13: a request must be answered by then. */
  answerTimeoutMs: 5_000,
  /** Events that wait for one conversation; one more is answered 502. */
  mailboxDepthMax: 1_000,
  /** Events that wait in the whole process; one more is answered 502. */
  pendingEventsMax: 20_000,
  /** Events stepped in one commit. */
  commitEventsMax: 512,
  /** Conversations in memory. Beyond it, the least recently used are evicted. */
  conversationsInMemoryMax: 100_000,
  /** Defects in a row after which an actor is parked. */
  defectsInARowMax: 3,
  /** How deep tells between actors of one conversation may nest within one commit. */
  tellDepthMax: 8,
  /** LIM-01. */
  channelPerSecond: 100,
  channelBurst: 200,
  /** LIM-02. */
  senderPerSecond: 10,
  senderBurst: 20,
  /** LIM-01: requests of one bot. */
  botPerSecond: 100,
  botBurst: 200,
  /** AUTH-02: wrong random strings from one address in a minute. */
  badPathsPerMinute: 60,
  /** Requests for the sample customer from one address: its page asks once a second. */
  samplePerSecond: 10,
  sampleBurst: 50,
  /** The number of last messages that the sample customer reads. */
  sampleLinesMax: 50,
  /** Addresses, channels and senders whose rate is kept in memory. */
  rateBucketsMax: 100_000,
  /** Changes that are kept for desks that reconnect with a cursor; an older cursor gets a resync. */
  feedEntriesKept: 1_000_000,
  /** How long the steps of actors are kept. */
  historyKeptMs: 7 * 24 * 60 * 60_000,
  /** Steps of all actors that are kept; the oldest are deleted first. Each takes 250 to 500 bytes on the disk: 5 GB at most. */
  historyStepsKept: 10_000_000,
  /** Rows in one page of a list. */
  pageRowsMax: 100,
  /** Connections to one customer endpoint for first attempts. Retries have as many separate ones. */
  endpointConnectionsMax: 128,
  /** Connections to one customer endpoint for typing notices, beside those for messages. */
  noticeConnectionsMax: 4,
  /** DEL-16: bytes read of a customer system's answer. */
  answerBytesMax: 64 * 1024,
  /** WH-33: bytes read of an owner's server's answer. */
  webhookAnswerBytesMax: 256 * 1024,
  /** WH-27: bytes of text in a mail with a chat's log. Further entries are only counted. */
  chatLogMailBytesMax: 1024 * 1024,
  /** A desk socket that answers no ping for this long is dead. */
  socketSilenceMs: 10_000,
  /** As `socketSilenceMs`, for a visitor's page. Its pings are rarer, because it can be on a phone. */
  visitorSilenceMs: 60_000,
  /** Bytes waiting for a slow desk socket before it is closed. */
  socketBackpressureBytesMax: 4 * 1024 * 1024,
  /** Open desks of one agent, and the bytes that wait for all of them. Beyond these bytes, the desks with the most are closed. */
  agentSocketsMax: 50,
  agentWaitingBytesMax: 16 * 1024 * 1024,
  /** Bytes of files that one agent may send at once. The quota refills evenly within a day. */
  agentFileBytesPerDay: 2 * 1024 * 1024 * 1024,
  /** Bytes of one frame from a desk. */
  frameBytesMax: 16 * 1024,
  /** Password hashes computed at once. */
  passwordHashesAtOnce: 2,
  /** Logins that wait for a hash. One more from a known browser is answered 502, one more from others 429. */
  passwordHashesWaitingMax: 32,
  /** Fewer logins from unknown browsers wait where a hash takes long: as many as can begin within this time. */
  passwordGuessWaitMs: 2_000,
  /** Wrong passwords for one account at once, except from its known browsers. As many are allowed again in an hour. */
  accountGuessesPerHour: 1_000,
  /** As `accountGuessesPerHour`, for all accounts together. */
  guessesPerHour: 10_000,
  /** Mails that answer one offline message; one more is refused. */
  leftAnswersMax: 50,
  /** The time after its end during which an agent may open a chat again. */
  reopenWindowMs: 10 * 60_000,
  /** Desk sessions; one more ends the session with the oldest use. */
  sessionsMax: 100_000,
  /** CH-60: a file sent by an agent. */
  uploadBytesMax: 20 * 1024 * 1024,
  /** A picture that becomes the photo of an agent or a bot. */
  photoBytesMax: 10 * 1024 * 1024,
  /** Such pictures that arrive at once, of all agents and of each: they are in memory. */
  photoUploadsMax: 8,
  photoUploadsPerAgentMax: 2,
  /** Memory for the bytes of all uploads together that wait for the disk. */
  uploadMemoryBytesMax: 32 * 1024 * 1024,
  /** An upload or a download without progress for this long is cut off. */
  uploadIdleMs: 10_000,
  /** An upload or a download must be complete by then. */
  uploadTimeoutMs: 10 * 60_000,
  /** Pictures whose thumbnail is in progress or waits. One more gets no thumbnail. */
  thumbnailsWaitingMax: 8,
  /** Pixels of a picture. A larger one gets no thumbnail, because decoding takes four bytes a pixel. */
  thumbnailPixelsMax: 50_000_000,
  /** A thumbnail that takes longer, its wait included, is given up. Its thread is ended if it runs. */
  thumbnailTimeoutMs: 6_000,
  /** Uploads and downloads at once; of strangers, and as many of agents; one more is answered 502. */
  fileTransfersMax: 256,
  /** Uploads and downloads at once of one agent, or of one address of strangers; one more is answered 429. */
  fileTransfersPerAddressMax: 32,
  /** The minimal rate of an upload, a download or a response. A slower one is cut off. */
  takeBytesPerSecondMin: 4 * 1024,
  /** A response, or a visitor's socket, from which the client reads no byte for this long is cut off. */
  takeIdleMs: 10_000,
  /** The kernels buffer megabytes of a response or a download at once. These bytes give the client time at the minimal rate, at most this long. */
  takeAheadMs: 60_000,
  /** Responses that wait for slow connections of one address; one more closes its connection. */
  answersHeldPerAddressMax: 32,
  /** Bytes of these responses. A single one can be larger. */
  answerBytesHeldPerAddressMax: 4 * 1024 * 1024,
  /** Bytes of all such responses of all addresses. Beyond it, the oldest are cut off. */
  answerBytesHeldMax: 32 * 1024 * 1024,
  /** Responses to one address that a full connection cannot refuse, such as those without a body; one more closes its connection. */
  unboundedAnswersPerSecond: 5,
  unboundedAnswersBurst: 200,
  /** How long the text of `/metrics` is cached. */
  metricsKeptMs: 1_000,
  /** Bytes of a request's head, with the cookies of other applications. A slow head takes as much memory as has arrived. */
  headBytesMax: 32 * 1024,
  /** Log entries about refused requests of one status, and about those cut off. Omitted ones are counted. */
  refusalLinesPerSecond: 10,
  refusalLinesBurst: 100,
  /** Bytes of files that one visitor may send at once. The quota refills evenly within a day. */
  visitorFileBytesPerDay: 200 * 1024 * 1024,
  /** As `visitorFileBytesPerDay`, for the number of files. */
  visitorFilesPerDay: 100,
  /** Bytes of all files of visitors in one chat. */
  chatFileBytesMax: 500 * 1024 * 1024,
  chatFilesMax: 200,
  /** As `chatFileBytesMax`, until an agent or a bot has accepted or answered the chat. */
  unansweredFileBytesMax: 60 * 1024 * 1024,
  unansweredFilesMax: 10,
  /** Bytes of all stored files of the visitors of one channel. */
  channelFileBytesMax: 20 * 1024 * 1024 * 1024,
  /** Uploads of one visitor at once. */
  visitorUploadsMax: 3,
  /** Bytes that all visitors at one address may send at once. The quota refills within a day. A request counts as 1 KiB more than its content. */
  addressBytesPerDay: 2 * 1024 * 1024 * 1024,
  /** Chats, offline messages and calls that visitors at one address may begin at once. The quota refills within an hour. */
  addressChatsPerHour: 300,
  /** New visitors at one address at once. The quota refills within an hour. */
  addressVisitorsPerHour: 1_000,
  /** New visitors from anywhere in a second. Known visitors are never affected. */
  newVisitorsPerSecond: 500,
  newVisitorsBurst: 2_000,
  /** Sockets of visitors at one address, and as many of desks. */
  addressSocketsMax: 2_000,
  /** Bytes waiting for one slow visitor's page before it is closed. Up to half of them can be missed frames. */
  visitorBackpressureBytesMax: 2 * 1024 * 1024,
  /** Bytes waiting for all visitors' pages at one address. Beyond it, the pages with the most are closed. */
  addressWaitingBytesMax: 32 * 1024 * 1024,
  /** Sockets of one visitor: open pages. */
  visitorSocketsMax: 100,
  /** With less free bytes on the disk, or less than a tenth of a smaller disk, files are refused. */
  filesFreeBytesMin: 1024 * 1024 * 1024,
  /** With less free bytes, or less than a fortieth of a smaller disk, new chats are refused as well. */
  chatsFreeBytesMin: 256 * 1024 * 1024,
  /**
   * With less free bytes, or less than a 160th of a smaller disk, all requests of customers and visitors are refused. The rest is
   * for agents. 0 for never.
   */
  messagesFreeBytesMin: 64 * 1024 * 1024,
  /** The operator is warned when the free bytes are less than this percentage of one of these floors. */
  diskWarnPercent: 200,
  /** Days that a closed chat is kept if nobody accepted or answered it, from its end. 0 keeps it like any other chat. */
  unansweredKeptDays: 7,
  /** Days after the client's last message until a chat that nobody accepted or answered is closed. 0 for never. */
  waitingKeptDays: 30,
  /** Days that a closed chat is kept, with its messages, deliveries and files. 0 keeps it forever. */
  chatKeptDays: 0,
  /**
   * Days that the texts, notes and files of a closed chat are kept, with its deliveries. The chat stays with its numbers and
   * times. 0 keeps them as long as the chat.
   */
  messageTextKeptDays: 0,
  /** Days that a file is kept, unless its chat is open. 0 keeps it as long as its chat. */
  fileKeptDays: 0,
  /**
   * Days that an ended delivery of a closed chat is kept with its attempts, and an entry of a channel's log. 0 sets no limit
   * here.
   */
  deliveryLogKeptDays: 0,
  /** A visitor who never wrote and left no contact data is deleted if no page reports the visitor for this long. */
  visitorRetentionMs: 90 * 24 * 60 * 60_000,
  /** Entries of one channel's delivery log that are kept; the oldest are deleted first. */
  channelLogEntriesKept: 10_000,
  /** Code points of the words in a search of the archive or of open chats. */
  archiveQueryCodePointsMax: 200,
  /** Simultaneous searches of the archive, and of open chats; one more is answered 502. */
  archiveSearchesMax: 64,
  /** The time that a search waits until the index contains the chats that were closed before the search. */
  archiveWaitMs: 2_000,
  /** A search that takes longer is answered 504. */
  archiveSearchTimeoutMs: 2_000,
  /** Chats examined for one page of a search. Then the page is short, and its cursor continues. */
  archiveLookedAtMax: 10_000,
  /** Characters of one chat's messages by which it can be found, from the first message on. */
  archiveChatCharactersMax: 100_000,
  /** Characters in memory for the search in open chats, from the first search on. Text beyond it is not found. */
  openChatsCharactersMax: 64 * 1024 * 1024,
  /** Bodies that wait for a worker; one more is answered 502. */
  workerQueueMax: 256,
  /** Customer bodies over this size are parsed by a worker. For smaller ones the transfer costs more than the work. */
  inlineBodyBytesMax: 16 * 1024,
  /** Characters of log entries that wait while the log cannot be written. Entries beyond it are lost and counted. */
  logWaitingCharactersMax: 1024 * 1024,
  /** A picture of another host; a larger one is not shown. */
  pictureBytesMax: 5 * 1024 * 1024,
  /** The time limit for a picture, its wait included. */
  pictureTimeoutMs: 4_000,
  /** Pictures fetched at once, of all hosts and of each. */
  picturesAtOnce: 16,
  picturesOfHostAtOnce: 4,
  /** Pictures that wait for their turn; one more is answered 502. */
  picturesWaitingMax: 128,
  /** Memory for pictures that were fetched. */
  picturesKeptBytesMax: 32 * 1024 * 1024,
  /** The cache times of a picture, and of a failure. */
  pictureKeptMs: 60 * 60_000,
  pictureFailureKeptMs: 60_000,
  /** The reading rate of a backup while the service is busy, so that messages get the disk and the processor. */
  backupBytesPerSecond: 2 * 1024 * 1024,
  /** After SIGTERM, all work in progress is finished or given up within this time. */
  drainTimeoutMs: 8_000,
};

export type Limits = Readonly<typeof defaultLimits>;
