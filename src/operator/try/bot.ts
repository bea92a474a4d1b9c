import type { BotEvent } from "../../../machines/tells.ts";
import { fallbackOf } from "../../codec/b-bot/provider-event.ts";
import { ERROR_MESSAGE } from "../../core/errors.ts";
import type { Failure } from "../../core/result.ts";
import type { BotChat, ClientWords } from "./bodies.ts";
import { agentNotice, botEvent, clientMessage, withLaterKeys } from "./bodies.ts";
import type { Check, Judged } from "./checks.ts";
import { failed, passed, skipped, worst } from "./checks.ts";
import type { BotPost, Manner, PlayedService, Posted } from "./played-service.ts";
import type { Answered, Post, Sender } from "./service-requests.ts";
import { signatureBasis, signatureChecks } from "./signature-checks.ts";
import { accepted, isRepeatOf, refused, shownPost } from "./verdicts.ts";

export interface BotScene {
  readonly sender: Sender;
  readonly service: PlayedService;
  readonly hasSecret: boolean;
  /** What a client writes to get an agent. */
  readonly invitation: string;
  newId(): string;
  /** A chat that no run has had before. */
  newChat(): BotChat;
  /** How long a post of the bot may take to come. */
  readonly waitMs: number;
  /** The first message, which several rows judge. */
  first: Promise<Spoken> | null;
  /** A post that was answered 503, which two rows judge. */
  unavailable: Promise<Refused | null> | null;
}

/** An event, and what the bot posted about its chat until it was quiet. */
interface Spoken {
  readonly chat: BotChat;
  readonly answered: Answered;
  readonly posts: readonly Posted[];
}

/** The most requests of one run. */
export const botRequestsMax = 60;

const quietMs = ({ waitMs }: BotScene): number => Math.min(waitMs, 1_000);
const postsOf = ({ service }: BotScene, chat: BotChat): readonly Posted[] =>
  service.posts.filter((posted) => posted.chat?.chatId === chat.chatId);

/** Waits until the bot has posted more than `before`, and then until it is quiet. */
async function hear(scene: BotScene, chat: BotChat, before = 0): Promise<readonly Posted[]> {
  const count = (): number => postsOf(scene, chat).length;
  let known = before;
  let hasMore = await scene.service.until(() => count() > known, scene.waitMs);
  while (hasMore) {
    known = count();
    hasMore = await scene.service.until(() => count() > known, quietMs(scene));
  }
  return postsOf(scene, chat);
}

const tell = ({ sender, newId }: BotScene, event: BotEvent, more: Partial<Post> = {}): Promise<Answered> => {
  const { id = newId(), ...how } = more;
  return sender.post({ id, body: botEvent(id, event), ...how });
};

function open(scene: BotScene, manner?: (number: number) => Manner): BotChat {
  const chat = scene.newChat();
  scene.service.open(chat, manner);
  return chat;
}

const hello = { text: "Hello" };

async function speak(scene: BotScene, words: ClientWords = hello, chat = open(scene)): Promise<Spoken> {
  const before = postsOf(scene, chat).length;
  const answered = await tell(scene, clientMessage(chat, words));
  return { chat, answered, posts: answered.failure === null ? await hear(scene, chat, before) : [] };
}

const firstSpoken = (scene: BotScene): Promise<Spoken> => (scene.first ??= speak(scene));
const silent = skipped("the bot posted nothing to a first message, which BOT-21 allows");

const basis = (rule: string, expects: string, isBroken: (answered: Answered) => boolean): Check<BotScene> => ({
  rule,
  does: "posts a CLIENT_MESSAGE",
  expects,
  isBasis: true,
  async judge(scene) {
    const { answered } = await firstSpoken(scene);
    return isBroken(answered) ? accepted(answered) : passed();
  },
});

/** A row that posts events of a new chat, one after another, and expects a 2xx to each. */
const takes = (rule: string, does: string, events: (chat: BotChat) => readonly BotEvent[]): Check<BotScene> => ({
  rule,
  does,
  expects: "a 2xx status within 3 s to each",
  async judge(scene) {
    const judged: Judged[] = [];
    for (const event of events(open(scene))) judged.push(accepted(await tell(scene, event)));
    return worst(judged);
  },
});

const says =
  (...all: readonly ClientWords[]) =>
  (chat: BotChat): readonly BotEvent[] =>
    all.map((words) => clientMessage(chat, words));

const kinds: readonly Check<BotScene>[] = [
  takes("BOT-13", "posts a click on a button", says({ text: "Prices", buttonId: "prices" })),
  takes(
    "BOT-14",
    "posts a file and a location, as the texts that they become",
    says({ text: "My receipt\nhttps://shop.example/receipt.pdf" }, { text: "51.5142,-0.0931" }),
  ),
  takes("BOT-12", "posts a message of a client without a name", says({ text: "Hello", name: null })),
  takes("BOT-10", "posts a text of 1,000 characters of many scripts", says({ text: "Ž好👍<b>\\\"' ".repeat(100) })),
  takes("BOT-16", "posts three messages of one chat, one after another", says(hello, hello, hello)),
  takes("BOT-15", "posts AGENT_UNAVAILABLE and AGENT_JOINED", (chat) => [
    clientMessage(chat, hello),
    agentNotice(chat, "AGENT_UNAVAILABLE"),
    agentNotice(chat, "AGENT_JOINED"),
  ]),
  takes("BOT-47", "posts a CLIENT_MESSAGE after AGENT_UNAVAILABLE", (chat) => [
    clientMessage(chat, hello),
    agentNotice(chat, "AGENT_UNAVAILABLE"),
    clientMessage(chat, { text: "ann@customer.example" }),
  ]),
];

const repeated: Check<BotScene> = {
  rule: "BOT-11",
  does: "posts an event again with the same id, as after a lost answer",
  expects: "a 2xx status, and nothing that the bot posts twice",
  async judge(scene) {
    const chat = open(scene);
    const id = scene.newId();
    const event = clientMessage(chat, hello);
    const one = await tell(scene, event, { id });
    if (one.failure !== null) return accepted(one);
    const before = await hear(scene, chat);
    const two = await tell(scene, event, { id });
    if (two.failure !== null) return accepted(two);
    if (before.length === 0) return passed("The bot posted nothing, so nothing shows whether it acted twice.");
    await scene.service.until(() => postsOf(scene, chat).length > before.length, quietMs(scene));
    const extra = postsOf(scene, chat)[before.length];
    return extra === undefined ? passed() : failed(`the bot acted again: ${shownPost(extra)}`, two.request);
  },
};

/** Longer than the time of an event. Parley itself can take 5 s. Source: ERR-13. */
const slowMs = 3_500;

const slowService: Check<BotScene> = {
  rule: "BOT-33",
  does: `answers the bot's post after ${slowMs / 1_000} s`,
  expects: "the answer to the event within 3 s all the same",
  async judge(scene) {
    if ((await firstSpoken(scene)).posts.length === 0) return silent;
    const chat = open(scene, () => ({ afterMs: slowMs }));
    const judged = accepted(await tell(scene, clientMessage(chat, hello)));
    // The next rows begin when the bot has its answers.
    await scene.service.until(() => false, slowMs);
    return judged;
  },
};

const retryAfterSeconds = 1;
const refusal = (code: "unavailable" | "rate_limited"): Failure => ({
  code,
  message: ERROR_MESSAGE[code],
  retryAfterSeconds,
});

const onUnavailable = (scene: BotScene): Promise<Refused | null> =>
  (scene.unavailable ??= refuseOnce(scene, refusal("unavailable")));

/** A post that was refused, and its repeat if one came. */
interface Refused {
  readonly first: Posted;
  readonly repeat: Posted | undefined;
}

/** Refuses the first post of a chat. `null` when the bot posts nothing. */
async function refuseOnce(scene: BotScene, failure: Failure): Promise<Refused | null> {
  const manner = (number: number): Manner => (number === 1 ? { failure } : {});
  const { chat } = await speak(scene, hello, open(scene, manner));
  const [first] = postsOf(scene, chat);
  if (first === undefined) return null;
  const again = (): Posted | undefined => postsOf(scene, chat).find((other) => isSame(first, other));
  await scene.service.until(() => again() !== undefined, scene.waitMs);
  return { first, repeat: again() };
}

/** Whether `other` says the same as `first`, be it under another id. */
function isSame(first: Posted, other: Posted): boolean {
  if (other === first) return false;
  if (isRepeatOf(first, other) !== null) return true;
  const [one, two] = [eventOf(first), eventOf(other)];
  return one !== null && two !== null && JSON.stringify(wordsOf(one)) === JSON.stringify(wordsOf(two));
}

const eventOf = ({ read }: Posted): BotPost | null =>
  read.ok && read.value !== "status" && "event" in read.value ? read.value : null;

const wordsOf = (event: BotPost) => [event.event, event.event === "BOT_MESSAGE" ? event.content : null];

const refusedPosts: readonly Check<BotScene>[] = [
  {
    rule: "BOT-35",
    does: "answers 503 to a post of the bot",
    expects: "the same post again",
    async judge(scene) {
      const tried = await onUnavailable(scene);
      if (tried === null) return silent;
      return tried.repeat === undefined
        ? failed("no repeat, so the client never sees the message", shownPost(tried.first))
        : passed();
    },
  },
  {
    rule: "BOT-32",
    does: "compares the repeat with the first post",
    expects: "the same id and body, or the same Idempotency-Key",
    async judge(scene) {
      const tried = await onUnavailable(scene);
      if (tried?.repeat === undefined) return tried === null ? silent : skipped("no repeat came");
      const { first, repeat } = tried;
      const how = isRepeatOf(first, repeat);
      const hasId = typeof eventOf(first)?.id === "string";
      if (how === "by key" || (how === "by body" && hasId)) return passed();
      const reason = how === "by body" ? "neither an id nor an Idempotency-Key" : "another body";
      return failed(`${reason}: after a lost answer the client would see the message twice`, shownPost(repeat));
    },
  },
  {
    rule: "LIM-03",
    does: `answers 429 with Retry-After: ${retryAfterSeconds} to a post of the bot`,
    expects: "no repeat before that time",
    async judge(scene) {
      const tried = await refuseOnce(scene, refusal("rate_limited"));
      if (tried?.repeat === undefined) return tried === null ? silent : skipped("no repeat came");
      const afterMs = tried.repeat.atMs - tried.first.atMs;
      if (afterMs >= retryAfterSeconds * 900) return passed();
      return failed(`the repeat came after ${afterMs} ms`, shownPost(tried.repeat));
    },
  },
];

const handOver: readonly Check<BotScene>[] = [
  {
    rule: "BOT-43",
    does: "posts a client's request for a person",
    expects: "INVITE_AGENT",
    async judge(scene) {
      const { posts, answered } = await speak(scene, { text: scene.invitation });
      if (answered.failure !== null) return accepted(answered);
      if (posts.some((posted) => eventOf(posted)?.event === "INVITE_AGENT")) return passed();
      return skipped(`no INVITE_AGENT after the text "${scene.invitation}": the flag --ask names a better one`);
    },
  },
  {
    rule: "BOT-44",
    does: "posts AGENT_JOINED",
    expects: "a bot that is silent from then on",
    async judge(scene) {
      const { chat, answered, posts } = await speak(scene);
      if (answered.failure !== null) return accepted(answered);
      const joined = await tell(scene, agentNotice(chat, "AGENT_JOINED"));
      if (joined.failure !== null) return accepted(joined);
      await scene.service.until(() => postsOf(scene, chat).length > posts.length, quietMs(scene));
      const extra = postsOf(scene, chat)[posts.length];
      return extra === undefined ? passed() : failed(shownPost(extra), joined.request);
    },
  },
  {
    rule: "BOT-49",
    does: "posts the next chat of a client whose last chat an agent took",
    expects: "a bot that begins again, in the new chat",
    async judge(scene) {
      const { chat, answered, posts } = await speak(scene);
      if (answered.failure !== null) return accepted(answered);
      if (posts.length === 0) return silent;
      await tell(scene, agentNotice(chat, "AGENT_JOINED"));
      const next = { ...scene.newChat(), clientNumber: chat.clientNumber };
      scene.service.open(next);
      const again = await speak(scene, hello, next);
      if (again.answered.failure !== null) return accepted(again.answered);
      return again.posts.length > 0 ? passed() : failed("no post about the new chat", again.answered.request);
    },
  },
];

const atOnce: Check<BotScene> = {
  rule: "DEL-19",
  does: "posts messages of five chats at once",
  expects: "a 2xx status within 3 s to each",
  async judge(scene) {
    const chats = [1, 2, 3, 4, 5].map(() => open(scene));
    const all = await Promise.all(chats.map((chat) => tell(scene, clientMessage(chat, hello))));
    return worst(all.map(accepted));
  },
};

const addressed: readonly Check<BotScene>[] = [
  {
    rule: "VER-05",
    does: "posts a CLIENT_MESSAGE with keys that a later version may add",
    expects: "a 2xx status",
    async judge(scene) {
      const id = scene.newId();
      const body = withLaterKeys(botEvent(id, clientMessage(open(scene), hello)));
      return accepted(await scene.sender.post({ id, body }));
    },
  },
  {
    rule: "AUTH-07",
    does: "posts an event under another token",
    expects: "a refusal with a 4xx status",
    judge: async (scene) => refused(await tell(scene, clientMessage(open(scene), hello), { token: "another-token" })),
  },
  ...signatureChecks<BotScene>("AUTH-17", (scene, signed) =>
    tell(scene, clientMessage(open(scene), hello), { signed }),
  ),
];

/** The rules behind the reasons for which the service refuses a post. The first that fits is the broken one. */
const refusals: readonly (readonly [rule: string, expects: string, reason: RegExp])[] = [
  ["ERR-15", "no key that occurs twice", / occurs twice /],
  ["BOT-29", "BOT_MESSAGE or INVITE_AGENT", /^(Event |Field event )/],
  ["BOT-40", "at most 3 buttons", /must have 1 to 3 buttons, got (?!0)/],
  ["BOT-30", "a message that can be shown", /^Field message/],
  ["BOT-26", "the chat_id of a CLIENT_MESSAGE", /^(There is no |Field (chat_id|client_id) )/],
  ["AUTH-07", "the token in the path", /token in the URL/],
  ["BOT-05", "POST to the printed address, and a JSON object", /^/],
];

const ruleOf = (reason: string): string => refusals.find(([, , pattern]) => pattern.test(reason))?.[0] ?? "BOT-05";

/** Judges everything that the bot has posted in this run. */
const overPosts = (rule: string, expects: string, wrongWith: (posted: Posted) => string | null): Check<BotScene> => ({
  rule,
  does: "reads all posts of the bot",
  expects,
  async judge({ service }) {
    if (service.posts.length === 0) return skipped("the bot posted nothing");
    for (const posted of service.posts) {
      const came = wrongWith(posted);
      if (came !== null) return failed(came, shownPost(posted));
    }
    return passed();
  },
});

const readable: readonly Check<BotScene>[] = [
  ...refusals.map(([rule, expects]) =>
    overPosts(rule, expects, ({ read }) =>
      !read.ok && ruleOf(read.failure.message) === rule ? read.failure.message : null,
    ),
  ),
  overPosts("BOT-38", "a text for channels that cannot show the kind", (posted) => {
    const event = eventOf(posted);
    const isShown = event?.event !== "BOT_MESSAGE" || fallbackOf(event.content, "api") !== null;
    return isShown ? null : "no text: a client on a chat channel sees nothing of the message";
  }),
];

export const botChecks: readonly Check<BotScene>[] = [
  signatureBasis("AUTH-17", async (scene) => (await firstSpoken(scene)).answered),
  basis("BOT-17", "an answer within 3 s", ({ failure }) => failure?.kind === "timeout"),
  basis("BOT-20", "a 2xx status, without a redirect", ({ failure }) => failure !== null),
  ...kinds,
  repeated,
  slowService,
  ...refusedPosts,
  ...handOver,
  atOnce,
  ...addressed,
  ...readable,
];
