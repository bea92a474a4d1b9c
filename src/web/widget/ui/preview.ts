/** The highest number of pixels on the longer side of a preview. */
const sideMax = 480;
const drawn = new WeakSet<HTMLCanvasElement>();

/** Draws a picture that is being sent. Hides the canvas if the file is not a picture. */
export function drawPreview(canvas: HTMLCanvasElement | null, picture: Blob): void {
  if (canvas === null || drawn.has(canvas)) return;
  drawn.add(canvas);
  createImageBitmap(picture).then(
    (bitmap) => {
      const scale = Math.min(1, sideMax / Math.max(bitmap.width, bitmap.height));
      canvas.width = bitmap.width * scale;
      canvas.height = bitmap.height * scale;
      canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
      bitmap.close();
    },
    () => {
      canvas.hidden = true;
    },
  );
}
