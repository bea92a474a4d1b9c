import type { JSX } from "preact";
import { Icon } from "../../shared/parts/icon.tsx";
import { diskWords } from "./disk-words.ts";
import { useDesk } from "./use-desk.ts";

/** Says what a nearly full disk of the service refuses, as long as it does. */
export function DiskNotice(): JSX.Element {
  const { agent, disk } = useDesk().surroundings.value;
  const words = disk === undefined ? null : diskWords(disk, agent.role === "admin");
  // Always there: screen readers tell of what comes into it.
  return (
    <div role="status">
      {words !== null && (
        <p class="banner disk">
          <Icon name="warning" />
          <strong>{words.title}</strong>
          <span>{words.details}</span>
        </p>
      )}
    </div>
  );
}
