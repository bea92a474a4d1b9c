import type { FileKind, SentFile } from "../agent-message.ts";
import type { Bubble } from "../rooms.ts";
import { create } from "./elements.ts";

const kindNames: Readonly<Record<FileKind, string>> = {
  photo: "Photo",
  video: "Video",
  audio: "Audio",
  voice: "Voice message",
  document: "Document",
};

const unitBytes = 1_000;
const units = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

/** The content of a bubble: a text, or a file with its comment below. */
export function saidOf({ text, file }: Pick<Bubble, "text" | "file">): HTMLElement {
  const said = create("div", "said");
  if (file !== null) said.append(fileOf(file));
  if (text !== "") said.append(create("p", "text", text));
  return said;
}

function fileOf(file: SentFile): HTMLElement {
  const size = file.sizeBytes === null ? "" : `, ${sizeText(file.sizeBytes)}`;
  const words = [create("span", "file-name", file.name), create("span", "file-note", `${kindNames[file.kind]}${size}`)];
  if (file.url === null) {
    const plain = create("div", "file");
    plain.append(...words);
    return plain;
  }
  const link = create("a", "file");
  link.href = file.url;
  link.target = "_blank";
  link.rel = "noopener noreferrer";
  if (file.kind === "photo") link.append(previewOf(file.url));
  link.append(...words);
  return link;
}

/** A preview has no alternative text, because the file's name is next to it. If the image cannot be loaded, only the link stays. */
function previewOf(url: string): HTMLImageElement {
  const preview = create("img", "preview");
  preview.alt = "";
  preview.addEventListener("error", () => preview.remove());
  preview.src = url;
  return preview;
}

function sizeText(bytes: number): string {
  const step = Math.min(Math.floor(Math.log10(bytes) / Math.log10(unitBytes)), units.length - 1);
  const format = { style: "unit", unit: units[step] ?? "byte", unitDisplay: step === 0 ? "long" : "short" } as const;
  return new Intl.NumberFormat(undefined, { ...format, maximumFractionDigits: 1 }).format(bytes / unitBytes ** step);
}
