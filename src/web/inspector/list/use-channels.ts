import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { InspectorApi, NamedChannel } from "../data/api.ts";

/** The channels of the service with their names; empty before the first read. */
export function useChannels(api: InspectorApi): readonly NamedChannel[] {
  const channels = useSignal<readonly NamedChannel[]>([]);
  useEffect(() => {
    void api.channels().then((answer) => {
      if (answer.ok) channels.value = answer.value;
    });
  }, [api]);
  return channels.value;
}
