import type { Locator, Page } from "playwright-core";
import type { Test } from "tap";
import type { PictureHost } from "../../../edge/pictures/picture-host.ts";
import { openPictureHost, png } from "../../../edge/pictures/picture-host.ts";
import type { ApiBody } from "../../../harness/api-body.ts";
import type { Service } from "../../../harness/service.ts";
import type { AgentName } from "../../../harness/service-config.ts";

/** A text with markup, which must be shown as plain text in every place. */
export const hostile = `<img src=x onerror="document.title='run'"><b>bold</b> **not** javascript:alert(1)`;

export const header = (page: Page): Locator => page.locator(".chat-header");
export const message = (page: Page, text: string): Locator => page.locator("[data-seq]").filter({ hasText: text });
export const field = (page: Page): Locator => page.locator(".composer textarea");
/** The field gets the focus when the service has answered the Reply. It may exist earlier, because of a frame of the socket. */
export const focusedField = (page: Page): Locator => page.locator(".composer textarea:focus");
export const log = (page: Page): Locator => page.getByRole("log");
export const button = (page: Page, name: string | RegExp): Locator => page.getByRole("button", { name });

/** Sends a request of an agent in a chat. Returns the response. */
export async function step(
  service: Service,
  name: AgentName,
  path: string,
  body?: object,
  chat: number | string = 1,
): Promise<ApiBody> {
  const token = await service.logIn(name);
  const answer = await service.call("POST", `/api/chats/${chat}/${path}`, {
    token,
    ...(body === undefined ? {} : { body }),
  });
  if (answer.status >= 300) throw new Error(`${path} was answered ${answer.status} ${JSON.stringify(answer.body)}`);
  await service.settle();
  return answer.body;
}

/** A media message of the customer `7`. */
export async function post(service: Service, content: object, sender: object = {}): Promise<void> {
  const random = "3b6fA0aaaaaaaaaaaaaaaa";
  const body = { sender: { id: "7", ...sender }, message: content };
  const answer = await service.call("POST", `/chat-api/${random}/MOBILEAPP1`, { body });
  if (answer.status !== 200) throw new Error(`Expected 200, got ${answer.status} ${JSON.stringify(answer.body)}`);
  await service.settle();
}

/** The server with the customers' files. It has these pictures and nothing else. */
export const openFilePlace = (t: Test): Promise<PictureHost> =>
  openPictureHost(t, { "/a.png": png, "/small.png": png, "/far.png": png, "/near.png": png, "/closest.png": png });
