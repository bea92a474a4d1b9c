import type { JSX } from "preact";
import { ownNetworkHint } from "../../../../core/addresses/own-network.ts";
import { placeOf } from "../../shell/route.ts";

/** Why the service refused an address; where an administrator may allow it, with the way there. Source: AUTH-06. */
export function refusedWords(error: string | null): JSX.Element | string | null {
  if (error === null || !error.includes(ownNetworkHint)) return error;
  return (
    <>
      {error} <a href={placeOf(["settings", "network"])}>Go to Own network</a>
    </>
  );
}
