import t from "tap";
import { DeskApi } from "../../system/harness/people/desk-api.ts";
import { ada, Installation } from "../../system/harness/service/installation.ts";

t.setTimeout(120_000);

t.test(
  "[WH-43, BOT-52] settings that were answered are there after a kill: limits of waiting, an endpoint, a bot",
  async (t) => {
    const installation = await Installation.create(t, "https://shop.example.com/hook", { agents: [ada] });
    await installation.start();
    const api = await DeskApi.logIn(installation.url, ada);
    const restarted = async (): Promise<void> => {
      await installation.kill();
      await installation.start();
    };
    const limits = { calmMs: 60_000, urgentMs: 120_000 };
    t.match(await api.call("PUT", "/waiting-limits", limits), { status: 200 });
    await restarted();
    t.match((await api.call("GET", "/waiting-limits")).body, limits);

    const endpoint = { name: "crm", url: "https://crm.example.com/hook" };
    t.match(await api.call("POST", "/webhook-endpoints", endpoint), { status: 201 });
    await restarted();
    t.match((await api.call("GET", "/webhook-endpoints")).body, { endpoints: [{ ...endpoint, signed: true }] });

    // Each start applies the config file to the channels that the file names, so this one is not among them.
    const made = await api.call("POST", "/channels", { kind: "widget", name: "Site", agents: [2] });
    const { id } = Object(made.body).channel;
    const bot = { name: "Robin", endpoint: "https://bot.example.com/hook" };
    t.match(await api.call("POST", `/channels/${id}/bot`, bot), { status: 201 });
    await restarted();
    t.match((await api.call("GET", `/channels/${id}`)).body, { channel: { bot: { ...bot, provider: "robin" } } });
  },
);
