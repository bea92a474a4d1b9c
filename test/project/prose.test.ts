import t from "tap";
import { proseOf } from "./prose.ts";

t.test("sentences are in paragraphs and lists; code is one word, tables and blocks do not count", async (t) => {
  const { sentences, words } = proseOf(`# A heading of four words

The service keeps [each message](page.md#anchor). \`limits.one\` bounds it, as [CH-47](x.md) says.

- One entry
  of a list.

| a table | with words |
|---|---|
| is | no prose |

\`\`\`sh
echo "a block is no prose"
\`\`\`
`);
  t.same(sentences, [
    { text: "The service keeps each message.", words: 5 },
    { text: "Code bounds it, as CH-47 says.", words: 5 },
    { text: "One entry of a list.", words: 5 },
  ]);
  t.equal(words, 15);
});

t.test("short words in short sentences are easier to read than long ones", async (t) => {
  const plain = proseOf("The dog sat on the mat. It was glad.").readingEase ?? 0;
  const heavy = proseOf(
    "Simultaneous administrative reconfigurations necessitate considerable organisational deliberation.",
  );
  t.ok(plain > 100, String(plain));
  t.ok((heavy.readingEase ?? 100) < 0, String(heavy.readingEase));
  t.equal(proseOf("# Only a heading").readingEase, null);
});
