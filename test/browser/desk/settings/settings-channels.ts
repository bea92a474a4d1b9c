import type { Locator, Page } from "playwright-core";
import type {
  ApiChannelAnswer,
  ChannelAnswer,
  WidgetChannelAnswer,
} from "../../../../src/codec/admin/channel-answer.ts";
import type { Service } from "../../../harness/service.ts";

/** Returns all channels of the service. */
export async function channelsOf(service: Service): Promise<readonly ChannelAnswer[]> {
  const { body } = await service.call("GET", "/api/channels", { token: await service.logIn("ada") });
  return (body as unknown as { readonly channels: readonly ChannelAnswer[] }).channels;
}

const channelOf = async (service: Service, id: string): Promise<ChannelAnswer> => {
  const found = (await channelsOf(service)).find((channel) => channel.id === id);
  if (found === undefined) throw new Error(`Expected a channel ${id}: there is none.`);
  return found;
};

export async function apiChannelOf(service: Service, id = "MOBILEAPP1"): Promise<ApiChannelAnswer> {
  const found = await channelOf(service, id);
  if (found.kind !== "api") throw new Error(`Expected a chat API channel ${id}, got a ${found.kind}.`);
  return found;
}

export async function widgetOf(service: Service, id = "OTHERAPP01"): Promise<WidgetChannelAnswer> {
  const found = await channelOf(service, id);
  if (found.kind !== "widget") throw new Error(`Expected a widget ${id}, got a channel of kind ${found.kind}.`);
  return found;
}

/** The part of the page under a heading. */
export const part = (page: Page, title: string): Locator => page.getByRole("region", { name: title, exact: true });

/** Saves a part and waits until it shows that it is saved. */
export async function save(page: Page, title: string, action = "Save"): Promise<void> {
  await part(page, title).getByRole("button", { name: action, exact: true }).click();
  await part(page, title).getByText("Saved", { exact: true }).waitFor();
}
