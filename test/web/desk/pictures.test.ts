import t from "tap";
import { clientPicture, shownAt } from "../../../src/web/desk/parts/pictures.ts";

const origin = "https://parley.example";

/** Sets up the desk's page with this setting and returns the address that an image may load. */
function showOn(remotePictures: string, address: string | null): string | null {
  const page = {
    document: { querySelector: () => ({ content: remotePictures }) },
    location: new URL(`${origin}/desk/`),
  };
  const before = Object.getOwnPropertyDescriptors(globalThis);
  Object.assign(globalThis, page);
  try {
    return shownAt(clientPicture("7", address));
  } finally {
    for (const name of Object.keys(page)) {
      const own = before[name as keyof typeof before];
      if (own === undefined) Reflect.deleteProperty(globalThis, name);
      else Object.defineProperty(globalThis, name, own);
    }
  }
}

t.test("a picture on another host is loaded through the service, or not at all", async (t) => {
  const remote = "https://pictures.example/ann.png";
  t.match(showOn("proxied", remote), /^\/api\/chats\/7\/pictures\/client\?of=\w+$/);
  t.equal(showOn("off", remote), null);
  t.equal(showOn("off", `${origin}/files/token/a.png`), `${origin}/files/token/a.png`, "a file of the service");
  t.match(showOn("proxied", `${origin}/other.png`), /\/pictures\/client/);
  t.not(showOn("proxied", remote), showOn("proxied", `${remote}?2`), "another picture has another address");
  t.equal(showOn("proxied", null), null);
  t.equal(showOn("proxied", "http://["), null, "the text is not an address");
});

t.test(
  "a file of the service under another host name is requested by its path, even if remote pictures are off",
  async (t) => {
    const file = "https://parley.internal:8443/files/token/a.png";
    t.match(showOn("off", file), /^\/api\/chats\/7\/pictures\/client\?of=\w+$/);
    t.match(showOn("proxied", file), /^\/api\/chats\/7\/pictures\/client/);
    t.equal(showOn("off", "https://parley.internal:8443/files/a.png"), null, "the path is not that of a stored file");
  },
);
