import t from "tap";
import { toBotEndpoint } from "../../../src/delivery/bot/bot-requests.ts";
import { hideSecrets } from "../../../src/delivery/request/explain-error.ts";

const endpointOf = (endpoint: string, token = "t0k3n") => toBotEndpoint({ endpoint, token }, "MOBILEAPP1");

const joined: readonly {
  readonly endpoint: string;
  readonly token?: string;
  readonly path: string;
  readonly address: string;
}[] = [
  { endpoint: "https://x.example", path: "/t0k3n", address: "https://x.example/***" },
  { endpoint: "https://x.example/hook", path: "/hook/t0k3n", address: "https://x.example/hook/***" },
  { endpoint: "https://x.example:8443/hook//", path: "/hook/t0k3n", address: "https://x.example:8443/hook/***" },
  {
    endpoint: "https://x.example/hook/?key=s%2Fe&x=#top",
    path: "/hook/t0k3n?key=s%2Fe&x=",
    address: "https://x.example/hook/***?key=***&x=***",
  },
  { endpoint: "https://x.example/{token}/in", path: "/t0k3n/in", address: "https://x.example/***/in" },
  { endpoint: "https://x.example/%7Btoken%7D/in", path: "/t0k3n/in", address: "https://x.example/***/in" },
  {
    endpoint: "https://x.example/in-{token}.json?t={token}&{token}=1",
    path: "/in-t0k3n.json?t=t0k3n&t0k3n=1",
    address: "https://x.example/in-***.json?t=***&***=***",
  },
  { endpoint: "https://x.example/hook", token: "a", path: "/hook/a", address: "https://x.example/hook/***" },
  { endpoint: "https://x.example/a/hook", token: "a", path: "/a/hook/a", address: "https://x.example/***/hook/***" },
  {
    endpoint: "https://x.example/hook",
    token: "a/b?c#d%20 é$&",
    path: "/hook/a%2Fb%3Fc%23d%2520%20%C3%A9%24%26",
    address: "https://x.example/hook/***",
  },
  {
    endpoint: "https://x.example/in/{token}/x",
    token: "..",
    path: "/in/%2E%2E/x",
    address: "https://x.example/in/***/x",
  },
  { endpoint: "https://x.example/hook", token: ".", path: "/hook/%2E", address: "https://x.example/hook/***" },
  {
    endpoint: "https://x.example/hook",
    token: "\ud800",
    path: "/hook/%EF%BF%BD",
    address: "https://x.example/hook/***",
  },
  {
    endpoint: "https://x.example/hook",
    token: "{token}",
    path: "/hook/%7Btoken%7D",
    address: "https://x.example/hook/***",
  },
  {
    endpoint: "https://x.example/hook",
    token: "$&$1",
    path: "/hook/%24%26%241",
    address: "https://x.example/hook/***",
  },
];

t.test("[BOT-06] the path of a request, and its address in logs", async (t) => {
  for (const { endpoint, token, path, address } of joined) {
    const found = endpointOf(endpoint, token);
    const what = `${endpoint} with ${token ?? "t0k3n"}`;
    t.strictSame([found?.path, found?.address, found?.authorization], [path, address, null], what);
    t.equal(found?.origin, new URL(endpoint).origin);
  }
});

t.test("user and password become HTTP Basic, and are masked", async (t) => {
  const basic = (text: string): string => `Basic ${Buffer.from(text).toString("base64")}`;
  const found = endpointOf("https://kim:s3cret@x.example/hook");
  t.equal(found?.authorization, basic("kim:s3cret"));
  t.equal(found?.address, "https://***:***@x.example/hook/***");
  const filled = endpointOf("https://kim:{token}@x.example/hook", "a:b/é");
  t.equal(filled?.authorization, basic("kim:a:b/é"));
  t.strictSame([filled?.path, filled?.address], ["/hook", "https://***:***@x.example/hook"]);
});

t.test(
  "a text that is no absolute http(s) URL, or a URL with the token in its host name, is no endpoint",
  async (t) => {
    for (const endpoint of [
      "",
      "x.example",
      "/hook",
      "ftp://x.example",
      "https://",
      "https://{token}.x.example/hook",
    ]) {
      t.equal(endpointOf(endpoint), null, endpoint);
    }
  },
);

t.test("secrets that an answer repeats are masked in the stored answer", async (t) => {
  t.equal(
    hideSecrets("Cannot POST /hook/abc%2Fdef, abc/def, abc/defg", ["abc/def", "abc/defg"]),
    "Cannot POST /hook/***, ***, ***",
  );
  t.equal(
    hideSecrets('{"path":"/hook/ok","result":"token ok(ay)"}', ["ok"]),
    '{"path":"/hook/***","result":"token ***(ay)"}',
  );
  t.equal(hideSecrets("a.b axb", ["a.b"]), "*** axb");
  t.equal(hideSecrets("as it is", [""]), "as it is");
});
