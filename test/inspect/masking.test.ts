import t from "tap";
import { createSecretMask } from "../../src/inspect/secrets/mask-secrets.ts";
import { SecretFinder } from "../../src/inspect/secrets/secret-finder.ts";

t.test("secrets are found anywhere in a text, in all their forms", (t) => {
  const finder = new SecretFinder(["abcdef", "abcdef-longer", 'with "marks"', "ü/secret", "t0k3n", "abc", ""]);
  const rows: readonly (readonly [given: string, shown: string])[] = [
    ["", ""],
    ["abcdef", "***"],
    ["xabcdefx abcdef-longer.", "x***x ***."],
    ['{"a":"with \\"marks\\""} with "marks"', '{"a":"***"} ***'],
    ["https://x/%C3%BC%2Fsecret?ü/secret", "https://x/***?***"],
    ["t0k3n at0k3n t0k3n-a (t0k3n)", "*** at0k3n t0k3n-a (***)"],
    ["abc is too short to be looked for", "abc is too short to be looked for"],
    ["abcdeabcdefabcdef", "abcde******"],
  ];
  for (const [given, shown] of rows) t.equal(finder.hide(given), shown);
  t.equal(new SecretFinder([]).hide("abcdef"), "abcdef");
  const many = Array.from({ length: 5_000 }, (_, index) => `secret-${index}-${index * 7919}`);
  const all = new SecretFinder(many);
  t.equal(all.hide(many.join(" ")), many.map(() => "***").join(" "));
  t.end();
});

t.test("fields with a secret name are masked, and addresses show only their target", (t) => {
  const secrets = createSecretMask({ hide: (text) => text, maskAddress: ({ host }) => `at ${host}` });
  const rows: readonly (readonly [given: unknown, shown: unknown])[] = [
    [
      { random: "r", token: "t", clientSecret: "c", userToken: "", password: null },
      { random: "***", token: "***", clientSecret: "***", userToken: "", password: null },
    ],
    [
      { previousSecret: { secret: "s", untilMs: 7 }, accessTokens: 3 },
      { previousSecret: { secret: "***", untilMs: 7 }, accessTokens: 3 },
    ],
    [
      { authorization: ["Basic a", 7], apiKey: 7, API_KEY: "k" },
      { authorization: ["***", "***"], apiKey: "***", API_KEY: "***" },
    ],
    [
      { head: "h", tail: "t", messagesUpTo: 1 },
      { head: "***", tail: "***", messagesUpTo: 1 },
    ],
    [
      { head: "h", tail: "t" },
      { head: "h", tail: "t" },
    ],
    [{ tokenUrl: "https://a.example.com/x" }, { tokenUrl: "at a.example.com" }],
    ["see https://a.example.com/files/abcdefghijklmnop1234/a.png", "see https://a.example.com/files/***/a.png"],
    [
      "Bearer pk_0123456789-abcdef_ghi, whsec_AAAABBBBCCCCDDDD+/8=; idsec_aaaabbbbccccdddd",
      "Bearer pk_***, whsec_***; idsec_***",
    ],
    ["a top_k_of_a_name_that_is_long, pk_short", "a top_k_of_a_name_that_is_long, pk_short"],
    [
      { accessKeyId: "a", secretAccessKey: "s", keyId: "k" },
      { accessKeyId: "***", secretAccessKey: "***", keyId: "k" },
    ],
    ['{"user_token":"abc","other":"x"}', '{"user_token":"***","other":"x"}'],
    ['"{\\"client_secret\\": \\"abc\\\\\\"d\\",\\"a\\":1}"', '"{\\"client_secret\\":\\"***\\",\\"a\\":1}"'],
    ['{"password":"cut o', '{"password":"***"'],
    [
      [1, null, true, undefined],
      [1, null, true, undefined],
    ],
  ];
  for (const [given, shown] of rows) t.strictSame(secrets.mask(given), shown);
  t.end();
});
