import t from "tap";
import { chatOf } from "../desk/chat-of.ts";
import { startService } from "../harness/service.ts";

t.test("the chart that an actor's details name is served as a picture that never changes", async (t) => {
  const service = await startService(t);
  await (await chatOf(service, "kim")).reply("Hi");
  const token = await service.logIn("ada");
  const headers = { authorization: `Bearer ${token}` };
  const { body } = await service.call("GET", "/api/inspect/actors", { token });
  const actors: readonly { actor: string; kind: string }[] = JSON.parse(JSON.stringify(body)).actors;
  const hashes = new Map<string, string>();
  for (const { actor, kind } of actors) {
    const opened = await service.call("GET", `/api/inspect/actors/${actor}`, { token });
    const { chart } = JSON.parse(JSON.stringify(opened.body)).actor;
    t.equal(hashes.get(kind) ?? chart, chart, `all actors of one kind have one chart: ${actor}`);
    hashes.set(kind, chart);
  }
  t.same([...hashes.keys()].sort(), ["agent", "channel", "chat", "delivery"]);
  for (const [kind, hash] of hashes) {
    const answer = await fetch(`${service.url}/api/inspect/charts/${hash}`, { headers });
    t.same(
      [answer.status, answer.headers.get("content-type"), answer.headers.get("cache-control")],
      [200, "image/svg+xml", "private, max-age=31536000, immutable"],
    );
    t.match(await answer.text(), new RegExp(`^<svg [^>]*data-machine="${kind}"`));
  }
  t.equal((await fetch(`${service.url}/api/inspect/charts/unknown`, { headers })).status, 404);
  const near = async (state: string) => {
    const answer = await fetch(`${service.url}/api/inspect/charts/${hashes.get("chat")}?near=${state}`, { headers });
    return [answer.status, [...(await answer.text()).matchAll(/data-state="(\w+)"/g)].map(([, path]) => path)];
  };
  t.same(await near("unstaffed"), [200, ["blocked", "with_bot", "waiting", "unstaffed", "with_agent", "closed"]]);
  t.same(await near("beginning"), [200, ["beginning", "blocked", "with_bot", "waiting"]]);
  t.same(await near("nowhere"), [404, []]);
});
