import { readFileSync } from "node:fs";
import t from "tap";
import type { ActorDefinition } from "../../src/actors/actor-definition.ts";
import { createActorSet } from "../../src/actors/actor-definition.ts";
import { asActorKey } from "../../src/core/ids.ts";
import type { CounterContext, CounterEffect, CounterEvent } from "./toy/counter.types.ts";
import { counterActor } from "./toy/counter-actor.ts";

const walkThrough = readFileSync("src/docs/adding-an-actor.md", "utf8");
const linesOf = (text: string): string => text.replace(/^ +/gm, "");

t.test("every excerpt of the walk-through is in the file that it names", async (t) => {
  const excerpts = [
    ...walkThrough.matchAll(/In `(test\/actors\/toy\/[\w.-]+)`:\n +```ts\n([^`]*(?:`[^`]+`[^`]*)*?) +```/g),
  ];
  t.equal(excerpts.length, walkThrough.split("```ts").length - 1, "all of them are compared");
  for (const [, path = "", excerpt = ""] of excerpts)
    t.ok(linesOf(readFileSync(path, "utf8")).includes(linesOf(excerpt)), `${path} has\n${excerpt}`);
});

type Counter = ActorDefinition<CounterContext, CounterEvent, CounterEffect>;
type Fits<Part, Whole> = Part extends Whole ? "compiles" : "does not compile";
type Without<Table, Name extends keyof Table> = Omit<Table, Name>;

t.test("an effect without a keeper does not compile, nor does an event that the history lacks", async (t) => {
  const all: Fits<Counter["keep"], Counter["keep"]> = "compiles";
  const unkept: Fits<Without<Counter["keep"], "effect.bell.ring">, Counter["keep"]> = "does not compile";
  type Events = Counter["history"]["events"];
  const unsent: Fits<Without<Events, "counter.raised">, Events> = "does not compile";
  t.same([all, unkept, unsent], ["compiles", "does not compile", "does not compile"]);
});

t.test("a key of an unknown kind is refused, and the error names it", async (t) => {
  const actors = createActorSet([counterActor]);
  t.equal(actors.of(asActorKey("counter/one")), counterActor);
  t.throws(() => actors.of(asActorKey("chat/1")), { message: "Expected the key of an actor (counter), got chat/1" });
});
