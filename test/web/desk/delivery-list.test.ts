import t from "tap";
import { createDeliveryList } from "../../../src/web/desk/deliveries/delivery-list.ts";
import { everything } from "../../../src/web/desk/deliveries/query.ts";
import { createScriptedApi } from "./data/scripted-api.ts";

const page = (ids: string, cursor: string | null) => ({ deliveries: ids.split(" ").map((id) => ({ id })), cursor });

/** A list of two pages, and its rows after the refreshed first page was answered. */
async function refreshed(first: string, second: string, newest: ReturnType<typeof page>): Promise<string> {
  const api = createScriptedApi();
  const list = createDeliveryList(api.api);
  void list.start({ ...everything, client: "7" });
  await api.at(0).answer(page(first, "after the first"));
  void list.more();
  await api.at(1).answer(page(second, "after the second"));
  void list.refresh();
  await api.at(2).answer(newest);
  return list.deliveries.value.map(({ id }) => id).join(" ");
}

t.test("[DEL-28] a refresh of one client's deliveries has each row once, in the order of the service", async (t) => {
  // The newest chat comes first, although the chat before it has the latest mail: 9.
  const [first, second] = ["6 5 9", "4 3 2"];
  t.equal(await refreshed(first, second, page("6 5 9", "x")), "6 5 9 4 3 2", "nothing is new");
  t.equal(await refreshed(first, second, page("7 6 5", "x")), "7 6 5 9 4 3 2", "a new row");
  t.equal(await refreshed(first, second, page("5 9 4", "x")), "5 9 4 3 2", "a row that is not in the list any more");
  t.equal(
    await refreshed(first, second, page("c b a", "x")),
    "c b a",
    "more than a page of new rows begins the list again",
  );
  t.equal(await refreshed(first, second, page("6 5", null)), "6 5", "the page is the whole list");
});

t.test("[DEL-28] after a failure, the rows of another filter are not shown", async (t) => {
  const api = createScriptedApi();
  const list = createDeliveryList(api.api);
  void list.start({ ...everything, client: "7" });
  await api.at(0).answer(page("6 5", null));
  void list.start({ ...everything, client: "8" });
  await api.at(1).fail();
  t.same(list.deliveries.value, []);
  void list.more();
  await api.at(2).answer(page("9", null));
  t.equal(list.deliveries.value.map(({ id }) => id).join(" "), "9");
});
