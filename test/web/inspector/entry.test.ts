import t from "tap";
import { openDoor } from "../../../src/web/inspector/data/entry.ts";

const answering = (session: object | null) =>
  openDoor({ after: () => () => undefined, fetch: async () => new Response(JSON.stringify(session)) });

t.test("an agent with a given password is distinguished from a service that is not reached", async (t) => {
  const door = answering({ agent: { name: "Ada", role: "admin" }, passwordMustChange: true });
  await door.enter();
  t.same(door.entry.value, { at: "new-password" });
});

t.test("nobody is asked to log in, also whoever was inside before", async (t) => {
  const door = answering(null);
  await door.enter();
  t.same(door.entry.value, { at: "login", hasEnded: false });
});

t.test("an administrator comes in, an agent does not", async (t) => {
  for (const [role, entry] of [
    ["admin", { at: "inside" }],
    ["agent", { at: "refused", name: "Ada" }],
  ] as const) {
    const door = answering({ agent: { name: "Ada", role } });
    await door.enter();
    t.same(door.entry.value, entry);
  }
});
