import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import type { Test } from "tap";
import { token } from "../../../calls/call-service.ts";
import { createManualClock } from "../../../edge/manual-clock.ts";
import { ipv4Bits, writeMmdb } from "../../../geo/mmdb-file.ts";
import type { Service, ServiceOptions } from "../../../harness/service.ts";
import { startService } from "../../../harness/service.ts";
import { temporaryFolder } from "../../../harness/temporary-folder.ts";
import { asWidget, widget } from "../../../visitors/visitor-channel.ts";
import { identitySecret } from "../../../visitors/visitor-tokens.ts";

/** A text with markup, which must be shown as plain text in every place. */
export const hostile = `<img src=x onerror="document.title='run'"><b>bold</b> javascript:alert(1)`;

const identity = { secret: identitySecret, previousSecret: null, jwksUrl: null };

/** A service with a widget, an app, a call gateway, places of addresses and a server of its owner, at the time of the page's clock. */
export function startWithWidget(t: Test, options: ServiceOptions = {}): Promise<Service> {
  const geoDatabase = join(temporaryFolder(t), "places.mmdb");
  const london = {
    country: { iso_code: "GB", names: { en: "United Kingdom" } },
    subdivisions: [{ iso_code: "ENG", names: { en: "England" } }],
    city: { names: { en: "London" } },
    location: { latitude: 51.5074, longitude: -0.1278 },
    autonomous_system_organization: "Example Fibre Ltd",
  };
  writeFileSync(geoDatabase, writeMmdb([{ bits: ipv4Bits("203.0.113.0", 24), data: london }]));
  return startService(t, {
    clock: createManualClock(Date.now()),
    channels: {
      ...asWidget({ name: "Web shop", widget: { ...widget, safeUrls: ["shop.example.com"], identity } }),
      OTHERAPP01: { name: "Mobile app", agentIds: [1, 2] as never },
    },
    ...options,
    config: {
      trustedProxies: ["127.0.0.0/8"],
      geoDatabase,
      telephony: { gatewayUrl: "https://pbx.example.com", token },
      ...options.config,
    },
  });
}

/** The headers of a visitor in London whose browser describes itself. */
export const visitorHeaders = {
  "x-forwarded-for": "203.0.113.58",
  "user-agent":
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0",
};

export const panel = (page: Page): Locator => page.getByRole("complementary", { name: "Client" });
export const part = (page: Page, name: string): Locator => panel(page).getByRole("region", { name });
/** Returns the text beside a fact's name. */
export const fact = (page: Page, label: string): Locator =>
  panel(page)
    .locator(".fact")
    .filter({ has: page.locator("dt", { hasText: label }) })
    .locator("dd");

/** Sends a request of Kim through the API. */
export async function step(service: Service, chatId: string, name: string, body: object = {}): Promise<void> {
  const answer = await service.call("POST", `/api/chats/${chatId}/${name}`, {
    token: await service.logIn("kim"),
    body,
  });
  if (answer.status >= 300) throw new Error(`${name} was answered ${answer.status} ${JSON.stringify(answer.body)}`);
  await service.settle();
}
