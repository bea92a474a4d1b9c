import { agentPhone } from "../demo-config.ts";
import { textAt } from "../json.ts";
import { CallScene } from "./call-scene.ts";
import type { Flow } from "./stage.ts";
import { check } from "./stage.ts";

export const callbackTitle = "10. A callback: the gateway calls Kim, then the visitor, and reports everything twice";

const phone = "+442079460181";
const statuses = ["start", "agent_connected", "client_connected", "end"];

/** A visitor asks for a call, and an agent answers it. Source: CALL-01 to CALL-09. */
export const playCallbackFlow: Flow = async (stage, customer, log) => {
  const scene = await CallScene.open(stage, customer, phone, log);
  const { visitor, crm } = scene;
  const call = await scene.call(({ status }) => status === "end");
  const chat = await scene.untilShown(call);
  const { steps, expected, isRight } = await scene.close(textAt(chat, "id"), statuses);
  const isInOrder = steps.join() === expected.join() || visitor.socket.comebacks > 0;
  log.note(`The CRM received ${steps.length} steps: ${steps.join(", ")}.`);
  const placed = scene.placed();
  const repeats = placed?.reports.map(({ status }) => status) ?? [];
  const record = textAt(chat, "call", "recordUrl");
  const ended = crm.arrivals.find(({ fields }) => textAt(fields, "call", "status") === "end")?.fields;
  return [
    check("the gateway was asked to call Kim for the visitor", placed?.agentPhone === agentPhone, placed),
    check(
      "it reported everything twice, and each report was answered 200",
      isTwice(repeats) && areTaken(placed?.reports),
      placed,
    ),
    check("the CRM received each step once", isRight, steps),
    check("in their order", isInOrder, steps),
    check(
      "with a recording at the end",
      textAt(ended, "call", "record_url").endsWith(`/records/${call.id}.mp3`),
      ended,
    ),
    check("the visitor and the agent were shown that it ended", call.status === "end" && record !== "", [call, record]),
  ];
};

/** Whether the gateway made each report of an answered call twice. The repeat of the last report may still be on its way. */
const isTwice = (reports: readonly string[]): boolean =>
  reports.slice(0, 5).join() ===
  statuses
    .slice(1)
    .flatMap((status) => [status, status])
    .slice(0, 5)
    .join();

const areTaken = (reports: readonly { readonly answer: number }[] = []): boolean =>
  reports.length > 0 && reports.every(({ answer }) => answer === 200);
