import type { JSX } from "preact";
import { Icon } from "../../shared/parts/icon.tsx";
import { diskWords } from "./disk-words.ts";
import { useDesk } from "./use-desk.ts";

/** Shows the limits while the service's disk is nearly full. */
export function DiskNotice(): JSX.Element {
  const { agent, disk } = useDesk().surroundings.value;
  const words = disk === undefined ? null : diskWords(disk, agent.role === "admin");
  // Always rendered, because screen readers announce only changes inside an existing element.
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
