import type { Environment, Happening } from "../../../src/web/widget/body/environment.types.ts";
import type { Actions, Model } from "../../../src/web/widget/body/model.types.ts";
import * as postFile from "../../../src/web/widget/body/requests/post-file.ts";
import type { Widget } from "../../../src/web/widget/body/widget.ts";
import { createWidget } from "../../../src/web/widget/body/widget.ts";
import type { Command, Facts, PageCallback, ScriptSettings } from "../../../src/web/widget/bridge.types.ts";
import { toJson } from "../../../src/web/widget/loader/to-json.ts";
import { widget as channel } from "../../visitors/visitor-channel.ts";
import type { Fault, SentFrame, Wire } from "./wire.ts";
import { openWire } from "./wire.ts";
import type { LoadOptions, Tab, World } from "./world.ts";

/** The kind of connections that the page can make from now on. */
export type Net = "up" | "stuck" | "down";

/** A page with the widget's core. The test plays the browser, the loader and the window. */
export interface Page {
  readonly facts: Facts;
  readonly actions: Actions;
  /** The callbacks that the page received, in order; `attach` means that the widget took over. */
  readonly heard: readonly (readonly unknown[])[];
  /** Every model that was drawn, in order. */
  readonly drawn: readonly Model[];
  net: Net;
  switchTo(net: Net): void;
  /** Makes the current connection faulty. */
  break(fault: Fault): void;
  isVisible: boolean;
  place: { url: string; title: string };
  /** Replaces the request that posts files to the service; null uses the real service. */
  fetch: Environment["fetch"] | null;
  /** True: the test does not wait for requests that start from now on, because they may never be answered. */
  swallows: boolean;
  /** The types of frames that never reach the service. */
  loses: readonly string[];
  /** Runs when a callback of the page is called. */
  onFire(name: string): void;
  hasLoaded(): boolean;
  /** The model that was drawn last. */
  model(): Model;
  /** One entry per line: `text`, `text!` if it failed, `text…` while it is being sent. */
  texts(): readonly string[];
  command(command: Command): void;
  happens(happening: Happening): void;
  /** The current connection. */
  wire(): Wire;
  readonly wires: readonly Wire[];
  /** All frames of a type that the page sent, over all connections. */
  sent(type: string): readonly SentFrame[];
  fired(name: PageCallback): readonly (readonly unknown[])[];
  flush(): Promise<void>;
  /** Removes the page without sending anything. */
  leave(): void;
  readonly widget: Widget;
}

let lastId = 0;

export function openPage(world: World, tab: Tab, options: LoadOptions): Page {
  const { clock } = world;
  const heard: (readonly unknown[])[] = [];
  const drawn: Model[] = [];
  const wires: Wire[] = [];
  const transfers = new Set<Promise<unknown>>();
  const listeners: Record<Happening, Set<() => void>> = {
    return: new Set(),
    leave: new Set(),
    offline: new Set(),
    address: new Set(),
    kept: new Set(),
  };
  const facts: Facts = { mode: "offline", callback: null, contact: nobody };
  let isGone = false;
  const waiting: Command[] = [];
  let carryOut = (command: Command): void => void waiting.push(command);
  const settings: ScriptSettings = {
    id: "MOBILEAPP1",
    origin: "http://service",
    body: "/",
    look: channel.look,
    contactsForm: options.contactsForm ?? false,
    contactsFirst: options.contactsFirst ?? false,
    callback: "Callback disabled",
  };
  const changed = (): void => {
    for (const run of listeners.kept) run();
  };
  const environment: Environment = {
    toJson,
    openSocket() {
      const url = page.net === "down" ? "ws://127.0.0.1:1" : `${world.service.url.replace("http", "ws")}/ws/widget`;
      const wire = openWire(url, clock.nowMs, page.net !== "stuck", (type) => page.loses.includes(type));
      wires.push(wire);
      return wire.socket;
    },
    fetch(url, request) {
      const asked = page.fetch ?? fetch;
      const transfer = asked(url.replace("http://service", world.service.url), request);
      const ended = transfer.then(
        () => undefined,
        () => undefined,
      );
      transfers.add(ended);
      return transfer;
    },
    loadPost: async () => postFile,
    nowMs: clock.nowMs,
    after(delayMs, run) {
      const wake = clock.wakeAt(clock.nowMs() + delayMs, () => {
        if (!isGone) run();
      });
      return wake.cancel;
    },
    random: () => 0,
    site: {
      read: tab.browser.site.read,
      write(name, text) {
        tab.browser.listeners.delete(changed);
        tab.browser.site.write(name, text);
        if (!isGone) tab.browser.listeners.add(changed);
      },
    },
    tab: tab.tab,
    newId() {
      lastId += 1;
      return `id${lastId}`;
    },
    page: () => ({ ...page.place }),
    isVisible: () => page.isVisible,
    // All pages of the browser share one storage, which changes for all pages at the same time.
    alone: (_name, run) => run(),
    on(happening, run) {
      listeners[happening].add(run);
      return () => void listeners[happening].delete(run);
    },
  };
  const shown = (): Model => {
    clock.advance(0);
    const model = drawn.at(-1);
    if (model === undefined) throw new Error("Nothing was drawn yet");
    return model;
  };
  const page: Page = {
    facts,
    heard,
    drawn,
    wires,
    net: world.net,
    isVisible: true,
    place: { url: options.url ?? "https://shop.example.com/", title: options.title ?? "Shop" },
    fetch: null,
    swallows: false,
    loses: [],
    onFire: () => undefined,
    switchTo(net) {
      page.net = net;
    },
    break(fault) {
      const wire = page.wire();
      // A connection that is already faulty in the other direction becomes dead, so that no frame follows a lost frame.
      wire.fault = wire.fault === "whole" || wire.fault === fault ? fault : "dead";
    },
    hasLoaded: () => heard.length > 0,
    model: shown,
    texts: () => shown().lines.map(({ text, file, state }) => `${file?.name ?? text}${marks[state]}`),
    command: (command) => carryOut(command),
    happens(happening) {
      for (const run of listeners[happening]) run();
    },
    wire() {
      const wire = wires.at(-1);
      if (wire === undefined) throw new Error("There is no connection yet");
      return wire;
    },
    sent: (type) => wires.flatMap((wire) => wire.sent.filter((frame) => frame.type === type)),
    fired: (name) => heard.filter(([fired]) => fired === name),
    async flush() {
      await Promise.all(wires.map((wire) => wire.flush()));
      if (!page.swallows) await Promise.all(transfers);
    },
    leave() {
      isGone = true;
      tab.browser.listeners.delete(changed);
      for (const wire of wires) {
        wire.fault = "dead";
        wire.cut();
      }
    },
    get widget() {
      return widget;
    },
    get actions() {
      return widget.actions;
    },
  };
  tab.browser.listeners.add(changed);
  const widget = createWidget(
    {
      settings,
      origin: "http://service",
      facts,
      waiting,
      toJson,
      attach(taker) {
        carryOut = taker;
        for (const command of waiting.splice(0)) taker(command);
        heard.push(["attach"]);
      },
      detach: () => undefined,
      fire(...call) {
        heard.push(call);
        page.onFire(call[0]);
      },
    },
    (model) => void drawn.push(model),
    environment,
  );
  return page;
}

const nobody = { name: null, email: null, phone: null, description: null };
const marks = { sending: "…", sent: "", failed: "!" };
