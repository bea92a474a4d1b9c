// biome-ignore lint/performance/noBarrelFile: the bundler makes one script of these parts.
export { ChatPane } from "../inbox/chat-pane.tsx";
export { KeyMap, Palette } from "./commands/dialogs.tsx";
