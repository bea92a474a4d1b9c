import t from "tap";
import type { DeskMessage } from "../../../src/codec/desk/desk.ts";
import { turnZoom, wordsOfZoom, zoomBy } from "../../../src/web/desk/conversation/lightbox/zoom.ts";
import { nameOf } from "../../../src/web/desk/conversation/message/message-facts.ts";
import { chatOptions, commandOptions } from "../../../src/web/desk/shell/commands/palette-options.ts";
import { chatOf } from "./inbox-chats.ts";

t.test("a picture is enlarged and reduced in steps from its drawn size, within limits", (t) => {
  t.equal(zoomBy("fit", 1, 0.5), 0.75);
  t.equal(zoomBy("fit", -1, 3), 2);
  t.equal(zoomBy(8, 1, 1), 8);
  t.equal(zoomBy(0.1, -1, 1), 0.1);
  t.same([turnZoom("fit"), turnZoom(1), turnZoom(3)], [1, "fit", "fit"]);
  t.same([wordsOfZoom("fit"), wordsOfZoom(0.334)], ["Fits the window", "33 %"]);
  const named = (type: string, file_name?: string) => nameOf({ type, file_name } as DeskMessage);
  t.same([named("photo", "a.png"), named("photo"), named("else")], ["a.png", "Photo", "File"]);
  t.end();
});

t.test("the palette finds commands by name, then open chats by their known data or by text found in them", (t) => {
  const run = (): void => undefined;
  const commands = [
    { id: "a", title: "Close chat", group: "Chat", run },
    { id: "a", title: "Close this chat", group: "Chat", run },
    { id: "b", title: "Go to archive", group: "Everywhere", keys: "g a", run },
  ];
  const titles = (sought: string): readonly string[] => commandOptions(commands, sought).map(({ title }) => title);
  t.same(titles("chat close"), ["Close this chat"], "of two commands with the same id the newest is used");
  t.same(titles("everywhere"), ["Go to archive"]);

  const chats = [
    chatOf("1", { name: "Maria", text: "Thanks" }),
    chatOf("2", { name: "Anonymous", text: "A glass, please" }),
    chatOf("3", { name: "Glass Ltd", text: "Hi", state: "closed" }),
    chatOf("4", { name: "Omar", text: "Hello" }),
  ];
  const place = { chat: "1", seq: 1, text: "Is it glass?" };
  const found = { text: "glass", places: new Map([["1", place]]), state: "ready", hasMore: false } as const;
  const opened: string[] = [];
  const options = chatOptions(chats, found, "glass ", "Inbox", ({ id }) => opened.push(id));
  t.same(
    options.map(({ title, detail }) => [title, detail]),
    [
      ["Anonymous #2", "A glass, please"],
      ["Maria", "Is it glass?"],
    ],
  );
  for (const option of options) option.run();
  t.same(opened, ["2", "1"]);
  t.same(chatOptions(chats, found, "h", "Inbox", run), [], "one letter would match almost every chat");
  t.same(chatOptions(chats, found, "hello", "Inbox", run).length, 1, "the found texts belong to other search words");
  t.end();
});
