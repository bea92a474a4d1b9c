import type { Test } from "tap";
import type { AgentAnswer } from "../../../../src/codec/admin/admin-people.ts";
import type { Service, ServiceOptions } from "../../../harness/service.ts";
import { startService } from "../../../harness/service.ts";

/** A name with markup and an override of the writing direction, and too long for any field. */
export const hostileName = `<img src=x onerror=alert(1)> \u202Elive "${"W".repeat(50)}`;
export const zoe = { name: "Zoe", email: "zoe@example.com", password: "a first one" };

/** A service with Zoe as agent 5, whose password is in no config file. */
export async function startWithZoe(t: Test, options: ServiceOptions = {}): Promise<Service> {
  const service = await startService(t, options);
  await service.call("POST", "/api/agents", { token: await service.logIn("ada"), body: zoe });
  return service;
}

/** Returns all agents of the service. */
export async function agentsOf(service: Service): Promise<readonly AgentAnswer[]> {
  const { body } = await service.call("GET", "/api/agents", { token: await service.logIn("ada") });
  return (body as unknown as { readonly agents: readonly AgentAnswer[] }).agents;
}

/** Returns the status of the response to a login. */
export const tryLogIn = async (service: Service, email: string, password: string): Promise<number> =>
  (await service.call("POST", "/api/session", { body: { email, password } })).status;
