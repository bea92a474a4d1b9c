// The archive and the deliveries use this part, so it is in this script instead of a script of its own.
import "../../shared/ui/sort-head.tsx";

// biome-ignore lint/performance/noBarrelFile: the bundler makes one script of these parts.
export { FirstSteps } from "../first-steps/first-steps.tsx";
export { ChatPane } from "../inbox/chat-pane.tsx";
export { KeyMap, Palette } from "./commands/dialogs.tsx";
