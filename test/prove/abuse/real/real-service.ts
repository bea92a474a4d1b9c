import type { Ending } from "../../../harness/temporary-folder.ts";
import { Installation } from "../../../system/harness/service/installation.ts";

export const widgetId = "WIDGETAPP1";

/** A service that is started as in production, with a widget beside its channel. */
export interface RealService {
  readonly installation: Installation;
  readonly port: number;
  readonly pid: number;
}

/** The limits for many visitors of one machine are higher than usual, because here the service must serve them, not refuse them. */
const limits = {
  addressSocketsMax: 1e5,
  addressVisitorsPerHour: 1e6,
  newVisitorsPerSecond: 1e5,
  newVisitorsBurst: 1e5,
};

export async function startReal(t: Ending, more: object = {}): Promise<RealService> {
  const installation = await Installation.create(t, "http://127.0.0.1:9/nobody");
  const widget = { id: widgetId, kind: "widget", name: "Shop", agents: [1] };
  await installation.configure((config) => ({
    channels: [...config.channels, widget],
    limits: { ...config.limits, ...limits, ...more },
  }));
  const { pid } = await installation.start();
  return { installation, port: installation.port, pid };
}
