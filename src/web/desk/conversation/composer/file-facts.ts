/** The known facts of a file before it is sent. Source: CH-59. */
export interface FileFacts {
  readonly width?: number;
  readonly height?: number;
  /** Seconds. */
  readonly duration?: number;
}

const patienceMs = 5_000;

/** Empty when the browser cannot show the file, or does not load its facts in time. */
export async function factsOfFile(file: Blob): Promise<FileFacts> {
  const [kind] = file.type.split("/", 1);
  if (kind === "image") return factsOfPicture(file);
  if (kind === "audio" || kind === "video") return factsOfMedia(file, kind);
  return {};
}

async function factsOfPicture(file: Blob): Promise<FileFacts> {
  try {
    const bitmap = await createImageBitmap(file);
    const { width, height } = bitmap;
    bitmap.close();
    return { width, height };
  } catch {
    return {};
  }
}

function factsOfMedia(file: Blob, kind: "audio" | "video"): Promise<FileFacts> {
  const url = URL.createObjectURL(file);
  const element = document.createElement(kind);
  return new Promise<FileFacts>((resolve) => {
    element.onloadedmetadata = () => resolve(readElement(element));
    element.onerror = () => resolve({});
    setTimeout(() => resolve({}), patienceMs);
    element.preload = "metadata";
    element.src = url;
  }).finally(() => URL.revokeObjectURL(url));
}

function readElement(element: HTMLMediaElement): FileFacts {
  const seconds = Number.isFinite(element.duration) ? Math.max(1, Math.round(element.duration)) : 0;
  const isFilm = element instanceof HTMLVideoElement && element.videoWidth > 0 && element.videoHeight > 0;
  return {
    ...(seconds > 0 ? { duration: seconds } : {}),
    ...(isFilm ? { width: element.videoWidth, height: element.videoHeight } : {}),
  };
}
