import t from "tap";
import { asChannelId } from "../../src/core/ids.ts";
import { toEndpoint } from "../../src/delivery/endpoint-url.ts";

const id = asChannelId("MOBILEAPP1");
const endpoint = (webhookUrl: string, appendPublicId = true) => toEndpoint({ id, webhookUrl, appendPublicId });

const joined: readonly {
  readonly rule: string;
  readonly url: string;
  readonly origin: string;
  readonly path: string;
}[] = [
  { rule: "CH-38", url: "https://x.example/chat", origin: "https://x.example", path: "/chat/MOBILEAPP1" },
  { rule: "CH-43", url: "https://x.example", origin: "https://x.example", path: "/MOBILEAPP1" },
  { rule: "CH-43", url: "https://x.example/", origin: "https://x.example", path: "/MOBILEAPP1" },
  { rule: "CH-43", url: "https://x.example/chat/", origin: "https://x.example", path: "/chat/MOBILEAPP1" },
  { rule: "CH-43", url: "https://x.example/chat//", origin: "https://x.example", path: "/chat/MOBILEAPP1" },
  { rule: "CH-43", url: "https://x.example?key=a/b?c", origin: "https://x.example", path: "/MOBILEAPP1?key=a/b?c" },
  {
    rule: "CH-43",
    url: "https://x.example:8443/chat/?key=s%2Fe&x=#top",
    origin: "https://x.example:8443",
    path: "/chat/MOBILEAPP1?key=s%2Fe&x=",
  },
  { rule: "CH-43", url: "https://x.example/chat#top", origin: "https://x.example", path: "/chat/MOBILEAPP1" },
  {
    rule: "CH-44",
    url: "https://x.example/in/{CHANNEL_PUBLIC_ID}/chat?id={CHANNEL_PUBLIC_ID}",
    origin: "https://x.example",
    path: "/in/MOBILEAPP1/chat?id=MOBILEAPP1",
  },
  {
    rule: "CH-44",
    url: "https://{CHANNEL_PUBLIC_ID}.x.example/chat",
    origin: "https://mobileapp1.x.example",
    path: "/chat",
  },
];

for (const { rule, url, origin, path } of joined) {
  t.test(`[${rule}] ${url} is asked for ${path}`, async (t) => {
    t.strictSame(endpoint(url), { origin, path, authorization: null });
  });
}

t.test("[CH-44] with appendPublicId false requests go to the bare URL", async (t) => {
  t.equal(endpoint("https://x.example/hook/?k=1#f", false)?.path, "/hook/?k=1");
  t.equal(endpoint("https://x.example", false)?.path, "/");
});

t.test("[AUTH-03] user and password of the URL become HTTP Basic, decoded", async (t) => {
  const basic = (text: string): string => `Basic ${Buffer.from(text).toString("base64")}`;
  t.equal(endpoint("https://kim:s%3Acret@x.example/chat")?.authorization, basic("kim:s:cret"));
  t.equal(endpoint("https://kim@x.example/chat")?.authorization, basic("kim:"));
  t.equal(endpoint("https://:token@x.example/chat")?.authorization, basic(":token"));
  t.equal(endpoint("https://zo%C3%AB:100%25%@x.example/chat")?.authorization, basic("zoë:100%25%"));
  t.equal(endpoint("https://kim:secret@x.example/chat")?.origin, "https://x.example");
});

t.test("[CH-43] what is no absolute http(s) URL is no endpoint", async (t) => {
  for (const url of [
    "",
    "x.example/chat",
    "/chat",
    "ftp://x.example",
    "https://",
    "https://a b/",
    "file:///etc/passwd",
  ]) {
    t.equal(endpoint(url), null, url);
  }
});
