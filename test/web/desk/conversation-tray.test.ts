import t from "tap";
import type { FileContent } from "../../../src/web/desk/conversation/composer/tray.ts";
import { createTray } from "../../../src/web/desk/conversation/composer/tray.ts";
import type { UploadedFile, UploadRequest } from "../../../src/web/desk/conversation/composer/upload.ts";
import type { Answer } from "../../../src/web/shared/api/api.ts";

interface Running {
  readonly request: UploadRequest;
  end(answer: Answer<UploadedFile>): Promise<void>;
}

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

function openTray() {
  const running: Running[] = [];
  const sent: (readonly FileContent[])[] = [];
  const comments: string[] = [];
  let ids = 0;
  const tray = createTray({
    chatId: "1",
    newId() {
      ids += 1;
      return String(ids);
    },
    bytesMax: () => 10,
    upload(request) {
      let resolve: (answer: Answer<UploadedFile>) => void = () => undefined;
      const done = new Promise<Answer<UploadedFile>>((settled) => {
        resolve = settled;
      });
      running.push({
        request,
        async end(answer) {
          resolve(answer);
          await settle();
        },
      });
      return { done, cancel: () => resolve(failure("cancelled", 0)) };
    },
    factsOf: async () => ({ width: 2 }),
    onSent: (contents) => void sent.push(contents),
    onComment: (comment) => void comments.push(comment),
  });
  return { tray, running, sent, comments, states: () => tray.files.value.map(({ name, state }) => `${name} ${state}`) };
}

const file = (name: string, bytes = 1): File => new File(["x".repeat(bytes)], name, { type: "image/png" });
const failure = (message: string, status: number): Answer<UploadedFile> => ({
  ok: false,
  failure: { status, code: "x", message, field: null, requestId: null },
});
const uploaded = (name: string): Answer<UploadedFile> => ({
  ok: true,
  value: {
    file: `https://x.example/files/${name}`,
    thumb: `https://x.example/thumb/${name}`,
    type: "photo",
    file_name: name,
    file_size: 1,
  },
});

t.test("[CH-59] files are sent one after the other in their order, and the first carries the comment", async (t) => {
  const { tray, running, sent, states } = openTray();
  tray.add([file("a.png"), file("b.png")]);
  tray.send("Look");
  t.same(states(), ["a.png uploading", "b.png waiting"]);
  running[0]?.request.onProgress(0.5);
  t.equal(tray.files.value[0]?.progress, 0.5);
  await running[0]?.end(uploaded("a.png"));
  t.same(states(), ["a.png ready", "b.png uploading"]);
  t.same(sent, [], "nothing is sent before all files are uploaded");
  await running[1]?.end(uploaded("b.png"));
  t.same(sent, [
    [
      {
        type: "photo",
        file: "https://x.example/files/a.png",
        file_name: "a.png",
        file_size: 1,
        thumb: "https://x.example/thumb/a.png",
        width: 2,
        text: "Look",
      },
      {
        type: "photo",
        file: "https://x.example/files/b.png",
        file_name: "b.png",
        file_size: 1,
        thumb: "https://x.example/thumb/b.png",
        width: 2,
      },
    ],
  ]);
  t.same(states(), []);
});

t.test("[CH-60] a file that is too large or empty is rejected before it is sent", async (t) => {
  const { tray, running } = openTray();
  tray.add([file("large.png", 11), file("empty.png", 0), file("exact.png", 10)]);
  t.equal(running.length, 1);
  t.equal(running[0]?.request.name, "exact.png");
  t.same(
    tray.files.value.map(({ failure, canRetry }) => [failure, canRetry]),
    [
      ["The file has 11 bytes; at most 10 bytes can be sent.", false],
      ["The file is empty.", false],
      [null, false],
    ],
  );
});

t.test("a failed file can be retried if a retry may help, and can always be removed", async (t) => {
  const { tray, running, sent, comments, states } = openTray();
  tray.add([file("a.png"), file("b.png")]);
  tray.send("Both");
  await running[0]?.end(failure("The service could not be reached.", 0));
  await running[1]?.end(failure("The chat is closed", 409));
  t.same(states(), ["a.png failed", "b.png failed"]);
  t.same(
    tray.files.value.map(({ canRetry }) => canRetry),
    [true, false],
  );
  tray.retry("1");
  await running[2]?.end(uploaded("a.png"));
  t.same(sent, [], "the other file must be sent or removed first");
  tray.remove("2");
  await settle();
  t.equal(sent.length, 1);
  tray.add([file("c.png")]);
  tray.send("Alone");
  tray.remove("3");
  await settle();
  t.same(comments, ["Alone"], "the comment is not lost with its file");
  t.same(states(), []);
  t.equal(sent.length, 1);
});
