import type { FrameInput } from "./frame-input.ts";
import type { HttpInput } from "./http-input.ts";

/** An input that was kept, to be sent again for good. */
export type PinnedInput = (HttpInput & { readonly kind: "request" }) | (FrameInput & { readonly kind: "frame" });
