import t from "tap";
import { isInputMethod, pastedFiles } from "../../../../src/web/shared/browser/input-events.ts";

t.test(
  "a key of an input method is known by its state or, at the end of a conversion in Safari, by its code",
  async (t) => {
    const is = (key: Partial<KeyboardEvent>): boolean => isInputMethod(key as KeyboardEvent);
    t.ok(is({ key: "Enter", isComposing: true, keyCode: 13 }));
    t.ok(is({ key: "Enter", isComposing: false, keyCode: 229 }));
    t.notOk(is({ key: "Enter", isComposing: false, keyCode: 13 }));
  },
);

t.test("text wins over a picture beside it; a file's own name is no text", async (t) => {
  const picture = new File(["x"], "image.png", { type: "image/png" });
  const paste = (text: string, files: readonly File[]): readonly string[] =>
    pastedFiles({ clipboardData: { files, getData: () => text } } as unknown as ClipboardEvent).map(({ name }) => name);
  t.same(paste("1\t2\n3\t4", [picture]), [], "cells of a spreadsheet");
  t.same(paste("", [picture]), ["image.png"], "a picture alone");
  t.same(paste("image.png", [picture]), ["image.png"], "a file from the Finder");
  t.same(paste("only text", []), []);
});
