import { Command } from "commander";
import { refuseWatchedKeys } from "../../codec/inspect/inspect-received.ts";
import type { OperatorCommand } from "../command.ts";
import { plain } from "../command.ts";
import { programOf } from "../program-name.ts";
import type { ServiceFlags } from "./service.ts";
import { addServiceFlags, readService, statuses } from "./service.ts";
import type { WatchedStep } from "./watch-steps.ts";
import { watchSteps } from "./watch-steps.ts";

interface Flags extends ServiceFlags {
  readonly json?: true;
}

/** `parley tail`: the steps of all actors, or of some. */
export const tail: OperatorCommand<Flags> = {
  create: () =>
    addServiceFlags(
      new Command(programOf("tail"))
        .description(
          [
            "Prints each step of each actor as it happens: the time, the actor, the event, the states before and after, and the effects. Ctrl-C ends it.",
            'An address such as "chat/17" follows one actor, and "chat/17/*" everything of its conversation. The key needs the scope inspect, and an agent who is an administrator.',
            statuses,
          ].join("\n\n"),
        )
        .usage("[address…] [flags]")
        .option("--json", "print each step as one JSON object a line, for programs"),
    ),
  read(operands, flags, { environment, mistakes }) {
    const refusal = refuseWatchedKeys("Parameter", operands);
    if (refusal !== null) mistakes.add("address", { problem: refusal }, "addresses that the inspector knows");
    const service = readService(flags, environment, mistakes);
    if (service === null) return null;
    const keys = operands.length === 0 ? ["*"] : operands;
    return ({ out, err, signal, clock }) =>
      watchSteps(service, {
        keys,
        signal,
        clock,
        onStep: (step) => out(flags.json ? JSON.stringify(step) : lineOf(step)),
        say: err,
      });
  },
};

function lineOf({ atMs, actor, event, before, after, effects }: WatchedStep): string {
  const time = new Date(atMs).toISOString().slice(11, 23);
  const done = effects.map(({ type }) => type.replace(/^effect\./, "")).join(" ");
  return plain(`${time}  ${actor}  ${event.type}  ${before ?? "new"} -> ${after}  [${done}]`);
}
