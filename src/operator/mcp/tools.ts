import type { Static, TSchema } from "typebox";
import Type from "typebox";
import { Check, Errors } from "typebox/value";
import { inspectedKinds } from "../../codec/inspect/inspect-schemas.ts";
import type { Result } from "../../core/result.ts";
import { fail, ok } from "../../core/result.ts";

/** A request to the API. Its answer is a JSON object. */
export interface ToolRequest {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: object;
}

/** What a program can do here, in one or more requests. Their answers together are the answer of the tool. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly input: TSchema;
  /** Whether it changes nothing. */
  readonly isReading: boolean;
  read(given: unknown): Result<readonly ToolRequest[]>;
}

const tool = <Input extends TSchema>(
  name: string,
  description: string,
  input: Input,
  toRequests: (given: Static<Input>) => readonly ToolRequest[],
): Tool => ({
  name,
  description,
  input,
  isReading: !changing.has(name),
  read(given) {
    if (Check(input, given)) return ok(toRequests(given));
    const [{ instancePath = "", message = "wrong" } = {}] = Errors(input, given);
    return fail("invalid_request", `Expected other arguments for ${name}: ${instancePath || "the object"} ${message}.`);
  },
});

const changing: ReadonlySet<string> = new Set(["accept_chat", "reply", "write_note"]);

const closed = { additionalProperties: false } as const;
const chatId = Type.String({ pattern: "^[1-9][0-9]{0,14}$", description: "The id of the chat, such as 17." });
const cursor = Type.Optional(Type.String({ description: "The cursor of the page before." }));
const text = Type.String({ minLength: 1, description: "The text, as people read it." });

/** To add a tool, add an entry here. */
export const tools: readonly Tool[] = [
  tool(
    "list_chats",
    "Lists open chats, the newest first. With q: chats with these words in their messages or their client.",
    Type.Object(
      {
        state: Type.Optional(Type.Enum(["with_bot", "waiting", "unstaffed", "with_agent"])),
        channel: Type.Optional(Type.String({ description: "The public id of a channel." })),
        q: Type.Optional(Type.String({ description: "Words to look for." })),
        cursor,
      },
      closed,
    ),
    (query) => [{ method: "GET", path: "/api/chats", query }],
  ),
  tool(
    "read_chat",
    "Returns a chat with its client, and a page of its messages in order, each with its delivery.",
    Type.Object(
      { chatId, after: Type.Optional(Type.Integer({ minimum: 0, description: "Only messages after this seq." })) },
      closed,
    ),
    ({ chatId: id, after }) => [
      { method: "GET", path: `/api/chats/${id}` },
      { method: "GET", path: `/api/chats/${id}/messages`, query: { after } },
    ],
  ),
  tool(
    "accept_chat",
    "Takes a waiting chat in the name of the agent of the key. Needed before a reply.",
    Type.Object({ chatId }, closed),
    ({ chatId: id }) => [{ method: "POST", path: `/api/chats/${id}/accept` }],
  ),
  tool(
    "reply",
    "Sends a text to the client of a chat that the agent of the key has. It cannot be taken back.",
    Type.Object({ chatId, text }, closed),
    ({ chatId: id, text: said }) => [
      { method: "POST", path: `/api/chats/${id}/messages`, body: { type: "text", text: said } },
    ],
  ),
  tool(
    "write_note",
    "Writes a note for the agents into a chat. The client never sees it.",
    Type.Object({ chatId, text }, closed),
    ({ chatId: id, text: said }) => [{ method: "POST", path: `/api/chats/${id}/note`, body: { text: said } }],
  ),
  tool(
    "list_deliveries",
    "Lists messages, events and mails that Parley sends, with each attempt and its error: why something did not arrive.",
    Type.Object(
      {
        chat: Type.Optional(chatId),
        state: Type.Optional(Type.Enum(["pending", "attempting", "delivered", "failed"])),
        channel: Type.Optional(Type.String({ description: "The public id of a channel." })),
        cursor,
      },
      closed,
    ),
    (query) => [{ method: "GET", path: "/api/deliveries", query }],
  ),
  tool(
    "why",
    "Returns an actor with the sentence that says why it is in its state, and its last steps with their causes.",
    Type.Object(
      {
        kind: Type.Enum([...inspectedKinds]),
        id: Type.String({ minLength: 1, description: "The id of the actor, such as the id of a chat." }),
      },
      closed,
    ),
    ({ kind, id }) => {
      const path = `/api/inspect/actors/${kind}/${encodeURIComponent(id)}`;
      return [
        { method: "GET", path },
        { method: "GET", path: `${path}/steps` },
      ];
    },
  ),
];
