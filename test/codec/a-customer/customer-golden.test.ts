import fc from "fast-check";
import t from "tap";
import { parseCustomerMessage } from "../../../src/codec/a-customer/customer-message.ts";
import { defaultLimits } from "../../../src/config/limits.ts";
import { fixtureNames, readFixture } from "../fixtures.ts";
import { parseBody } from "./customer-bodies.ts";

const names = fixtureNames("a1-").filter((name) => name !== "a1-answer-ok");
const compact = (name: string): Buffer => Buffer.from(JSON.stringify(JSON.parse(readFixture(name).toString())));
const mediaKeys = ["file", "thumb", "emoji", "file_name", "file_size", "duration", "width", "height", "performer"];
const pick = (from: object, keys: readonly string[]): object =>
  Object.fromEntries(Object.entries(from).filter(([key]) => keys.includes(key)));

t.test("[CH-53] every canonical payload is read completely", async (t) => {
  for (const name of names) {
    const { sender, message } = JSON.parse(readFixture(name).toString());
    const result = parseBody(readFixture(name));
    if (message.type === "typein" || message.type === "typeout") {
      const notice = { kind: "typing", senderId: "cust-7781", senderIdKind: "string", state: message.type };
      t.strictSame(result, { ok: true, value: notice }, name);
      continue;
    }
    const media = pick(message, [...mediaKeys, "title", "latitude", "longitude"]);
    const isWhole = message.type === "text" || message.type === "location" || message.file_name !== undefined;
    t.strictSame(
      result,
      {
        ok: true,
        value: {
          kind: "message",
          senderId: String(sender.id),
          sender: {
            senderIdKind: typeof sender.id === "number" ? "integer" : "string",
            ...pick(sender, ["name", "phone", "email", "photo", "url"]),
          },
          externalId: message.id ?? null,
          invitation: sender.invite ?? null,
          content: {
            type: message.type,
            text: message.text ?? "",
            media: message.type === "text" ? null : { ...media, ...(isWhole ? {} : { file_name: "rim.jpg" }) },
          },
          warnings: isWhole
            ? []
            : [
                "Field message.file_name is missing: the last part of the file's URL is used as the name.",
                "Field message.file_size is missing.",
              ],
        },
      },
      name,
    );
  }
});

/** Whether the parser returns a result, and a failure has a sentence. Throws if the parser throws. */
function isResult(bytes: Uint8Array): boolean {
  const result = parseCustomerMessage(bytes, defaultLimits);
  return result.ok || (result.failure.code === "invalid_request" && /^(The|Field) .+\.$/.test(result.failure.message));
}

t.test("[CH-20] a payload cut at any byte is refused, except after its last bracket", async (t) => {
  for (const name of names) {
    const body = compact(name);
    for (let length = 0; length < body.length; length += 1) {
      const result = parseBody(body.subarray(0, length));
      if (result.ok || result.failure.code !== "invalid_request") t.fail(`${name} cut at ${length}`);
    }
  }
  t.ok(parseBody(compact("a1-text")).ok);
});

t.test("a payload corrupted at any byte gives a result", async (t) => {
  const wrong: string[] = [];
  for (const name of names) {
    const body = compact(name);
    for (let index = 0; index < body.length; index += 1) {
      for (const byte of [0x00, 0x22, 0x2d, 0x5c, 0x65, 0x7b, 0x7d, 0x80, 0xff]) {
        const corrupted = Buffer.from(body);
        corrupted[index] = byte;
        if (!isResult(corrupted)) wrong.push(`${name} with ${byte} at ${index}`);
      }
    }
  }
  t.same(wrong, []);
});

const value = fc.jsonValue();
const oddText = fc.oneof(fc.string({ unit: "binary" }), fc.double(), value);
const anyFields = fc.dictionary(fc.constantFrom("id", "name", "photo", "type", "text", "file", "latitude"), oddText);
const anyBody = fc.record({ sender: anyFields, message: anyFields });
const knownType = fc.constantFrom("text", "photo", "location", "typein");
const likelyBody = fc
  .tuple(anyBody, fc.oneof(fc.bigInt(), fc.string()), knownType)
  .map(([body, id, type]) => ({ body, id, type }));

t.test("any JSON at all gives a result", async (t) => {
  fc.assert(fc.property(fc.oneof(value, anyBody), (json) => isResult(Buffer.from(JSON.stringify(json)))));
  fc.assert(fc.property(fc.uint8Array(), isResult));
  t.pass("no counterexample");
});

t.test("[CH-26] with any fields, an accepted id is exact and text is well-formed", async (t) => {
  const property = fc.property(likelyBody, ({ body, id, type }) => {
    const message = { ...body.message, type, text: body.message["text"] };
    const literal = typeof id === "bigint" ? String(id) : JSON.stringify(id);
    const sender = JSON.stringify({ ...body.sender, id: 0 }).replace(
      /"id":0/,
      `"id":${literal.replaceAll("$", "$$$$")}`,
    );
    const result = parseBody(`{"sender":${sender},"message":${JSON.stringify(message)}}`);
    if (!result.ok) return true;
    const text = result.value.kind === "message" ? result.value.content.text : "";
    return result.value.senderId === String(id) && !/\p{Cs}/u.test(text) && [...text].length <= 1000;
  });
  fc.assert(property, { numRuns: 200 });
  t.pass("no counterexample");
});
