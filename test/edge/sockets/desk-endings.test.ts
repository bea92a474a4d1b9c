import t from "tap";
import { asAgentId } from "../../../src/core/ids.ts";
import { fail, ok } from "../../../src/core/result.ts";
import { DeskEndings } from "../../../src/edge/sockets/desk/desk-endings.ts";
import type { DeskLink, LinkOwner } from "../../../src/edge/sockets/desk/desk-link.ts";
import { LiveLink } from "../../../src/edge/sockets/live-link.ts";

const kim: LinkOwner = { agentId: asAgentId(5), sessionId: "id of one", key: null };
const kimElsewhere: LinkOwner = { ...kim, sessionId: "id of two" };
const max: LinkOwner = { agentId: asAgentId(6), sessionId: "id of three", key: null };

const newLink = (): DeskLink => new LiveLink("p.1", { group: "192.0.2.1", token: undefined, refusal: null });

const startEndings = (): DeskEndings =>
  new DeskEndings(
    { sessionIdOf: (token) => `id of ${token}`, logOut: async () => kim.agentId },
    { send: async () => ok(undefined) },
    () => [],
  );

t.test(
  "a session that ends during the lookup of a desk's hello is refused, and other sessions are accepted",
  async (t) => {
    const endings = startEndings();
    const [before, watched, other] = [newLink(), newLink(), newLink()];
    endings.watch(watched);
    endings.watch(other);
    const ending = endings.endSession(kim.agentId, "one", "test");
    t.ok(endings.hasEnded(before, kim), "while the session is being ended it lets nobody in");
    t.ok((await ending).ok);
    t.notOk(endings.hasEnded(before, kim), "afterwards the session is not found");
    t.ok(endings.hasEnded(watched, kim));
    for (const owner of [kimElsewhere, max]) t.notOk(endings.hasEnded(watched, owner));
    endings.forget(watched);
    t.notOk(endings.hasEnded(watched, kim));
    t.ok(endings.hasEnded(other, kim));
  },
);

t.test("a session that could not be ended accepts the desks whose hello arrived meanwhile", async (t) => {
  const endings = startEndings();
  const watched = newLink();
  endings.watch(watched);
  const isChosen = (id: string): boolean => id === kim.sessionId;
  const end = async () => fail("overloaded", "not while it is being ended");
  const ending = endings.endSessions({ agentId: kim.agentId, isChosen }, end, "test");
  t.ok(endings.hasEnded(watched, kim));
  t.notOk((await ending).ok);
  t.notOk(endings.hasEnded(watched, kim));
});

t.test("an agent whose sessions have ended cannot enter with a session that is being looked up", async (t) => {
  const endings = startEndings();
  const [early, late] = [newLink(), newLink()];
  endings.watch(early);
  await endings.endAgent(kim.agentId, "test");
  endings.watch(late);
  for (const owner of [kim, kimElsewhere]) {
    t.ok(endings.hasEnded(early, owner));
    t.notOk(endings.hasEnded(late, owner), "a session that began afterwards");
  }
  t.notOk(endings.hasEnded(early, max));
});
