import { Command } from "commander";
import type { Result } from "../../core/result.ts";
import { fail, ok } from "../../core/result.ts";
import type { OperatorCommand, Terminal } from "../command.ts";
import { plain } from "../command.ts";
import { programOf } from "../program-name.ts";
import type { RemoteService, ServiceFlags } from "./service.ts";
import { addServiceFlags, callService, readService, statuses } from "./service.ts";

const idForm = /^[0-9A-HJKMNP-TV-Z]{26}$/;

/** `parley replay`: sends ended deliveries again. Source: DEL-05, WH-38. */
export const replay: OperatorCommand<ServiceFlags> = {
  create: () =>
    addServiceFlags(
      new Command(programOf("replay"))
        .description(
          [
            "Sends deliveries again, one after another, with the same ids and bodies. The command listen, the desk and GET /api/deliveries show the ids.",
            "The key needs the scope deliveries. Events for an owner's server need an agent who is an administrator.",
            statuses,
          ].join("\n\n"),
        )
        .usage("<id…> [flags]"),
    ),
  read(operands, flags, { environment, mistakes }) {
    if (operands.length === 0) mistakes.add("id", { problem: "missing" }, "the ids of deliveries");
    for (const id of operands.filter((id) => !idForm.test(id)))
      mistakes.add("id", { value: id }, "the id of a delivery, 26 digits and capital letters");
    const service = readService(flags, environment, mistakes);
    return service === null ? null : (terminal) => sendAgain(service, operands, terminal);
  },
};

async function sendAgain(
  service: RemoteService,
  ids: readonly string[],
  { out, err, signal }: Terminal,
): Promise<Result<void>> {
  let failures = 0;
  for (const id of ids) {
    if (signal.aborted) break;
    const answer = await callService(service, "POST", `/api/deliveries/${id}/resend`, signal);
    if (answer.ok) out(`${id}  sent again`);
    else err(plain(`${id}  ${answer.failure.message}`));
    if (!answer.ok) failures += 1;
  }
  return failures === 0 ? ok(undefined) : fail("conflict", `${failures} of ${ids.length} were not sent again.`);
}
