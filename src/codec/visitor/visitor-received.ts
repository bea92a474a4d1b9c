import type { Static } from "typebox";
import Type from "typebox";
import type { Result } from "../../core/result.ts";
import { fail } from "../../core/result.ts";
import { decodeJson, isJsonObject, refuseBrokenText } from "../json/json.ts";
import type { FrameOf } from "../schema/frame.ts";
import { frameParsers, received } from "../schema/frame.ts";
import { about } from "../schema/schema-parts.ts";
import { describeValue } from "../text/text.ts";

const text = (description: string) => Type.String({ ...about("a string", description) });
const id = Type.String({
  minLength: 1,
  maxLength: 64,
  ...about(
    "a string of 1 to 64 characters",
    "The id of the request. The widget chooses it, and the answer carries it.",
  ),
});
const chatId = (description: string) =>
  Type.String({ pattern: "^[1-9][0-9]{0,14}$", ...about("the id of a chat", description) });
const pageUrl = text("The address. Only http and https addresses are stored.");
const pageTitle = Type.Optional(text("The title."));
const page = Type.Object(
  { url: pageUrl, title: pageTitle },
  { ...about("an object with the strings url and, optionally, title", "The page that the visitor is on.") },
);
/** The invitation that the page showed. Source: WJ-25. */
const invitation = Type.Object(
  {
    text: text("The text of the invitation."),
    departmentId: Type.Optional(
      Type.Union([Type.Number(), Type.Null()], { description: "The id of the department that gets the chat." }),
    ),
  },
  {
    ...about(
      "an object with the string text and, optionally, the number departmentId",
      "The invitation that the visitor answers.",
    ),
  },
);
const contact = {
  name: Type.Optional(
    text("The name. An empty string clears the field in `contact`. At most 255 characters are kept."),
  ),
  email: Type.Optional(text("The e-mail address, with the same rules as `name`.")),
  phone: Type.Optional(text("The phone number, with the same rules as `name`.")),
  description: Type.Optional(text("More information. At most 1,000 characters are kept.")),
};

/** The frames that a page with the widget may send on `/ws/widget`. */
export const visitorReceived = {
  hello: received(
    "hello",
    {
      widget: Type.String({
        minLength: 1,
        maxLength: 255,
        ...about("the id of a widget", "The id of the channel that the widget belongs to."),
      }),
      visitor: Type.Optional(
        Type.String({
          maxLength: 255,
          writeOnly: true,
          ...about(
            "the secret of an earlier ready",
            "The secret of the visitor from an earlier `ready`. Without it the visitor is new.",
          ),
        }),
      ),
      identity: Type.Optional(
        Type.String({
          writeOnly: true,
          ...about(
            "a JSON Web Token",
            "The token that proves who the visitor is, as the page has set it with `setIdentity`.",
          ),
        }),
      ),
      page: Type.Optional(page),
      userToken: Type.Optional(
        Type.String({
          writeOnly: true,
          ...about("a string", "The token that the page has set with `setUserToken`."),
        }),
      ),
      chat: Type.Optional(chatId("The chat that `since` counts in. Without it, `since` counts in the open chat.")),
      since: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: Number.MAX_SAFE_INTEGER,
          ...about("the seq of a message", "The `seq` of the last message that the page has."),
        }),
      ),
    },
    {
      summary: "Names the widget, the page, and the visitor.",
      when: "The first frame, within 10 seconds after the socket opens.",
      example: {
        widget: "SHOPWIDGET",
        visitor: "the-secret-of-an-earlier-ready",
        page: { url: "https://shop.example.com/cart", title: "Cart" },
        chat: "17",
        since: 1,
      },
    },
  ),
  contact: received(
    "contact",
    { id, ...contact },
    {
      summary: "Sets the contact data of the visitor.",
      when: "When the visitor fills in the contact form, or the page calls `setContactInfo`.",
    },
  ),
  user_token: received(
    "user_token",
    {
      id,
      value: Type.String({
        writeOnly: true,
        ...about("a string", "The token: not blank, at most 1,000 characters."),
      }),
    },
    {
      summary: "Sets the token by which the web site knows the visitor.",
      when: "When the page calls `setUserToken`.",
      example: { id: "r2", value: "customer-4711" },
    },
  ),
  page: received(
    "page",
    { id, url: pageUrl, title: pageTitle },
    {
      summary: "Reports the page that the visitor is on.",
      when: "When the address of the page changes.",
    },
  ),
  custom_data: received(
    "custom_data",
    {
      id,
      fields: Type.Array(Type.Unknown(), {
        ...about(
          "a list of rows",
          "The rows, each with `content`, `title`, `key` or `link`. At most 50 rows are kept.",
        ),
      }),
    },
    {
      summary: "Replaces the rows that agents see beside the chat.",
      when: "When the page calls `setCustomData`.",
      example: { id: "r4", fields: [{ title: "Cart", content: "3 items", key: "Total" }] },
    },
  ),
  beat: received(
    "beat",
    { id },
    {
      summary: "Asks whether the service still answers, because pages cannot see the pings of a socket.",
      when: "When the page has received nothing for a while.",
    },
  ),
  message: received(
    "message",
    {
      id,
      text: text("The text: not blank. At most 1,000 characters are kept."),
      invitation: Type.Optional(invitation),
      wantsAgent: Type.Optional(Type.Boolean({ ...about("true or false", "Asks for a person in place of the bot.") })),
    },
    {
      summary: "Sends a text of the visitor.",
      when: "When the visitor sends a message.",
    },
  ),
  click: received(
    "click",
    {
      id,
      seq: Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        ...about("the seq of a message", "The `seq` of the message with the buttons."),
      }),
      index: Type.Integer({
        minimum: 0,
        maximum: 2,
        ...about("which of its buttons, from 0", "The position of the button, from 0."),
      }),
    },
    {
      summary: "Chooses a button of the message of a bot.",
      when: "When the visitor clicks a button. Only the buttons of the newest such message work, until the visitor writes.",
    },
  ),
  offline_message: received(
    "offline_message",
    { id, ...contact, text: text("The message: not empty, at most 4,000 characters.") },
    {
      summary: "Leaves a message for agents who are not there.",
      when: "When the visitor sends the offline form.",
    },
  ),
  call: received(
    "call",
    { id, phone: text("The phone number of the visitor.") },
    {
      summary: "Asks for a call to the phone number of the visitor.",
      when: "When the visitor sends the callback form.",
    },
  ),
  rate: received(
    "rate",
    {
      id,
      value: Type.Union([Type.Literal("positive"), Type.Literal("negative")], {
        ...about('"positive" or "negative"', "The rating."),
      }),
      chat: Type.Optional(chatId("The chat to rate. Without it, the open chat is rated.")),
      comment: Type.Optional(text("A comment for the agents. At most 500 characters are kept.")),
    },
    {
      summary: "Rates a chat.",
      when: "When the visitor chooses a rating. A closed chat can be rated for 24 hours.",
    },
  ),
  earlier: received(
    "earlier",
    { id, before: Type.Optional(chatId("The answer has the newest closed chat before this chat.")) },
    {
      summary: "Asks for the messages of an earlier chat.",
      when: "When the visitor scrolls to the start of the conversation.",
    },
  ),
  seen: received(
    "seen",
    {
      id,
      chat: chatId("The chat of the message."),
      seq: Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        ...about("the seq of a message", "The `seq` of the last message that the visitor has seen."),
      }),
    },
    {
      summary: "Reports the last message that the visitor has seen.",
      when: "When a message of an agent or a bot is in view, in an open window on a visible page.",
    },
  ),
  typing: received(
    "typing",
    {
      id,
      state: Type.Union([Type.Literal("typein"), Type.Literal("typeout")], {
        ...about('"typein" or "typeout"', "`typein`: the visitor types. `typeout`: the visitor has stopped."),
      }),
    },
    {
      summary: "Reports that the visitor types, or has stopped.",
      when: "When the visitor starts or stops typing.",
    },
  ),
};

/** The first frame: the widget, the page and the visitor's identity. */
export type VisitorHello = Static<typeof visitorReceived.hello.schema>;
export type VisitorFrame = FrameOf<typeof visitorReceived>;
/** A request of a visitor's page. Each request is answered by `done` or `failed` with its id. */
export type VisitorRequest = Exclude<VisitorFrame, VisitorHello>;

const parsers = frameParsers(visitorReceived);
const typeNames = Object.keys(visitorReceived).join(", ");

/**
 * Parses a frame of a widget into its typed form; fails with `invalid_request` naming the field. The content of the fields is not
 * checked here.
 */
export function parseVisitorFrame(bytes: Uint8Array, limits: { readonly jsonDepthMax: number }): Result<VisitorFrame> {
  const decoded = decodeJson(bytes, { depthMax: limits.jsonDepthMax });
  if (!decoded.ok) return decoded;
  const frame = decoded.value.value;
  const type = isJsonObject(frame) ? frame["type"] : undefined;
  const parse = parsers.get(type);
  if (parse === undefined)
    return fail("invalid_request", `Field type is ${describeValue(type)}, expected one of ${typeNames}.`);
  const failure = refuseBrokenText(decoded.value, ["id"]);
  return failure === null ? (parse(frame) as Result<VisitorFrame>) : { ok: false, failure };
}
