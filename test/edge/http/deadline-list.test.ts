import t from "tap";
import { DeadlineList, DeadlinePlace } from "../../../src/edge/http/exchange-watch.ts";

const namesIn = (list: DeadlineList<string>): readonly string[] => {
  const names: string[] = [];
  list.forEach((name) => void names.push(name));
  return names;
};

t.test("a new owner is the last one, and an owner can be removed from any place", (t) => {
  const list = new DeadlineList<string>();
  const [first, second, third] = ["first", "second", "third"].map((name) => new DeadlinePlace(name));
  if (first === undefined || second === undefined || third === undefined) throw new Error("Expected three places");
  for (const [index, place] of [first, second, third].entries()) list.add(place, index);
  t.same(namesIn(list), ["first", "second", "third"]);
  t.equal(list.remove(second), true);
  t.same(namesIn(list), ["first", "third"]);
  list.add(first, 9);
  t.same(namesIn(list), ["third", "first"], "an entry that is added again is at the end");
  t.equal(list.size, 2);
  t.equal(list.remove(second), false, "an entry that is not in the list cannot leave");
  t.equal(list.remove(first), true);
  t.equal(list.remove(third), true);
  t.same([namesIn(list), list.size], [[], 0]);
  t.end();
});

t.test("an owner that is added to another list leaves this list", (t) => {
  const [receiving, answering] = [new DeadlineList<string>(), new DeadlineList<string>()];
  const place = new DeadlinePlace("one");
  receiving.add(place, 1);
  answering.add(place, 2);
  t.same([receiving.size, answering.size], [0, 1]);
  t.equal(receiving.remove(place), false);
  t.same(namesIn(answering), ["one"]);
  t.end();
});

t.test("only the first owner whose deadline has passed is returned", (t) => {
  const list = new DeadlineList<string>();
  const [early, late] = [new DeadlinePlace("early"), new DeadlinePlace("late")];
  list.add(early, 10);
  list.add(late, 20);
  t.equal(list.overdue(9), null);
  t.equal(list.overdue(10), "early");
  list.remove(early);
  t.equal(list.overdue(19), null);
  t.equal(list.overdue(20), "late");
  t.end();
});

t.test("a removed owner keeps no other owner in memory", (t) => {
  const list = new DeadlineList<string>();
  const places = ["a", "b", "c"].map((name) => new DeadlinePlace(name));
  for (const place of places) list.add(place, 1);
  for (const place of places) list.remove(place);
  t.same(
    places.map(({ previous, next, list: of }) => [previous, next, of]),
    places.map(() => [null, null, null]),
  );
  t.end();
});

t.test("owners can be removed while all are visited", (t) => {
  const list = new DeadlineList<DeadlinePlace<unknown>>();
  const seen: unknown[] = [];
  const places = [1, 2, 3].map((name) => {
    const place: DeadlinePlace<DeadlinePlace<unknown>> = new DeadlinePlace(new DeadlinePlace<unknown>(name));
    list.add(place, 1);
    return place;
  });
  list.forEach((owner) => {
    seen.push(owner.owner);
    const own = places.find((place) => place.owner === owner);
    if (own !== undefined) list.remove(own);
  });
  t.same([seen, list.size], [[1, 2, 3], 0]);
  t.end();
});
