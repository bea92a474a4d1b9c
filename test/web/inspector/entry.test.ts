import t from "tap";
import { openDoor } from "../../../src/web/inspector/data/entry.ts";
import type { Browser } from "../../../src/web/shared/browser/browser.types.ts";
import { standIn } from "../stand-in.ts";

const answering = (session: object | null) =>
  openDoor(standIn<Browser>({ after: () => () => undefined, fetch: async () => Response.json({ session }) }));

t.test("a user with a temporary password must choose a new one, and is not shown an unreachable service", async (t) => {
  const door = answering({ agent: { name: "Ada", role: "admin" }, passwordMustChange: true });
  await door.enter();
  t.same(door.entry.value, { at: "new-password" });
});

t.test("a visitor without a session is shown the login", async (t) => {
  const door = answering(null);
  await door.enter();
  t.same(door.entry.value, { at: "login", hasEnded: false });
});

t.test("an administrator is admitted, and an agent is refused", async (t) => {
  for (const [role, entry] of [
    ["admin", { at: "inside" }],
    ["agent", { at: "refused", name: "Ada" }],
  ] as const) {
    const door = answering({ agent: { name: "Ada", role } });
    await door.enter();
    t.same(door.entry.value, entry);
  }
});
