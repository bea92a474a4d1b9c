/** The limit for each link. A peer that sends more frames before its hello is answered does not wait for responses. */
export const framesKeptMax = 64;

interface KeptFrame<Request> {
  readonly request: Request;
  readonly frameBytes: number;
}

/** Frames that arrive between a hello and its answer, in order. */
export class FramesKept<Link extends object, Request> {
  readonly #frames = new Map<Link, KeptFrame<Request>[]>();

  /** Returns false when too many frames wait. */
  keep(link: Link, frame: KeptFrame<Request>): boolean {
    const kept = this.#frames.get(link);
    if (kept === undefined) this.#frames.set(link, [frame]);
    else if (kept.length === framesKeptMax) return false;
    else kept.push(frame);
    return true;
  }

  takeAll(link: Link): readonly KeptFrame<Request>[] {
    const kept = this.#frames.get(link) ?? [];
    this.#frames.delete(link);
    return kept;
  }

  forget(link: Link): void {
    this.#frames.delete(link);
  }
}
