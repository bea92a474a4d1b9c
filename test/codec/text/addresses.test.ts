import t from "tap";
import { address } from "../../../src/codec/text/addresses.ts";

const addressesIn = (text: string): readonly string[] => text.split(address).filter((_, index) => index % 2 === 1);

const a = "https://a.example/x";
/** Each text with the addresses in it. */
const rows: readonly (readonly [text: string, ...addresses: string[]])[] = [
  ["nothing here"],
  [a, a],
  [`see ${a}`, a],
  [`${a} and http://b.example`, a, "http://b.example"],
  // Marks that end a sentence.
  ...[".", ",", ";", ":", "!", "?", "...", "…", "?!", "!!!", ".,", ":)"].map((end) => [`see ${a}${end}`, a] as const),
  // All kinds of quotes.
  ...['"', "'", "”", "’", "»", "«", "›", "“", "‘", "‹", "„", "＂", "＇", "」", "』"].map(
    (end) => [`${a}${end}`, a] as const,
  ),
  [`"${a}"`, a],
  [`'${a}'.`, a],
  [`“${a},” she said`, a],
  [`„${a}“`, a],
  [`«${a}»`, a],
  [`「${a}」`, a],
  // Closing brackets without an opening bracket in the address.
  ...[")", "]", "}", ").", "),", ")!", "）", "】", "》", "〉", "］", "｝"].map((end) => [`${a}${end}`, a] as const),
  [`(${a})`, a],
  [`[${a}]`, a],
  [`{${a}}`, a],
  [`(see ${a}).`, a],
  [`[docs](${a})`, a],
  // Closing brackets with an opening bracket in the address.
  ["https://a.example/wiki/Chat_(online)", "https://a.example/wiki/Chat_(online)"],
  ["(https://a.example/wiki/Chat_(online))", "https://a.example/wiki/Chat_(online)"],
  ["https://a.example/wiki/Chat_(online).", "https://a.example/wiki/Chat_(online)"],
  ["https://a.example/?q[]=1&q[]=2", "https://a.example/?q[]=1&q[]=2"],
  ["http://[::1]:8080/x", "http://[::1]:8080/x"],
  ["https://bot.example/{token}/hook", "https://bot.example/{token}/hook"],
  // Scripts that write no space after a sentence.
  [`请看${a}。谢谢`, a],
  [`请看${a}，谢谢`, a],
  [`${a}、${a}；`, a, a],
  [`${a}！${a}？`, a, a],
  [`（${a}）`, a],
  [`${a}｡`, a],
  [`انظر ${a}، شكرا`, a],
  [`${a}؟`, a],
  [`${a}؛`, a],
  [`${a}۔`, a],
  // Characters that belong to an address.
  ["https://пример.рф/путь", "https://пример.рф/путь"],
  ["https://例え.jp/道", "https://例え.jp/道"],
  ["https://a.example/a,b;c:d!e?f=g.h", "https://a.example/a,b;c:d!e?f=g.h"],
  ["https://a.example/it's", "https://a.example/it's"],
  ["https://a.example/x/", "https://a.example/x/"],
  ["https://a.example/x?y=1#z", "https://a.example/x?y=1#z"],
  ["https://a.example/%E2%80%9D", "https://a.example/%E2%80%9D"],
  ["https://user:pass@a.example:8443/~x_y-z+1=2*3", "https://user:pass@a.example:8443/~x_y-z+1=2*3"],
  ["HTTP://A.EXAMPLE?a=1&b=2, next", "HTTP://A.EXAMPLE?a=1&b=2"],
  [`<${a}>`, a],
  [`\`${a}\``, a],
  [`${a}\nnext`, a],
  [`${a}\u00a0next`, a],
  // Texts that are not addresses.
  ["https://", ...[]],
  ["https://[ http://"],
  ["javascript:alert(1) data:text/html,x ftp://a.example"],
  ["www.a.example mail@a.example"],
  ["https:// …"],
];

for (const [text, ...addresses] of rows)
  t.test(`[CH-37] the addresses in ${JSON.stringify(text)}`, async (t) => {
    t.strictSame(addressesIn(text), addresses);
    t.equal(text.split(address).join(""), text, "no character is lost");
  });

t.test("the time grows linearly with the length of the text", async (t) => {
  // A pattern that goes back for each character needs many minutes for one of these texts, and the test does not end.
  for (const text of [
    `https://a${".".repeat(1_000_000)}${"https://(".repeat(20_000)}`,
    `https://a${"(".repeat(1_000_000)}`,
    `https://a${"(b".repeat(500_000)}`,
    `https://a/${"(b)".repeat(500_000)}(`,
    `https://a${")".repeat(1_000_000)}`,
  ])
    t.equal(text.split(address).join(""), text);
});
