import fc from "fast-check";
import t from "tap";
import { readCrmAnswer } from "../../../src/codec/c-webhook/crm-answer.ts";
import { readFixture } from "../fixtures.ts";

const read = (answer: object) => readCrmAnswer({ ...answer });
const golden = (name: string) => readCrmAnswer(JSON.parse(readFixture(name).toString()));
const row = { title: null, content: null, key: null, link: null };
const link = "an http:// or https:// URL of at most 8192 characters";

t.test("[WH-24, WH-29] the agent gets the data in the example answers", async (t) => {
  t.strictSame(golden("c2-answer-chat-accepted"), {
    crmAnswer: {
      customData: [
        { ...row, title: "Orders", content: "3 open, 11 closed" },
        { ...row, key: "Card", content: "Gold", link: "https://crm.northgate-cycles.example/loyalty/318" },
      ],
      contact: { name: "Tomas Berg", phone: "+442079460181", email: "tomas.berg@mailbox.example" },
      enableAssign: true,
      crmLink: "https://crm.northgate-cycles.example/cards/551",
      page: { url: "https://www.northgate-cycles.example/wheels", title: "Wheels" },
    },
    notes: [],
  });
  t.strictSame(
    golden("c2-answer-chat-accepted-loose"),
    {
      crmAnswer: {
        customData: [],
        enableAssign: false,
        crmLink: "https://crm.northgate-cycles.example/cards/551",
      },
      notes: [],
    },
    "empty arrays mean none",
  );
  t.strictSame(golden("c2-answer-ok"), { crmAnswer: {}, notes: [] });
});

t.test("[WH-26] null and [] mean none; a blank value removes nothing", async (t) => {
  t.strictSame(read({ custom_data: null }).crmAnswer, { customData: [] });
  t.strictSame(read({ custom_data: [] }).crmAnswer, { customData: [] });
  const nothing = { crmAnswer: {}, notes: [] };
  t.strictSame(read({ contact_info: null, enable_assign: null, crm_link: null, page: null }), nothing);
  t.strictSame(read({ contact_info: [] }), nothing);
  t.strictSame(read({ contact_info: {} }), nothing);
  t.strictSame(read({ contact_info: { name: "", phone: " ", email: null }, crm_link: " " }), nothing);
  t.strictSame(read({ contact_info: { name: "Pat", phone: 15550100, sex: 1 } }).crmAnswer, {
    contact: { name: "Pat", phone: "15550100" },
  });
});

t.test("[WH-30] a field of the wrong type is dropped with a note that names it; the others are used", async (t) => {
  const cases: readonly (readonly [object, object, readonly string[]])[] = [
    [{ custom_data: {} }, {}, ["Field custom_data was dropped: expected an array, got an object."]],
    [{ custom_data: "Orders" }, {}, ['Field custom_data was dropped: expected an array, got "Orders".']],
    [
      { custom_data: [7, [], null, { title: "A" }] },
      { customData: [{ ...row, title: "A" }] },
      [
        "Field custom_data[0] was dropped: expected an object, got 7.",
        "Field custom_data[1] was dropped: expected an object, got an array.",
        "Field custom_data[2] was dropped: expected an object, got null.",
      ],
    ],
    [
      { custom_data: [{ title: true, content: "x" }, { content: {} }, { title: " ", link: "https://x.example/" }] },
      { customData: [{ ...row, content: "x" }] },
      [
        "Field custom_data[0].title was dropped: expected a string, got true.",
        "Field custom_data[1].content was dropped: expected a string, got an object.",
        "Field custom_data[1] was dropped: expected a title, content or key.",
        "Field custom_data[2] was dropped: expected a title, content or key.",
      ],
    ],
    [
      { custom_data: [{ key: "A", link: "javascript:alert(1)" }] },
      { customData: [{ ...row, key: "A" }] },
      [`Field custom_data[0].link was dropped: expected ${link}, got "javascript:alert(1)".`],
    ],
    [
      { contact_info: [1], enable_assign: "true", page: [] },
      {},
      [
        "Field contact_info was dropped: expected an object, got an array.",
        'Field enable_assign was dropped: expected true or false, got "true".',
        "Field page was dropped: expected an object, got an array.",
      ],
    ],
    [
      { contact_info: { name: ["Pat"], email: "pat@example.com" } },
      { contact: { email: "pat@example.com" } },
      ["Field contact_info.name was dropped: expected a string, got an array."],
    ],
    [{ enable_assign: 1 }, {}, ["Field enable_assign was dropped: expected true or false, got 1."]],
    [{ crm_link: "ftp://x/y" }, {}, [`Field crm_link was dropped: expected ${link}, got "ftp://x/y".`]],
    [{ crm_link: "https://[" }, {}, [`Field crm_link was dropped: expected ${link}, got "https://[".`]],
    [{ crm_link: 551 }, {}, [`Field crm_link was dropped: expected ${link}, got 551.`]],
    [{ page: { title: "Wheels" } }, {}, []],
    [{ page: { url: "wheels" } }, {}, [`Field page.url was dropped: expected ${link}, got "wheels".`]],
    [
      { page: { url: "https://x.example/", title: [] } },
      { page: { url: "https://x.example/", title: null } },
      ["Field page.title was dropped: expected a string, got an array."],
    ],
    [{ custom_data: [{ title: "A" }], result: "ok", other: 1 }, { customData: [{ ...row, title: "A" }] }, []],
  ];
  for (const [answer, crmAnswer, notes] of cases)
    t.strictSame(read(answer), { crmAnswer, notes }, JSON.stringify(answer));
});

t.test("[WH-28] without a link there is no bind button, and the log has an entry", async (t) => {
  const { crmAnswer, notes } = read({ enable_assign: true });
  t.strictSame(crmAnswer, { enableAssign: true });
  t.match(notes, [/enable_assign came without crm_link/]);
  t.strictSame(read({ enable_assign: true, crm_link: "https://crm.example.com/1" }).notes, []);
  t.strictSame(read({ enable_assign: false }).notes, []);
});

t.test("[WH-25] numbers become text, texts are cleaned and cut, rows beyond 50 are dropped", async (t) => {
  const numbers = [0, -0, 12, 1.5, 1e21, -7];
  const { crmAnswer } = read({ custom_data: numbers.map((content) => ({ content })) });
  t.strictSame(
    crmAnswer.customData?.map(({ content }) => content),
    ["0", "0", "12", "1.5", "1000000000000000000000", "-7"],
  );
  t.match(readCrmAnswer(JSON.parse('{"custom_data":[{"content":1e999}]}')), {
    crmAnswer: { customData: [] },
    notes: [/custom_data\[0\]\.content was dropped: expected a string, got Infinity/, /custom_data\[0\]/],
  });

  const long = "😀".repeat(2_000);
  t.strictSame(read({ custom_data: [{ title: long, content: long, key: `${long}\u0000` }] }).crmAnswer, {
    customData: [{ ...row, title: "😀".repeat(255), content: "😀".repeat(1_000), key: "😀".repeat(255) }],
  });
  t.strictSame(read({ contact_info: { name: `P\u0000at${"x".repeat(300)}`, email: "a\ud800" } }).crmAnswer, {
    contact: { name: `Pat${"x".repeat(252)}`, email: "a\ufffd" },
  });
  t.match(read({ crm_link: `https://x.example/${"y".repeat(8_192)}` }), { crmAnswer: {}, notes: [/crm_link/] });

  const many = Array.from({ length: 60 }, (_, index) => (index === 3 ? null : { title: `row ${index}` }));
  const cut = read({ custom_data: many });
  t.equal(cut.crmAnswer.customData?.length, 50);
  t.equal(cut.crmAnswer.customData?.at(-1)?.title, "row 50", "a dropped row does not count");
  t.match(cut.notes, [/custom_data\[3\]/, "Field custom_data was cut: it may have 50 rows."]);
  t.equal(read({ custom_data: many.slice(0, 51) }).notes.length, 1, "50 rows are not cut");
  const bad = read({ custom_data: Array.from({ length: 5_000 }, () => 7) });
  t.equal(bad.notes.length, 11, "the log stays short");
  t.equal(bad.notes.at(-1), "4990 more.");
});

t.test("any JSON at all gives facts of the right types, and never throws", async (t) => {
  const some = fc.oneof(fc.jsonValue(), fc.webUrl(), fc.string({ unit: "binary" }), fc.double());
  const anyRow = fc.record({ title: some, content: some, key: some, link: some }, { requiredKeys: [] });
  const answers = fc.record(
    {
      result: fc.constantFrom("ok", "OK"),
      custom_data: fc.oneof(some, fc.array(fc.oneof(anyRow, some), { maxLength: 60 })),
      contact_info: fc.oneof(some, fc.record({ name: some, phone: some, email: some }, { requiredKeys: [] })),
      enable_assign: fc.oneof(fc.boolean(), some),
      crm_link: some,
      page: fc.oneof(some, fc.record({ url: some, title: some }, { requiredKeys: [] })),
    },
    { requiredKeys: [] },
  );
  const isText = (value: unknown, max: number): boolean =>
    value === null || (typeof value === "string" && value.trim() !== "" && [...value].length <= max && isClean(value));
  const isClean = (value: string): boolean => !/[^\P{Cc}\t\n]|\p{Cs}/u.test(value);
  const isLink = (value: unknown): boolean => value === null || (isText(value, 8_192) && /^https?:/i.test(`${value}`));
  const fits = (answer: object): boolean => {
    const { customData = [], contact = {}, enableAssign = true, crmLink = null, page } = read(answer).crmAnswer;
    return (
      customData.length <= 50 &&
      customData.every(
        ({ title, content, key, link: href }) =>
          [title, key].every((text) => isText(text, 255)) &&
          isText(content, 1_000) &&
          isLink(href) &&
          (title ?? content ?? key) !== null,
      ) &&
      Object.entries(contact).every(([key, value]) => /^(name|phone|email)$/.test(key) && isText(value, 255)) &&
      typeof enableAssign === "boolean" &&
      isLink(crmLink) &&
      (page === undefined || (page.url !== null && isLink(page.url) && isText(page.title, 255)))
    );
  };
  t.doesNotThrow(() => fc.assert(fc.property(answers, fits), { numRuns: 200 }));
});
