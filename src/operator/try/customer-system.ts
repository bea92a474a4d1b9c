import type { AgentSignature, OutwardContent } from "../../../machines/chat/message.types.ts";
import type { Recipient } from "../../../machines/tells.ts";
import { agentMessage, contents, typingNotice, withLaterKeys, withoutPhoto } from "./bodies.ts";
import type { Check, Judged } from "./checks.ts";
import { failed, passed, skipped, worst } from "./checks.ts";
import type { PlayedService, Posted } from "./played-service.ts";
import type { Answered, Post, Sender } from "./service-requests.ts";
import { signatureBasis, signatureChecks } from "./signature-checks.ts";
import { accepted, isRepeatOf, shownPost } from "./verdicts.ts";

export interface CustomerScene {
  readonly sender: Sender;
  readonly hasSecret: boolean;
  readonly isStrict: boolean;
  readonly recipient: Recipient;
  /** Whether the recipient is the command's own invention, so that others can be invented too. */
  readonly isInvented: boolean;
  newId(): string;
  /** `null` without `--listen`. */
  readonly service: PlayedService | null;
  readonly waitMs: number;
  /** Asks the person who runs the command to do something. */
  ask(text: string): void;
  /** The first text, which several rows judge. */
  first: Promise<Answered> | null;
}

/** The most requests of one run. */
export const customerRequestsMax = 60;

const post = (
  { sender, recipient, newId }: CustomerScene,
  content: OutwardContent,
  more: Partial<Post> & { readonly to?: Recipient; readonly by?: AgentSignature } = {},
): Promise<Answered> => {
  const { id = newId(), to = recipient, by, ...how } = more;
  return sender.post({ id, body: agentMessage(to, id, content, by), ...how });
};

const firstText = (scene: CustomerScene): Promise<Answered> => (scene.first ??= post(scene, contents.text));

/** A row about the first text, which fails when `isBroken`. */
const basis = (rule: string, expects: string, isBroken: (answered: Answered) => boolean): Check<CustomerScene> => ({
  rule,
  does: "posts a text of an agent",
  expects,
  isBasis: true,
  async judge(scene) {
    const answered = await firstText(scene);
    return isBroken(answered) ? accepted(answered) : passed(answered.note);
  },
});

const isRedirect = ({ httpStatus }: Answered): boolean => httpStatus !== null && httpStatus >= 300 && httpStatus < 400;

/** A row that posts one message and expects a positive answer. */
const takes = (
  rule: string,
  does: string,
  send: (scene: CustomerScene) => Promise<Answered>,
  expects = "a positive answer",
): Check<CustomerScene> => ({ rule, does, expects, judge: async (scene) => accepted(await send(scene)) });

const media = (["photo", "video", "audio", "voice", "document"] as const).map((type) =>
  takes("CH-59", `posts a message of the type ${type}`, (scene) => post(scene, contents[type])),
);

const everything = '<b>*not* markup</b> & "quotes", \\ and \u2028 lines\r\nŽluťoučký 好 👩‍🚀 עברית ';
/** As long as the desk allows. Source: CH-42. */
const longText = [...everything.repeat(200)].slice(0, 10_000).join("");

const inOrder: Check<CustomerScene> = {
  rule: "DEL-18",
  does: "posts five messages of one chat, each after the answer to the one before",
  expects: "a positive answer to each",
  async judge(scene) {
    const judged: Judged[] = [];
    for (const number of [1, 2, 3, 4, 5]) {
      const answered = await post(scene, { ...contents.text, text: `Message ${number} of 5` });
      judged.push(accepted(answered));
    }
    return worst(judged);
  },
};

const atOnce: Check<CustomerScene> = {
  rule: "DEL-19",
  does: "posts messages of five customers at once",
  expects: "a positive answer to each, none waits for another",
  async judge(scene) {
    if (!scene.isInvented) return skipped("the flag --recipient names one customer");
    const all = [1, 2, 3, 4, 5].map((number) =>
      post(scene, contents.text, {
        to: { senderId: `${scene.recipient.senderId}-${number}`, senderIdKind: "string" },
      }),
    );
    return worst((await Promise.all(all)).map(accepted));
  },
};

const repeated: Check<CustomerScene> = {
  rule: "CH-41",
  does: "posts a message again with the same message.id, as after a lost answer",
  expects: "a positive answer, and nothing that comes twice",
  async judge(scene) {
    const id = scene.newId();
    const before = await settledPosts(scene);
    const first = await post(scene, contents.text, { id });
    // A system that answers each message by itself shows whether it took the repeat for a new message.
    const between = await settledPosts(scene);
    const second = await post(scene, contents.text, { id });
    const judged = worst([accepted(first), accepted(second)]);
    if (judged.outcome !== "passed" || between === before) return judged;
    await settledPosts(scene);
    const extra = scene.service?.posts[between];
    return extra === undefined ? judged : failed(`the system acted again: ${shownPost(extra)}`, second.request);
  },
};

const quietMs = ({ waitMs }: CustomerScene): number => Math.min(waitMs, 1_000);

/** The number of posts of the system once it is quiet. */
async function settledPosts(scene: CustomerScene): Promise<number> {
  const { service } = scene;
  if (service === null) return 0;
  let count = service.posts.length;
  while (await service.until(() => service.posts.length > count, quietMs(scene))) count = service.posts.length;
  return count;
}

const received: readonly Check<CustomerScene>[] = [
  signatureBasis("AUTH-17", firstText),
  basis("DEL-03", "an answer within 3 s", ({ failure }) => failure?.kind === "timeout"),
  basis("DEL-07", "an answer that is no redirect", isRedirect),
  basis("DEL-12", "an answer without an error", ({ failure }) => failure?.kind === "error_answer"),
  {
    ...basis("DEL-11", 'exactly status 200 and {"result":"ok"}', ({ failure }) => failure !== null),
    async judge(scene) {
      if (!scene.isStrict) return skipped("the flag --strict asks for it, for a channel with strictAnswers");
      return accepted(await firstText(scene));
    },
  },
  basis("DEL-10", "a 2xx status, and the result ok if there is one", ({ failure }) => failure !== null),
  takes("CH-39", "posts a text of an agent without a photo", (scene) =>
    post(scene, contents.text, { by: withoutPhoto }),
  ),
  ...media,
  takes("CH-52", "posts a photo without a comment, preview and dimensions", (scene) => {
    const { file, file_name, file_size } = contents.photo.media ?? {};
    const required = { ...(file && { file }), ...(file_name && { file_name }), ...(file_size && { file_size }) };
    return post(scene, { type: "photo", text: "", media: required });
  }),
  takes("CH-42", "posts a text of 10,000 characters of many scripts", (scene) =>
    post(scene, { ...contents.text, text: longText }),
  ),
  ...(["typein", "typeout"] as const).map((state) =>
    takes("CH-49", `posts the typing notice ${state}, which has no id and no text`, ({ sender, recipient, newId }) =>
      sender.post({ id: newId(), body: typingNotice(recipient, state) }),
    ),
  ),
  repeated,
  inOrder,
  atOnce,
  takes("DEL-27", "posts a text in chunked transfer encoding, for a channel with chunked", (scene) =>
    post(scene, contents.text, { isChunked: true }),
  ),
  takes("VER-05", "posts a photo with keys that a later version may add", (scene) => {
    const id = scene.newId();
    return scene.sender.post({ id, body: withLaterKeys(agentMessage(scene.recipient, id, contents.photo)) });
  }),
  ...signatureChecks<CustomerScene>("AUTH-17", (scene, signed) => post(scene, contents.text, { signed })),
];

const clientPosts = ({ service }: CustomerScene): readonly Posted[] =>
  (service?.posts ?? []).filter(
    ({ path, read }) => !path.startsWith("/bots/") && !(read.ok && read.value === "status"),
  );

/** A row about what the system has sent. */
const sends = (
  rule: string,
  does: string,
  expects: string,
  judge: (posts: readonly [Posted, ...Posted[]], scene: CustomerScene) => Promise<Judged> | Judged,
): Check<CustomerScene> => ({
  rule,
  does,
  expects,
  async judge(scene) {
    if (scene.service === null) return skipped("the flag --listen gives the system an address to post to");
    const [first, ...rest] = clientPosts(scene);
    return first === undefined ? skipped("the system posted nothing") : judge([first, ...rest], scene);
  },
});

/** The rules behind the reasons for which the service refuses a message. The first that fits is the broken one. */
const refusals: readonly (readonly [rule: string, expects: string, reason: RegExp])[] = [
  ["CH-24", "a sender.id that is a string or an integer", /^Field sender\.id /],
  ["CH-33", "a message.type that exists", /^Field message\.type /],
  ["CH-35", "a text that is not blank", /^Field message\.text /],
  ["CH-55", "a file with an http or https address", /^Field message\.file /],
  ["CH-56", "a location with coordinates", /^Field message\.(latitude|longitude) /],
  ["CH-17", "POST to the printed address, and an object with sender and message", /^/],
];

const ruleOf = (reason: string): string => refusals.find(([, , pattern]) => pattern.test(reason))?.[0] ?? "CH-17";

const readable = refusals.map(([rule, expects]) =>
  sends(rule, "reads what the system posts for its customers", expects, (posts) => {
    const wrong = posts.find(({ read }) => !read.ok && ruleOf(read.failure.message) === rule);
    if (wrong === undefined || wrong.read.ok) return passed();
    return failed(wrong.read.failure.message, shownPost(wrong));
  }),
);

const sent: readonly Check<CustomerScene>[] = [
  sends("CH-19", "answers 503 to the first message of the system", "the same message again", async (posts, scene) => {
    const [first] = posts;
    const isAgain = (): boolean => clientPosts(scene).some((other) => isRepeatOf(first, other) !== null);
    if (await scene.service?.until(isAgain, scene.waitMs)) return passed();
    return failed("no repeat, so the customer's message is lost", shownPost(first));
  }),
  sends("DEL-29", "compares the repeat with the first request", "the same Idempotency-Key and body", (posts) => {
    const [first] = posts;
    const repeat = posts.find((other) => isRepeatOf(first, other) !== null);
    if (repeat === undefined) return skipped("no repeat came");
    if (isRepeatOf(first, repeat) === "by key") return passed();
    const came = first.key === null ? "no Idempotency-Key" : `the key ${repeat.key ?? "none"} after ${first.key}`;
    return failed(`${came}: after a lost answer the message would be stored twice`, shownPost(repeat));
  }),
  ...readable,
  sends("CH-21", "reads the optional fields", "no field that the service drops", (posts) => {
    for (const posted of posts) {
      const { read } = posted;
      if (!read.ok || read.value === "status" || "event" in read.value || read.value.kind !== "message") continue;
      const [warning] = read.value.warnings;
      if (warning !== undefined) return failed(warning, shownPost(posted));
    }
    return passed();
  }),
];

const invite: Check<CustomerScene> = {
  rule: "CH-10",
  does: "waits for a message of a customer of the system",
  expects: "a POST to the printed address",
  async judge(scene) {
    const { service, waitMs, ask } = scene;
    if (service === null) return skipped("the flag --listen gives the system an address to post to");
    if (clientPosts(scene).length === 0) ask("Write a message as a customer of your system now.");
    await service.until(() => clientPosts(scene).length > 0, waitMs);
    const count = clientPosts(scene).length;
    return count > 0 ? passed() : failed(`nothing within ${waitMs / 1_000} s`, "no request");
  },
};

export const customerSystemChecks: readonly Check<CustomerScene>[] = [...received, invite, ...sent];
