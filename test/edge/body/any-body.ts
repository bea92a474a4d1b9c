import fc from "fast-check";

/** A body, and how it is posted. */
export interface AnyBody {
  readonly bytes: Uint8Array;
  readonly isChunked: boolean;
  readonly contentType: string | null;
}

const bodyBytesMax = 256 * 1024;

const oddStrings = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc.constantFrom(
    "",
    " ",
    "\u0000",
    "\ud800",
    "\udc00x",
    "\ufeff",
    "text",
    "typein",
    "7",
    "null",
    "__proto__",
    "🙂".repeat(600),
  ),
  fc.integer({ min: 900, max: 200_000 }).map((length) => "x".repeat(length)),
  fc.constantFrom(
    "http://",
    "https://shop.example.com/a.png",
    "javascript:1",
    "http://[",
    `http://x/${"y".repeat(3_000)}`,
  ),
);
/** Numbers as text, because JavaScript converts some of them to another number or to none. */
const oddNumbers = fc.constantFrom(
  ...["0", "-0", "1e400", "-1e-400", "1E+2", "123.0", "0.1", "9007199254740993", "123456789012345678901234567890"],
  ...["1e255", "-1", "1.5e300", `${"9".repeat(400)}`, `0.${"0".repeat(300)}1`],
);
const noJson = fc.constantFrom("01", "+1", ".5", "NaN", "0x10", "undefined", "", "'x'", '"\u0001"', '"\\x"');
const oddTexts = fc.oneof(
  { weight: 4, arbitrary: oddStrings.map((text) => JSON.stringify(text)) },
  { weight: 3, arbitrary: oddNumbers },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value)) },
  { weight: 2, arbitrary: fc.constantFrom("true", "false", "null", "{}", "[]") },
  { weight: 1, arbitrary: noJson },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 80 }).map((depth) => "[".repeat(depth) + "]".repeat(depth)) },
);

const senderKeys = ["id", "name", "photo", "url", "phone", "email", "invite", "__proto__", "other"] as const;
const messageKeys = [
  ...["type", "id", "text", "file", "thumb", "file_name", "file_size", "duration", "width", "height"],
  ...["latitude", "longitude", "performer", "title", "emoji", "constructor", "other"],
] as const;
const types = ["text", "text", "photo", "location", "typein", "typeout", "document", "Text"] as const;

/** An object as text, whose keys may be repeated. */
const section = (keys: readonly string[], usual: fc.Arbitrary<string>): fc.Arbitrary<string> => {
  const odd = fc.array(fc.tuple(fc.constantFrom(...keys), oddTexts), { maxLength: 4 });
  return fc.tuple(usual, odd, fc.boolean()).map(([first, rest, isOddLast]) => {
    const parts = rest.map(([key, text]) => `${JSON.stringify(key)}:${text}`);
    return `{${(isOddLast ? [first, ...parts] : [...parts, first]).join(",")}}`;
  });
};
const usualSender = fc.nat(30).map((number) => `"id":"client ${number}"`);
const usualMessage = fc
  .tuple(fc.constantFrom(...types), fc.nat())
  .map(
    ([type, number]) =>
      `"id":"case ${number}","text":"Hello","file":"https://shop.example.com/${number}.png","latitude":1,"longitude":2,"type":"${type}"`,
  );

const nearlyRight = fc
  .tuple(section(senderKeys, usualSender), section(messageKeys, usualMessage), oddTexts, fc.nat(5))
  .map(([sender, message, odd, shape]) => {
    const right = `"sender":${sender},"message":${message}`;
    return [
      `{${right}}`,
      `{${right}}`,
      `\ufeff{${right}}`,
      `{"sender":${odd},${right}}`,
      `{${right},"message":${odd}}`,
      `{${right},"x":${odd}}`,
    ][shape] as string;
  });
const deep = fc
  .tuple(fc.integer({ min: 50, max: 60_000 }), fc.constantFrom(["[", "]"], ['{"a":', "}"]), fc.boolean())
  .map(([depth, [open = "", close = ""], isClosed]) => {
    const value = `${open.repeat(depth)}1${isClosed ? close.repeat(depth) : ""}`;
    return `{"sender":{"id":"deep"},"message":{"type":"text","text":"Hello","other":${value}}}`;
  });
const texts = fc.oneof(
  { weight: 12, arbitrary: nearlyRight },
  { weight: 3, arbitrary: fc.jsonValue().map((value) => JSON.stringify(value)) },
  { weight: 2, arbitrary: deep },
  { weight: 1, arbitrary: oddTexts },
);

/** Changes, removes or inserts a few bytes. */
const damaged = fc
  .tuple(nearlyRight, fc.array(fc.tuple(fc.nat(), fc.nat(255), fc.nat(2)), { minLength: 1, maxLength: 3 }))
  .map(([text, damages]) => {
    let bytes = Buffer.from(text);
    for (const [place, byte, kind] of damages) {
      const at = place % (bytes.length + 1);
      bytes = Buffer.concat([
        bytes.subarray(0, at),
        Buffer.from(kind === 0 ? [] : [byte]),
        bytes.subarray(kind === 1 ? at : at + 1),
      ]);
    }
    return bytes;
  });
const tooLong = fc
  .integer({ min: bodyBytesMax - 40, max: bodyBytesMax + 100_000 })
  .map((length) => Buffer.from('{"sender":{"id":"long"},"message":{"type":"text","text":"Hello"}}'.padEnd(length)));

const bytes: fc.Arbitrary<Uint8Array> = fc.oneof(
  { weight: 20, arbitrary: texts.map((text) => Buffer.from(text)) },
  { weight: 4, arbitrary: damaged },
  { weight: 2, arbitrary: fc.uint8Array({ maxLength: 300 }) },
  { weight: 1, arbitrary: tooLong },
);

const shownBytesMax = 500;

/** Any JSON, texts similar to a customer's message, and any bytes. */
export const anyBody: fc.Arbitrary<AnyBody> = fc
  .record({
    bytes,
    isChunked: fc.boolean(),
    contentType: fc.constantFrom(null, "application/json", "text/plain; charset=utf-16", "x", "multipart/form-data"),
  })
  // fast-check finds a counterexample again by its seed and path.
  .map((body) => ({
    ...body,
    [fc.toStringMethod]: () => Buffer.from(body.bytes).toString("latin1", 0, shownBytesMax),
  }));
