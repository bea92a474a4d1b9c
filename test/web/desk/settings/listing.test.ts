import t from "tap";
import { createListing } from "../../../../src/web/desk/settings/forms/listing.ts";
import { makePassword } from "../../../../src/web/desk/settings/people/agent-values.ts";
import type { Answer, Api } from "../../../../src/web/shared/api/api.ts";

interface Thing {
  readonly id: number;
  readonly name: string;
}

/** A service whose responses the test gives, in the order of the requests. */
function heldService() {
  const asked: { readonly path: string; readonly answer: (value: unknown) => Promise<void> }[] = [];
  const ask = <Value>(path: string): Promise<Answer<Value>> =>
    new Promise((resolve) => {
      const answer = async (value: unknown): Promise<void> => {
        resolve({ ok: true, value: value as Value });
        await new Promise((done) => setImmediate(done));
      };
      asked.push({ path, answer });
    });
  const api: Api = { get: ask, send: (method, path) => ask(`${method} ${path}`) };
  return { asked, listing: createListing<Thing>(api, { path: "/api/things", many: "things", one: "thing" }) };
}

const one = { id: 1, name: "One" };

t.test("a list requested before a change does not undo the change's response", async (t) => {
  const { asked, listing } = heldService();
  void listing.read();
  await asked[0]?.answer({ things: [one], cursor: null });
  void listing.read();
  void listing.change(1, { name: "Another" });
  await asked[2]?.answer({ thing: { id: 1, name: "Another" } });
  await asked[1]?.answer({ things: [one], cursor: null });
  t.same(listing.list.value, { state: "there", value: [{ id: 1, name: "Another" }] });
  t.equal(asked[3]?.path, "/api/things", "the list is read again");
  await asked[3]?.answer({ things: [{ id: 1, name: "Another" }], cursor: null });
  t.same(listing.list.value, { state: "there", value: [{ id: 1, name: "Another" }] });
});

t.test("a list without pages is read once; created and removed items are shown in it at once", async (t) => {
  const { asked, listing } = heldService();
  void listing.read();
  await asked[0]?.answer({ things: [one] });
  t.equal(asked.length, 1);
  void listing.create({ name: "Two" });
  await asked[1]?.answer({ thing: { id: 2, name: "Two" }, password: "made" });
  t.same(listing.list.value, { state: "there", value: [one, { id: 2, name: "Two" }] });
  void listing.remove(1);
  await asked[2]?.answer({ result: "ok" });
  t.same(asked[2]?.path, "DELETE /api/things/1");
  t.same(listing.list.value, { state: "there", value: [{ id: 2, name: "Two" }] });
});

t.test("passwords use all letters that cannot be confused with another letter, each equally often", async (t) => {
  const counts = new Map<string, number>();
  for (let made = 0; made < 1_000; made += 1) {
    const password = makePassword();
    t.match(password, /^[a-km-np-z2-9]{4}(-[a-km-np-z2-9]{4}){4}$/);
    for (const letter of password.replaceAll("-", "")) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  }
  t.equal(counts.size, 31);
  const mean = 20_000 / 31;
  // 150 is six standard deviations.
  for (const [letter, count] of counts) t.ok(Math.abs(count - mean) < 150, `${letter}: ${count}`);
});
