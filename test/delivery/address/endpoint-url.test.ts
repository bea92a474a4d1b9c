import t from "tap";
import { asChannelId } from "../../../src/core/ids.ts";
import { toEndpoint } from "../../../src/delivery/address/address-guard.ts";

const id = asChannelId("MOBILEAPP1");
const endpoint = (webhookUrl: string, appendPublicId = true) => toEndpoint({ id, webhookUrl, appendPublicId });

const joined: readonly {
  readonly url: string;
  readonly origin: string;
  readonly path: string;
}[] = [
  { url: "https://x.example/chat", origin: "https://x.example", path: "/chat/MOBILEAPP1" },
  { url: "https://x.example", origin: "https://x.example", path: "/MOBILEAPP1" },
  { url: "https://x.example/", origin: "https://x.example", path: "/MOBILEAPP1" },
  { url: "https://x.example/chat/", origin: "https://x.example", path: "/chat/MOBILEAPP1" },
  { url: "https://x.example/chat//", origin: "https://x.example", path: "/chat/MOBILEAPP1" },
  { url: "https://x.example?key=a/b?c", origin: "https://x.example", path: "/MOBILEAPP1?key=a/b?c" },
  {
    url: "https://x.example:8443/chat/?key=s%2Fe&x=#top",
    origin: "https://x.example:8443",
    path: "/chat/MOBILEAPP1?key=s%2Fe&x=",
  },
  { url: "https://x.example/chat#top", origin: "https://x.example", path: "/chat/MOBILEAPP1" },
  {
    url: "https://x.example/in/{CHANNEL_PUBLIC_ID}/chat?id={CHANNEL_PUBLIC_ID}",
    origin: "https://x.example",
    path: "/in/MOBILEAPP1/chat?id=MOBILEAPP1",
  },
  {
    url: "https://{CHANNEL_PUBLIC_ID}.x.example/chat",
    origin: "https://mobileapp1.x.example",
    path: "/chat",
  },
];

t.test("[CH-38, CH-43, CH-44] the path of a request", async (t) => {
  for (const { url, origin, path } of joined) {
    const found = endpoint(url);
    t.strictSame([found?.origin, found?.path, found?.authorization], [origin, path, null], url);
  }
});

t.test("with appendPublicId false, requests go to the unchanged URL", async (t) => {
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

const masked: readonly (readonly [string, string])[] = [
  ["https://x.example/chat", "https://x.example/chat/MOBILEAPP1"],
  [
    "https://x.example:8443/chat?key=s3cret&mode=&s3cret#top",
    "https://x.example:8443/chat/MOBILEAPP1?key=***&mode=***&***",
  ],
  ["https://kim:s3cret@x.example/", "https://***:***@x.example/MOBILEAPP1"],
  ["https://kim@x.example/", "https://***@x.example/MOBILEAPP1"],
  ["https://:s3cret@x.example/", "https://***:***@x.example/MOBILEAPP1"],
  ["https://x.example/hooks/3b6fA0aaaaaaaaaaaaaaaa/in", "https://x.example/hooks/***/in/MOBILEAPP1"],
  ["https://x.example/3b6fA0aaaaaaaaa/in", "https://x.example/3b6fA0aaaaaaaaa/in/MOBILEAPP1"],
  ["https://x.example/3b6fA0aaaaaaaaaa/in", "https://x.example/***/in/MOBILEAPP1"],
  [
    "https://x.example/customer-messages-incoming/1234567890123456",
    "https://x.example/customer-messages-incoming/1234567890123456/MOBILEAPP1",
  ],
  ["https://x.example/6f1c2b9e-8a54-4d2b-9b0e-2f7a64f0c1de", "https://x.example/***/MOBILEAPP1"],
  ["https://x.example/token=3b6fA0aaaaaaaaaaaaaaaa;v=1", "https://x.example/token=***;v=1/MOBILEAPP1"],
  ["https://x.example/3b6fA0aaaaaa%61aaaaaaaaa", "https://x.example/***/MOBILEAPP1"],
  ["https://x.example/100%/gr%C3%BC%C3%9Fe", "https://x.example/100%/gr%C3%BC%C3%9Fe/MOBILEAPP1"],
  ["https://x.example/in/{CHANNEL_PUBLIC_ID}?id={CHANNEL_PUBLIC_ID}", "https://x.example/in/MOBILEAPP1?id=***"],
];

t.test("[DEL-28, AUTH-14] the address in logs", async (t) => {
  for (const [url, address] of masked) t.equal(endpoint(url)?.address, address, url);
});

t.test("a channel's own id is no secret, also if it is long", async (t) => {
  const long = asChannelId("MOBILEAPP1MOBILEAPP2");
  const address = toEndpoint({ id: long, webhookUrl: "https://x.example/chat", appendPublicId: true })?.address;
  t.equal(address, "https://x.example/chat/MOBILEAPP1MOBILEAPP2");
});

t.test("a text that is no absolute http(s) URL is no endpoint", async (t) => {
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
