export type FileContent = string | Uint8Array<ArrayBuffer>;

/** A file that is written in pieces. It is not visible before `close`. */
export interface Target {
  write(content: FileContent): Promise<void>;
  close(): Promise<void>;
  /** Aborts the writing and removes the file. */
  abort(): Promise<void>;
}

export interface FileKind {
  readonly name: string;
  readonly mimeType: string;
  /** The extension, with its dot. */
  readonly extension: `.${string}`;
}

const nameLengthMax = 100;

/** Returns a name that every file system accepts. */
export const safeFileName = (name: string): string => name.replaceAll(/[^\w.-]+/g, "-").slice(0, nameLengthMax);

/** Source: File System Access. Some browsers do not support it. */
interface PickerWindow {
  showSaveFilePicker?(options: {
    readonly suggestedName: string;
    readonly types: readonly { readonly accept: Readonly<Record<string, readonly string[]>> }[];
  }): Promise<FileSystemFileHandle>;
}

/**
 * Opens a file that the agent chooses; its pieces are written as they arrive. If the browser cannot do this, the file is downloaded at the
 * end. Returns null if the agent chooses no file. Call this while a click is handled.
 */
export async function openTarget(kind: FileKind): Promise<Target | null> {
  const picker = window as PickerWindow;
  if (picker.showSaveFilePicker === undefined) return openDownload(kind);
  try {
    const types = [{ accept: { [kind.mimeType]: [kind.extension] } }];
    const handle = await picker.showSaveFilePicker({ suggestedName: kind.name, types });
    const stream = await handle.createWritable();
    return { write: (content) => stream.write(content), close: () => stream.close(), abort: () => stream.abort() };
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return null;
    throw error;
  }
}

/** The download has read the file long before this time. */
const keptMs = 60_000;
/** The browser stores pieces of this length, so that it may keep them outside of memory. */
const pieceLength = 1_000_000;

function openDownload({ name, mimeType }: FileKind): Target {
  const pieces: Blob[] = [];
  let rest: FileContent[] = [];
  let restLength = 0;
  const putAway = (): void => {
    pieces.push(new Blob(rest));
    rest = [];
    restLength = 0;
  };
  return {
    async write(content) {
      rest.push(content);
      restLength += content.length;
      if (restLength >= pieceLength) putAway();
    },
    async close() {
      putAway();
      const url = URL.createObjectURL(new Blob(pieces, { type: mimeType }));
      const link = document.createElement("a");
      link.href = url;
      link.download = name;
      link.click();
      setTimeout(() => URL.revokeObjectURL(url), keptMs);
    },
    async abort() {
      pieces.length = 0;
      rest = [];
    },
  };
}
